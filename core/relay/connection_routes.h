// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/connection.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

namespace plenum::node {

/// Whose connection takes datagrams at an index. A stranger's datagram costs one look-up, however many there are.
template <typename Owner>
class ConnectionRoutes {
  public:
    /// After each flush of the connection: nobody else knows an index of it before.
    void note(const Owner& owner, const Connection& connection) {
        auto& known = known_[owner];
        for (const auto& index : connection.latest_indices()) {
            if (!index || std::ranges::find(known, *index) != known.end()) continue;
            std::erase_if(known, [&](base::SessionIndex old) {
                const bool gone = !connection.takes(old) && !connection.dials(old);
                if (gone) remove_route(old, owner);
                return gone;
            });
            known.push_back(*index);
            owners_.insert_or_assign(*index, owner);
        }
    }
    void remove(const Owner& owner) {
        const auto found = known_.find(owner);
        if (found == known_.end()) return;
        for (const auto index : found->second)
            remove_route(index, owner);
        known_.erase(found);
    }
    /// Null where there is none. The connection may have forgotten the index since.
    [[nodiscard]] const Owner* find(base::SessionIndex index) const {
        const auto found = owners_.find(index);
        return found == owners_.end() ? nullptr : &found->second;
    }

  private:
    /// Two may have drawn the same one.
    void remove_route(base::SessionIndex index, const Owner& owner) {
        if (const auto found = owners_.find(index); found != owners_.end() && found->second == owner)
            owners_.erase(found);
    }

    std::unordered_map<base::SessionIndex, Owner> owners_;
    std::map<Owner, std::vector<base::SessionIndex>> known_;
};

} // namespace plenum::node
