// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference/fan_out.h"
#include "core/relay/multicast/multicast_source.h"
#include "core/relay/multicast/tree_branches.h"
#include "core/relay/multicast/tree_router.h"

namespace plenum::node {

/// The home of a conference as a node of the multicast service. Moderators may be sources; their packets go once to
/// each member and once to each edge. What receivers say of them is merged here, and goes to the source. The home
/// itself is a source too, of bodies for edges; members hear nothing of that.
class ConferenceTree {
  public:
    /// `state` and `fan_out` outlive this. `run`: drawn by this run of the relay.
    ConferenceTree(const log::State& state, FanOut& fan_out, std::uint64_t run)
        : state_{state},
          fan_out_{fan_out},
          router_{home_node},
          bodies_{run} {}

    /// What a member may not send is dropped.
    void handle(RelaySession& from, const wire::TreeFrame& frame, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    /// The session is not among the receivers any more.
    void handle_left(const RelaySession& session, base::LocalTime now);
    /// A member has a newer session. An edge that still counts it says anew whom it counts.
    void handle_moved(const RelaySession& older, const RelaySession& newer, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const { return std::min(router_.next_wakeup(), bodies_.next_wakeup()); }
    /// Bodies that were shared are sent with `send_bodies`.
    [[nodiscard]] MulticastSource& bodies() { return bodies_; }
    /// False if there was nothing to send.
    bool send_bodies(base::LocalTime now);
    /// Sessions that were sent something since the last call.
    [[nodiscard]] std::vector<RelaySession*> take_touched() { return std::exchange(touched_, {}); }

    [[nodiscard]] const TreeRouter& router() const { return router_; }
    /// Of the home's own stream; nullopt where nothing was shared lately.
    [[nodiscard]] std::optional<RelayRepairs> repairs() const;

  private:
    void forget(const RelaySession& session, base::LocalTime now);
    /// Of `home_node` as the source.
    void handle_from_edge(RelaySession& from, base::ByteView packet, base::LocalTime now);
    void route_bodies(base::LocalTime now);
    void send(base::LocalTime now);
    [[nodiscard]] TreeBranches edges() const;
    [[nodiscard]] TreeBranches everyone() const;

    const log::State& state_;
    FanOut& fan_out_;
    TreeRouter router_;
    MulticastSource bodies_;
    std::vector<RelaySession*> touched_;
};

} // namespace plenum::node
