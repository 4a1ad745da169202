// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/camera_flow.h"
#include "core/cluster/trigger_group.h"

#include <optional>
#include <variant>
#include <vector>

namespace plenum::cluster {

/// One host with a camera: it is triggered, triggers the others when it is its turn, and sends what its camera
/// captures.
class CameraHost {
  public:
    /// `receiver`: who gets the frames, and decides how cameras are triggered.
    CameraHost(base::MemberIndex self, base::MemberIndex receiver, FlowNumber flow, base::LocalTime now);

    /// The hosts with cameras, ourselves included, in the order in which they become master.
    void set_hosts(const std::vector<base::MemberIndex>& hosts) { triggers_.set_hosts(hosts); }
    /// A message about triggers. Ignored if it is none that `from` may send.
    void handle_trigger_message(base::MemberIndex from, base::ByteView message, base::LocalTime now,
                                const Clocks& clocks);
    /// Of the receiver, on our flow.
    void handle_flow_message(base::ByteView message, base::LocalTime now);
    void handle_reports(const InboundShim& shim, base::LocalTime now);
    /// The shutter opened at this time. No effect unless hardware opens it.
    void handle_pulse(base::LocalTime at) { triggers_.handle_pulse(at); }
    /// What was captured; empty if nothing could be.
    void handle_captured(const Capture& capture, base::Bytes bytes);

    struct ToCluster {
        base::Bytes message;
    };
    struct ToReceiver {
        base::Bytes message;
        OutboundShim shim;
    };
    using Output = std::variant<ToCluster, ToReceiver, Capture>;
    /// Call until it returns nullopt.
    [[nodiscard]] std::optional<Output> poll(base::LocalTime now, const Clocks& clocks);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] const CaptureSettings& settings() const { return settings_; }
    [[nodiscard]] const TriggerGroup& triggers() const { return triggers_; }
    [[nodiscard]] const CameraFlow& flow() const { return flow_; }
    struct Counts {
        std::uint64_t captured{0};
        std::uint64_t refused{0}; ///< too long, or no room in the send buffer
        std::uint64_t dropped{0}; ///< by an order
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }

  private:
    void handle(const CaptureSettings& settings, base::LocalTime now);
    void shed(base::LocalTime now);
    void note_room();
    [[nodiscard]] std::optional<PathReport> poll_report(base::LocalTime now);

    base::MemberIndex receiver_;
    FlowNumber number_;
    TriggerGroup triggers_;
    CameraFlow flow_;
    CaptureSettings settings_;
    DropOrder obeyed_;
    /// A frame was pushed and does not fit the send buffer yet.
    bool full_{false};
    base::LocalTime shed_at_{};
    /// When the path was told last.
    base::LocalTime reported_at_{};
    Counts counts_;
};

} // namespace plenum::cluster
