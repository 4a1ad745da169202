// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "ui/port/port_types.h"

#include <deque>
#include <map>
#include <vector>

namespace plenum::app {

/// The people whom this person blocked for this call, by their keys, and their messages meanwhile (docs/security.md,
/// Identity). Leaving and joining again undoes no block.
class BlockedPeople {
  public:
    /// Kept of one sender; older ones are dropped.
    static constexpr std::size_t messages_max = 200;

    void add(const base::IdentityKey& person) { held_.try_emplace(person); }
    [[nodiscard]] bool contains(const base::IdentityKey& person) const { return held_.contains(person); }
    /// True if the sender is blocked; the message is then kept here.
    [[nodiscard]] bool hold(const base::IdentityKey& sender, const ui::ChatMessage& message);
    /// No longer blocked. Returns their messages, oldest first.
    [[nodiscard]] std::vector<ui::ChatMessage> release(const base::IdentityKey& person);
    /// Messages kept here, of all senders.
    [[nodiscard]] std::size_t messages() const;

  private:
    std::map<base::IdentityKey, std::deque<ui::ChatMessage>> held_;
};

} // namespace plenum::app
