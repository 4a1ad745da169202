// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/cluster/drop_order.h"
#include "core/cluster/ensemble_id.h"
#include "core/cluster/limits.h"
#include "core/wire/choice.h"

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

/// Messages between trigger master and cameras.
namespace plenum::cluster {

/// The instant by a clock that hosts share besides the conference's (clocks.h).
struct ReferenceTime {
    static constexpr std::string_view name = "ReferenceTime";
    std::uint64_t clock{0};
    base::Duration shows{};
    friend bool operator==(const ReferenceTime&, const ReferenceTime&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&ReferenceTime::clock, wire::U64>{"clock", "its number"},
                            wire::Field<&ReferenceTime::shows, wire::Varint>{"shows", "µs at the instant"}};
    }
};

/// From the master to all: capture.
struct Trigger {
    static constexpr std::uint8_t type = 1;
    EnsembleId ensemble;
    /// Absent: as soon as the message arrives.
    std::optional<base::ConferenceTime> capture_at;
    base::Duration age{};
    DropOrder drops;
    /// Of `capture_at`, for hosts that read the same clock as the master.
    std::optional<ReferenceTime> reference{};
    friend bool operator==(const Trigger&, const Trigger&) = default;
    static constexpr auto fields() {
        using T = Trigger;
        return wire::Fields{
            wire::Field<&T::ensemble, wire::Nested<EnsembleId>>{"ensemble", "to be captured"},
            wire::Field<&T::capture_at, wire::Optional<wire::Varint>>{"capture at", "conference time in µs"},
            wire::Field<&T::age, wire::Varint>{"age", "µs since this trigger was sent for the first time"},
            wire::Field<&T::drops, wire::Nested<DropOrder>>{"drops", "the last order"},
            wire::Field<&T::reference, wire::Trailing<wire::Optional<wire::Nested<ReferenceTime>>, std::nullopt>>{
                "reference", "the instant by a clock that hosts share"}};
    }
};

/// From the master to all, when it has sent nothing else for a while.
struct Beacon {
    static constexpr std::uint8_t type = 2;
    EnsembleId latest;
    DropOrder drops;
    friend bool operator==(const Beacon&, const Beacon&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Beacon::latest, wire::Nested<EnsembleId>>{"latest", "ensemble triggered"},
                            wire::Field<&Beacon::drops, wire::Nested<DropOrder>>{"drops", "the last order"}};
    }
};

/// From a camera to the master: it can capture again, since its frame fits the send buffer, or since it missed the
/// instant; or a trigger came late; or, as the answer to a trigger that is repeated, it is still sending its frame. In
/// the last two cases `through` is as it was told before.
struct Ready {
    static constexpr std::uint8_t type = 3;
    EnsembleId through;
    base::Duration late{};
    friend bool operator==(const Ready&, const Ready&) = default;
    static constexpr auto fields() {
        return wire::Fields{
            wire::Field<&Ready::through, wire::Nested<EnsembleId>>{"through", "ready for the instants after it"},
            wire::Field<&Ready::late, wire::Varint>{
                "late", "µs by which a trigger came after its instant, at its first sending; else 0"}};
    }
};

/// When cameras are triggered.
enum class Pace : std::uint8_t {
    blocking = 1, ///< when all cameras are ready (CP §3)
    periodic = 2, ///< once each interval, also while cameras are busy
    together = 3, ///< once each interval, unless a camera is not ready: then none captures, and no ensemble is partial
};

/// Part of the bandwidth of one flow, relative to those of others.
struct FlowWeight {
    static constexpr std::string_view name = "FlowWeight";
    std::uint8_t flow{0};
    std::uint32_t weight{1};
    friend bool operator==(const FlowWeight&, const FlowWeight&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&FlowWeight::flow, wire::U8>{"flow", "below 64"},
                            wire::Field<&FlowWeight::weight, wire::Varint>{"weight", "from 0 to weight_max"}};
    }
};

/// From the host that receives the cluster to all, when they change and then once a second.
struct CaptureSettings {
    static constexpr std::uint8_t type = 4;
    std::uint32_t revision{0};
    bool armed{false};
    Pace pace{Pace::blocking};
    base::Duration interval{std::chrono::milliseconds{66}};
    std::vector<FlowWeight> weights;
    friend bool operator==(const CaptureSettings&, const CaptureSettings&) = default;
    static constexpr auto fields() {
        using T = CaptureSettings;
        using Weights = wire::List<wire::Nested<FlowWeight>, limits::flows_max>;
        return wire::Fields{
            wire::Field<&T::revision, wire::Varint>{"revision", "rises with each change; a lower one is ignored"},
            wire::Field<&T::armed, wire::U8>{"armed", "1: cameras are triggered"},
            wire::Field<&T::pace, wire::U8>{"pace", "1 blocking, 2 periodic, 3 together"},
            wire::Field<&T::interval, wire::Varint>{"interval", "µs between triggers, at least if blocking"},
            wire::Field<&T::weights, Weights>{"weights", "of flows; 1000 for those that are not named"}};
    }
};

/// From a camera's host to all, once a second: how its aggregation point sees the path.
struct PathReport {
    static constexpr std::uint8_t type = 5;
    /// Of one flow, in bytes a second (NET.bw).
    std::uint64_t bandwidth{0};
    /// That share the path (FLOW.num).
    std::uint8_t flows{1};
    friend bool operator==(const PathReport&, const PathReport&) = default;
    static constexpr auto fields() {
        using T = PathReport;
        return wire::Fields{wire::Field<&T::bandwidth, wire::Varint>{"bandwidth", "NET.bw, bytes a second of one flow"},
                            wire::Field<&T::flows, wire::U8>{"flows", "FLOW.num, 1 to 64"}};
    }
};

using TriggerMessage = std::variant<Trigger, Beacon, Ready, CaptureSettings, PathReport>;

[[nodiscard]] base::Bytes encode(const TriggerMessage& message);
/// Nullopt if the bytes are no message. Numbers and times that are decoded are far from where they would overflow.
[[nodiscard]] std::optional<TriggerMessage> decode_trigger_message(base::ByteView bytes);

} // namespace plenum::cluster
