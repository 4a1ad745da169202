// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"

#include <map>
#include <vector>

namespace plenum::sim {

/// A relay's simulated disk: keeps what the node told it to, through crashes of the program.
class Disk {
  public:
    void keep(const node::StoreConference& stored) { conferences_[stored.conference].access = stored.access; }
    /// False if the entry is not the next one of a conference that is kept.
    [[nodiscard]] bool keep(const node::StoreEntry& stored) {
        const auto found = conferences_.find(stored.conference);
        if (found == conferences_.end() || stored.position.value() != found->second.entries.size()) return false;
        found->second.entries.push_back(stored.entry);
        return true;
    }
    void forget(const node::ForgetConference& stored) { conferences_.erase(stored.conference); }

    [[nodiscard]] std::vector<node::ConferenceStored> contents() const {
        std::vector<node::ConferenceStored> result;
        for (const auto& [handle, kept] : conferences_)
            result.push_back({handle, kept.access, kept.entries});
        return result;
    }

  private:
    struct Kept {
        base::SecretKey access;
        std::vector<base::Bytes> entries;
    };
    std::map<base::ConferenceHandle, Kept> conferences_;
};

} // namespace plenum::sim
