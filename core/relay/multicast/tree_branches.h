// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/multicast/tree_router.h"
#include "core/relay/relay_session.h"

#include <map>
#include <span>
#include <vector>

namespace plenum::node {

/// The branch that a session is on. Another edge that relays it is one branch, whatever else it relays.
[[nodiscard]] inline TreeNeighbour branch_of(const RelaySession& session) {
    return session.peer.edge ? TreeNeighbour{TreeNeighbour::Kind::edge, session.peer.edge->edge()}
                             : TreeNeighbour::of(session.index);
}

/// The branches below a relay, each with the session that carries its packets.
class TreeBranches {
  public:
    TreeBranches() = default;
    /// Of sessions that are not closed. Any session of an edge brings packets to it, so one that is heard.
    explicit TreeBranches(std::span<RelaySession* const> sessions) {
        for (const bool silent : {false, true})
            for (auto* session : sessions)
                if (session->link.silent() == silent && !session->link.closed()) add(*session);
    }
    void add(RelaySession& session) { carriers_.try_emplace(branch_of(session), &session); }
    void add(const TreeNeighbour& neighbour, RelaySession& carrier) { carriers_.try_emplace(neighbour, &carrier); }
    /// Null if nobody is there.
    [[nodiscard]] RelaySession* find(const TreeNeighbour& neighbour) const {
        const auto found = carriers_.find(neighbour);
        return found == carriers_.end() ? nullptr : found->second;
    }
    [[nodiscard]] std::vector<TreeNeighbour> neighbours() const {
        std::vector<TreeNeighbour> all;
        all.reserve(carriers_.size());
        for (const auto& [neighbour, carrier] : carriers_)
            all.push_back(neighbour);
        return all;
    }

  private:
    std::map<TreeNeighbour, RelaySession*> carriers_;
};

} // namespace plenum::node
