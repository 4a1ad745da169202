// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/camera_host.h"
#include "core/cluster/exchange/cluster_flows.h"

#include <optional>

namespace plenum::cluster {

/// A member with a camera. It waits for the receiver of its cluster, and begins anew when that is another one, or when
/// we are somebody new.
class CameraMember {
  public:
    explicit CameraMember(std::string_view cluster) : flows_{cluster} {}

    void handle(const node::Event& event, base::LocalTime now);
    /// What the clock that hosts share shows now; nullopt while it is not known.
    void set_reference(const std::optional<ReferenceClock>& reference) { reference_ = reference; }
    /// The shutter opened at this time. No effect unless hardware opens it.
    void handle_pulse(base::LocalTime at);
    /// What was captured; empty if nothing could be.
    void handle_captured(const Capture& capture, base::Bytes bytes);

    using Output = std::variant<Command, Capture>;
    /// The next for the node or the camera to do. Call until it returns nullopt.
    [[nodiscard]] std::optional<Output> poll(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// Null until our flow is there.
    [[nodiscard]] const CameraHost* host() const { return host_ ? &*host_ : nullptr; }
    [[nodiscard]] const ClusterFlows& flows() const { return flows_; }

  private:
    void settle(base::LocalTime now);
    [[nodiscard]] std::optional<Output> poll_host(base::LocalTime now);
    [[nodiscard]] Clocks clocks() const { return {*clock_, reference_}; }

    ClusterFlows flows_;
    std::optional<base::ClockOffset> clock_;
    std::optional<ReferenceClock> reference_;
    std::optional<CameraHost> host_;
    /// Its own, and whom it serves.
    base::FlowId flow_;
    base::MemberIndex receiver_;
    unsigned attempts_{0};
    base::LocalTime create_at_{};
};

} // namespace plenum::cluster
