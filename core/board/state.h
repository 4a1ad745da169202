// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/canvas.h"

#include <deque>
#include <map>
#include <optional>
#include <set>

namespace plenum::board {

/// All replicas of a board have the same rules.
struct Rules {
    /// Gestures of a sender that can be undone; at least 1.
    std::uint32_t undo_gestures{limits::undo_gestures};
};

/// A message, and how far it is applied.
struct Pending {
    Message message;
    Authority authority{Authority::draw};
    /// Operations of it that are applied.
    std::size_t applied{0};
};

/// A message that waits behind another one of its sender.
struct Queued {
    base::Bytes bytes;
    Authority authority{Authority::draw};
};

/// Progress, budget and undo window of one sender.
struct Sender {
    PersonIndex person{};
    /// Last operation and gesture that were accepted; some may still wait.
    OperationNumber accepted{};
    GestureNumber accepted_gesture{};
    /// Last operation that was applied or refused.
    OperationNumber applied{};
    /// Used up of limits::sender_bytes_max, of sender_work_max and of sender_pages_max.
    std::uint64_t bytes{0};
    std::uint64_t work{0};
    std::uint32_t pages{0};
    GestureWindow gestures;
    /// Names something that is yet to come.
    std::optional<Pending> waiting;
    std::deque<Queued> queue;
};

/// All of a board. It is a function of how much of each sender's operations has arrived.
struct State {
    Canvas canvas;
    std::map<base::MemberIndex, Sender> senders;
    /// Used up of limits::board_bytes_top.
    std::uint64_t bytes{0};
    bool full{false};
    /// Senders with a message that waits.
    std::set<base::MemberIndex> waiting;

    /// Null for a sender without an accepted message.
    [[nodiscard]] const Sender* find(base::MemberIndex sender) const {
        const auto found = senders.find(sender);
        return found == senders.end() ? nullptr : &found->second;
    }
    /// The last operation of a sender that was applied; 0 for none.
    [[nodiscard]] OperationNumber applied(base::MemberIndex sender) const {
        const auto* found = find(sender);
        return found == nullptr ? OperationNumber{0} : found->applied;
    }
};

} // namespace plenum::board
