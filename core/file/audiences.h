// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/content.h"

#include <cstddef>
#include <map>

namespace plenum::file {

/// Whom contents are for, as far as announcements tell.
class Audiences {
  public:
    static constexpr std::size_t contents_max = 65'536;

    /// Somebody who is in `group` now, or with 0 in none, announced it to `audience`. That counts for what nobody
    /// announced before, or if that one gets it anyway. Else whoever learns the hash of a group's file, which others
    /// can see, would have it given to everybody.
    void note(const base::Hash& hash, const Audience& audience, base::ConversationId group) {
        const auto known = audiences_.find(hash);
        if (known == audiences_.end() || known->second.has(group)) add(hash, audience);
    }
    /// We give it to them.
    void add(const base::Hash& hash, const Audience& audience) {
        if (audiences_.size() < contents_max || audiences_.contains(hash)) audiences_[hash].add(audience);
    }
    /// Nobody if nothing was announced.
    [[nodiscard]] Audience find(const base::Hash& hash) const {
        const auto known = audiences_.find(hash);
        return known == audiences_.end() ? Audience{} : known->second;
    }

  private:
    std::map<base::Hash, Audience> audiences_;
};

} // namespace plenum::file
