// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/multicast/multicast_receiver.h"
#include "core/relay/multicast/tree_branches.h"
#include "core/relay/multicast/tree_router.h"
#include "core/relay/session_table.h"

namespace plenum::node {

/// An edge as a node of the multicast service, one for each door: what its members say is merged on the way to the
/// home, and what comes from there goes to each of them. What the home itself sends goes to further edges, and to this
/// one as a receiver of bodies.
class EdgeTrees {
  public:
    explicit EdgeTrees(SessionTable& sessions) : sessions_{sessions} {}

    struct Door {
        base::ConferenceHandle handle;
        /// The number that this edge drew.
        std::uint64_t edge{0};
        /// Sessions that came through the door.
        std::vector<base::SessionIndex> sessions;
    };
    void handle_from_member(RelaySession& member, const wire::TreeFrame& frame, const Door& door, base::LocalTime now);
    /// `member`: whose way to the home brought it.
    void handle_from_home(RelaySession& member, const wire::TreeFrame& frame, const Door& door, base::LocalTime now);
    /// The home tells whose session it is. Elsewhere that member counts no more.
    void handle_index(RelaySession& session, base::MemberIndex member, const Door& door, base::LocalTime now);
    void handle_left(const RelaySession& member, const Door& door, base::LocalTime now);
    /// What the home referred to.
    void expect(const base::ConferenceHandle& door, const wire::BodyReference& reference, base::LocalTime now);
    /// Null before the first packet of a tree.
    [[nodiscard]] const MulticastReceiver* bodies(const base::ConferenceHandle& door) const;
    /// Of the homes' streams.
    [[nodiscard]] std::vector<RelayRepairs> repairs();
    /// Nobody is left behind it.
    void remove(const base::ConferenceHandle& door) { doors_.erase(door); }
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    struct Known {
        explicit Known(std::uint64_t drawn) : edge{drawn}, router{edge_node(drawn)}, bodies{edge_receiver(drawn)} {}

        std::uint64_t edge;
        TreeRouter router;
        MulticastReceiver bodies;
        std::vector<base::SessionIndex> sessions;
    };
    void handle(base::ByteView packet, const TreeRouter::Arrival& arrival, const Door& door, base::LocalTime now);
    [[nodiscard]] std::vector<RelaySession*> sessions_of(const Known& known);
    [[nodiscard]] TreeBranches branches_of(const Known& known);
    /// Of the home as a source: other edges and this one.
    [[nodiscard]] TreeRouter::Branches branches_of_home(const Known& known);
    /// A session whose way to the home is open; null if there is none.
    [[nodiscard]] RelaySession* way_home(const Known& known);
    /// Sessions that wait for bodies look at what has come.
    void tell_changed(Known& known);
    void send(Known& known, const TreeRouter::Transmission& transmission, base::LocalTime now);
    void send_all(Known& known, base::LocalTime now);
    void send_up(RelaySession& member, const wire::TreeFrame& frame, base::LocalTime now);

    SessionTable& sessions_;
    std::map<base::ConferenceHandle, Known> doors_;
};

} // namespace plenum::node
