// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/content.h"

#include <cstddef>
#include <map>

namespace plenum::file {

/// Whom contents are for, as far as announcements tell. Private ones tell nothing here: they concern two alone.
class Audiences {
  public:
    static constexpr std::size_t contents_max = 65'536;

    /// Somebody who is in `group` now, or with 0 in none, announced it to `audience`. That counts for what nobody
    /// announced before, or if that one gets it anyway. Else whoever learns the hash of a group's file, which others
    /// can see, would have it given to everybody.
    void note(const base::Hash& hash, const Audience& audience, base::ConversationId group) {
        const auto known = entries_.find(hash);
        if (known == entries_.end() || known->second.audience.has(group)) add(hash, audience);
    }
    /// We give it to them. Until then, others may have announced what they never had.
    void offer(const base::Hash& hash, const Audience& audience) {
        if (const auto known = entries_.find(hash); known != entries_.end() && !known->second.ours)
            entries_.erase(known);
        add(hash, audience);
        set_ours(hash, true);
    }
    /// We give it to nobody of those any more, until it is restored; what is offered next begins anew.
    void withdraw(const base::Hash& hash) { set_ours(hash, false); }
    void restore(const base::Hash& hash) { set_ours(hash, true); }
    /// Nobody if nothing was announced.
    [[nodiscard]] Audience find(const base::Hash& hash) const {
        const auto known = entries_.find(hash);
        return known == entries_.end() ? Audience{} : known->second.audience;
    }

  private:
    struct Entry {
        Audience audience;
        bool ours{false};
    };
    void set_ours(const base::Hash& hash, bool ours) {
        if (const auto known = entries_.find(hash); known != entries_.end()) known->second.ours = ours;
    }
    void add(const base::Hash& hash, const Audience& audience) {
        if (entries_.size() < contents_max || entries_.contains(hash)) entries_[hash].audience.add(audience);
    }

    std::map<base::Hash, Entry> entries_;
};

} // namespace plenum::file
