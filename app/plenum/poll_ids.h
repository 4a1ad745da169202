// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/exchange/poll_book.h"
#include "ui/port/poll_types.h"

#include <algorithm>
#include <map>

namespace plenum::app {

/// Numbers under which the window knows polls of this call. Those of polls that the book has forgotten are forgotten
/// too, and come for no other poll.
class PollIds {
  public:
    [[nodiscard]] ui::PollId id_of(const tree::PollKey& key, const tree::PollBook& book) {
        if (const auto known = ids_.find(key); known != ids_.end()) return known->second;
        std::erase_if(ids_, [&](const auto& item) { return book.find(item.first) == nullptr; });
        last_ = last_.next();
        return ids_.emplace(key, last_).first->second;
    }
    /// Nobody's poll if the number is not known.
    [[nodiscard]] tree::PollKey key_of(ui::PollId id) const {
        const auto found = std::ranges::find_if(ids_, [&](const auto& item) { return item.second == id; });
        return found == ids_.end() ? tree::PollKey{} : found->first;
    }
    [[nodiscard]] std::size_t size() const { return ids_.size(); }

  private:
    std::map<tree::PollKey, ui::PollId> ids_;
    ui::PollId last_;
};

} // namespace plenum::app
