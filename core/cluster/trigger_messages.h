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
#include <tuple>
#include <variant>

/// Messages between trigger master and cameras.
namespace plenum::cluster {

/// From the master to all: capture.
struct Trigger {
    static constexpr std::uint8_t type = 1;
    EnsembleId ensemble;
    /// Absent: as soon as the message arrives.
    std::optional<base::ConferenceTime> capture_at;
    base::Duration age{};
    DropOrder drops;
    friend bool operator==(const Trigger&, const Trigger&) = default;
    static constexpr auto fields() {
        using T = Trigger;
        return std::tuple{
            wire::Field<&T::ensemble, wire::Nested<EnsembleId>>{"ensemble", "to be captured"},
            wire::Field<&T::capture_at, wire::Optional<wire::Varint>>{"capture at", "conference time in µs"},
            wire::Field<&T::age, wire::Varint>{"age", "µs since this trigger was sent for the first time"},
            wire::Field<&T::drops, wire::Nested<DropOrder>>{"drops", "the last order"}};
    }
};

/// From the master to all, when it has sent nothing else for a while.
struct Beacon {
    static constexpr std::uint8_t type = 2;
    EnsembleId latest;
    DropOrder drops;
    friend bool operator==(const Beacon&, const Beacon&) = default;
    static constexpr auto fields() {
        return std::tuple{wire::Field<&Beacon::latest, wire::Nested<EnsembleId>>{"latest", "ensemble triggered"},
                          wire::Field<&Beacon::drops, wire::Nested<DropOrder>>{"drops", "the last order"}};
    }
};

/// From a camera to the master: it can capture again, since its frame fits the send buffer, or since it missed the
/// instant.
struct Ready {
    static constexpr std::uint8_t type = 3;
    EnsembleId through;
    friend bool operator==(const Ready&, const Ready&) = default;
    static constexpr auto fields() {
        return std::tuple{wire::Field<&Ready::through, wire::Nested<EnsembleId>>{"through", "the newest it was told"}};
    }
};

using TriggerMessage = std::variant<Trigger, Beacon, Ready>;

[[nodiscard]] base::Bytes encode(const TriggerMessage& message);
/// Nullopt if the bytes are no message. Numbers and times that are decoded are far from where they would overflow.
[[nodiscard]] std::optional<TriggerMessage> decode_trigger_message(base::ByteView bytes);

} // namespace plenum::cluster
