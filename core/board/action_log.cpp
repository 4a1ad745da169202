// SPDX-License-Identifier: Apache-2.0
#include "core/board/action_log.h"

#include <concepts>

namespace plenum::board {
namespace {

/// Format, first number and gesture.
constexpr std::size_t header_bytes_max = 1 + 4 + 4;

/// Enters the object or page that an operation makes.
void note_made(Edit& edit, const Operation& operation, OperationId id) {
    std::visit(
        [&]<class T>(const T&) {
            if constexpr (std::same_as<T, AddPage>)
                edit.pages.push_back({id.sender, id.number});
            else if constexpr (requires(const T& each) { each.position; })
                edit.objects.push_back({id.sender, id.number});
        },
        operation);
}

} // namespace

ActionLog::ActionLog(const Board& board, base::MemberIndex sender)
    : sender_{sender},
      window_{board.rules().undo_gestures} {
    const auto* known = board.state().find(sender);
    next_ = known == nullptr ? OperationNumber{1} : known->accepted.next();
    gesture_ = known == nullptr ? GestureNumber{0} : known->accepted_gesture;
}

EditResult ActionLog::act(const std::vector<Operation>& operations) {
    auto edit = pack(operations, gesture_.next());
    if (!edit) return edit;
    gesture_ = gesture_.next();
    undo_.push_back(gesture_);
    if (undo_.size() > window_) undo_.pop_front();
    redo_.clear();
    return edit;
}

EditResult ActionLog::proceed(const std::vector<Operation>& operations) { return pack(operations, gesture_); }

EditResult ActionLog::undo() { return toggle<Undo>(undo_, redo_); }

EditResult ActionLog::redo() { return toggle<Redo>(redo_, undo_); }

template <class Toggle>
EditResult ActionLog::toggle(std::deque<GestureNumber>& from, std::deque<GestureNumber>& to) {
    const auto gesture = top(from);
    if (!gesture) return std::unexpected{Refusal::nothing_to_do};
    auto edit = pack({Toggle{*gesture}}, gesture_);
    if (!edit) return edit;
    from.pop_back();
    to.push_back(*gesture);
    return edit;
}

std::optional<GestureNumber> ActionLog::top(const std::deque<GestureNumber>& stack) const {
    if (stack.empty() || gesture_.value() - stack.back().value() >= window_) return std::nullopt;
    return stack.back();
}

EditResult ActionLog::pack(const std::vector<Operation>& operations, GestureNumber gesture) {
    if (operations.empty()) return std::unexpected{Refusal::nothing_to_do};
    if (operations.size() > limits::gesture_writes_max) return std::unexpected{Refusal::gesture_full};
    Edit edit;
    auto number = next_;
    Message message{number, gesture, {}};
    std::size_t bytes = header_bytes_max;
    for (const auto& operation : operations) {
        const auto size = encoded_size(operation);
        const bool full =
            message.operations.size() == limits::message_operations_max || bytes + size > limits::message_bytes_max;
        if (full && !message.operations.empty()) {
            if (!add(edit, std::move(message))) return std::unexpected{Refusal::malformed};
            message = {number, gesture, {}};
            bytes = header_bytes_max;
        }
        note_made(edit, operation, {sender_, number});
        message.operations.push_back(operation);
        bytes += size;
        number = number.next();
    }
    if (!add(edit, std::move(message))) return std::unexpected{Refusal::malformed};
    next_ = number;
    return edit;
}

/// False for values that no receiver accepts.
bool ActionLog::add(Edit& edit, Message message) const {
    auto bytes = encode(message);
    if (!decode_message(bytes)) return false;
    edit.messages.push_back(std::move(bytes));
    return true;
}

} // namespace plenum::board
