// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"

#include <map>
#include <vector>

namespace plenum::sim {

/// What a relay said is to be kept, as a disk would have it that never fails: through crashes of the program. Where
/// another store does the keeping, this is what it is measured by.
class Disk {
  public:
    struct Kept {
        base::SecretKey access;
        std::vector<base::Bytes> entries;
        /// Entries of turns that ended: others may have heard of these.
        std::size_t promised{0};
        /// Entries that a store said are durable.
        std::size_t saved{0};
    };

    void keep(const node::StoreConference& stored) { conferences_[stored.conference].access = stored.access; }
    /// False if the entry is not the next one of a conference that is kept.
    [[nodiscard]] bool keep(const node::StoreEntry& stored) {
        const auto found = conferences_.find(stored.conference);
        if (found == conferences_.end() || stored.position.value() != found->second.entries.size()) return false;
        found->second.entries.push_back(stored.entry);
        return true;
    }
    void forget(const node::ForgetConference& stored) { conferences_.erase(stored.conference); }

    void promise_all() {
        for (auto& [handle, kept] : conferences_)
            kept.promised = kept.entries.size();
    }
    void save_all() {
        for (auto& [handle, kept] : conferences_)
            kept.saved = kept.entries.size();
    }
    /// From here on this is what there is.
    void replace(const std::vector<node::ConferenceStored>& loaded, bool saved) {
        conferences_.clear();
        for (const auto& each : loaded) {
            const auto size = each.entries.size();
            conferences_[each.conference] = {each.access, each.entries, size, saved ? size : 0};
        }
    }

    [[nodiscard]] const std::map<base::ConferenceHandle, Kept>& conferences() const { return conferences_; }
    [[nodiscard]] std::vector<node::ConferenceStored> contents() const {
        std::vector<node::ConferenceStored> result;
        for (const auto& [handle, kept] : conferences_)
            result.push_back({handle, kept.access, kept.entries});
        return result;
    }

  private:
    std::map<base::ConferenceHandle, Kept> conferences_;
};

} // namespace plenum::sim
