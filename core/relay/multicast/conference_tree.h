// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference/fan_out.h"
#include "core/relay/multicast/tree_router.h"

namespace plenum::node {

/// The home of a conference as a node of the multicast service. Moderators may be sources; their packets go once to
/// each member and once to each edge. What receivers say of them is merged here, and goes to the source.
class ConferenceTree {
  public:
    /// Both outlive this.
    ConferenceTree(const log::State& state, FanOut& fan_out) : state_{state}, fan_out_{fan_out}, router_{home_node} {}

    /// What a member may not send is dropped.
    void handle(RelaySession& from, const wire::TreeFrame& frame, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    /// The session is not among the receivers any more.
    void handle_left(const RelaySession& session, base::LocalTime now);
    /// A member has a newer session. An edge that still counts it says anew whom it counts.
    void handle_moved(const RelaySession& older, const RelaySession& newer, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const { return router_.next_wakeup(); }
    /// Sessions that were sent something since the last call.
    [[nodiscard]] std::vector<RelaySession*> take_touched() { return std::exchange(touched_, {}); }

    [[nodiscard]] const TreeRouter& router() const { return router_; }

  private:
    void forget(const RelaySession& session, base::LocalTime now);
    void send(base::LocalTime now);

    const log::State& state_;
    FanOut& fan_out_;
    TreeRouter router_;
    std::vector<RelaySession*> touched_;
};

} // namespace plenum::node
