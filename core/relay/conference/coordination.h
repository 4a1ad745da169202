// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/aggregation_point.h"
#include "core/relay/conference/fan_out.h"

#include <array>
#include <map>
#include <memory>
#include <set>

namespace plenum::node {

/// The aggregation points of one conference (CP §2.1). All capture flows to one member are one application: that
/// member's link is their path.
class Coordination {
  public:
    /// Both outlive this.
    Coordination(const log::State& state, const FanOut& fan_out) : state_{state}, fan_out_{fan_out} {}

    /// Came with a datagram of this session. What is no shim of a capture flow that its member owns is ignored.
    void handle_shim(const RelaySession& from, const link::FragmentReceived& received, base::LocalTime now);
    /// A fragment of a capture flow is about to go to this session: to the receiver at the rate of the shared path, to
    /// the camera's host with this shim, which reports to it.
    [[nodiscard]] wire::Shim handle_forward(RelaySession& to, const log::FlowDeclaration& flow, base::LocalTime now);
    /// Flows were created or closed.
    void handle_flows_changed();

  private:
    struct Flow {
        base::FlowId id;
        base::MemberIndex owner;
        base::MemberIndex receiver;
    };
    struct Application {
        explicit Application(base::MemberIndex receiver, base::LocalTime now);
        std::shared_ptr<cluster::PathMeter> path;
        cluster::AggregationPoint point;
        base::LocalTime expire_at;
    };
    [[nodiscard]] Application& application_of(base::MemberIndex receiver, base::LocalTime now);
    /// The receiver's link has a rate of its own again.
    void end(base::MemberIndex receiver, const Application& application);

    const log::State& state_;
    const FanOut& fan_out_;
    /// By capture number; unused ones have id 0. Empty until first needed.
    std::array<Flow, base::limits::capture_flows_max> flows_{};
    bool flows_known_{false};
    /// By receiver.
    std::map<base::MemberIndex, Application> applications_;
};

} // namespace plenum::node
