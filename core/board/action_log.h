// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/board.h"

#include <deque>
#include <expected>
#include <vector>

namespace plenum::board {

/// The messages of one action of a user.
struct Edit {
    /// To be given to the author's own board, and to be published, in this order.
    std::vector<base::Bytes> messages;
    /// Objects and pages that the action made.
    std::vector<ObjectId> objects;
    std::vector<PageId> pages;
};
using EditResult = std::expected<Edit, Refusal>;

/// Numbers the operations of one sender, packs them into messages, and keeps the gestures for undo and redo.
class ActionLog {
  public:
    /// Goes on after the messages of `sender` that `board` has accepted.
    ActionLog(const Board& board, base::MemberIndex sender);

    /// One action as one gesture, after which nothing can be redone. An error changes nothing.
    [[nodiscard]] EditResult act(const std::vector<Operation>& operations);
    /// More of the newest gesture.
    [[nodiscard]] EditResult proceed(const std::vector<Operation>& operations);

    [[nodiscard]] bool can_undo() const { return top(undo_).has_value(); }
    [[nodiscard]] bool can_redo() const { return top(redo_).has_value(); }
    /// The gesture that `undo` takes back; nullopt for none.
    [[nodiscard]] std::optional<GestureNumber> undoable() const { return top(undo_); }
    [[nodiscard]] EditResult undo();
    [[nodiscard]] EditResult redo();

    /// The number of the next operation.
    [[nodiscard]] OperationNumber next() const { return next_; }
    [[nodiscard]] base::MemberIndex sender() const { return sender_; }

  private:
    [[nodiscard]] EditResult pack(const std::vector<Operation>& operations, GestureNumber gesture);
    [[nodiscard]] bool add(Edit& edit, Message message) const;
    /// The newest gesture of a stack if it is still in the window.
    [[nodiscard]] std::optional<GestureNumber> top(const std::deque<GestureNumber>& stack) const;
    template <class Toggle>
    [[nodiscard]] EditResult toggle(std::deque<GestureNumber>& from, std::deque<GestureNumber>& to);

    base::MemberIndex sender_;
    std::uint32_t window_;
    OperationNumber next_;
    GestureNumber gesture_;
    std::deque<GestureNumber> undo_;
    std::deque<GestureNumber> redo_;
};

} // namespace plenum::board
