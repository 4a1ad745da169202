// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <deque>
#include <map>
#include <vector>

namespace plenum::app {

/// The members whom this person blocked for this call, and their messages meanwhile (docs/security.md, Identity).
class BlockedPeople {
  public:
    /// Kept of one sender; older ones are dropped.
    static constexpr std::size_t messages_max = 200;

    void add(base::MemberIndex index) { held_.try_emplace(index); }
    [[nodiscard]] bool contains(base::MemberIndex index) const { return held_.contains(index); }
    /// True if the sender is blocked; the message is then kept here.
    [[nodiscard]] bool hold(const ui::ChatMessage& message);
    /// No longer blocked. Returns their messages, oldest first.
    [[nodiscard]] std::vector<ui::ChatMessage> release(base::MemberIndex index);
    /// Messages kept here, of all senders.
    [[nodiscard]] std::size_t messages() const;
    void forget(base::MemberIndex index) { held_.erase(index); }
    void clear() { held_.clear(); }

  private:
    std::map<base::MemberIndex, std::deque<ui::ChatMessage>> held_;
};

} // namespace plenum::app
