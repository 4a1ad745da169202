// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <deque>
#include <map>
#include <vector>

namespace plenum::app {

/// Those who came under a known name with another key: what they say is kept from us until the person decides
/// (docs/security.md, Identity).
class Withheld {
  public:
    /// Of one sender; the oldest go.
    static constexpr std::size_t messages_max = 200;

    void add(base::MemberIndex index) { held_.try_emplace(index); }
    [[nodiscard]] bool contains(base::MemberIndex index) const { return held_.contains(index); }
    /// Whether the person was asked about somebody and has not answered.
    [[nodiscard]] bool undecided() const;
    /// They stay as they are; the person knows.
    void put_off(base::MemberIndex index);
    /// Whether the message is kept here.
    [[nodiscard]] bool hold(const ui::ChatMessage& message);
    /// The person took them for somebody new: what they wrote, in order.
    [[nodiscard]] std::vector<ui::ChatMessage> release(base::MemberIndex index);
    /// Messages kept here, of all.
    [[nodiscard]] std::size_t messages() const;
    void forget(base::MemberIndex index) { held_.erase(index); }
    void clear() { held_.clear(); }

  private:
    struct Held {
        std::deque<ui::ChatMessage> messages;
        bool put_off{false};
    };
    std::map<base::MemberIndex, Held> held_;
};

} // namespace plenum::app
