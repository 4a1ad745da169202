// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/state.h"

namespace plenum::board {

/// What a message with these operations has to be permitted to do, as the board stands.
[[nodiscard]] Authority authority_needed(const State& state, const Author& author, const Message& message);

/// Applies operations of one sender to the state (docs/board.md, "Merging").
///
/// The problem: replicas get concurrent operations in different orders, and a sender that lies about the operations
/// that it had seen must not make them differ. The intuition: an operation that names something later than what has
/// arrived waits, and its sender's later ones with it. So each replica applies the same operations in the end, and the
/// result depends on how far each sender has come, never on the order between senders. The alternative, to refuse such
/// operations, would have replicas disagree about the refusal.
class Merge {
  public:
    Merge(State& state, const Rules& rules, base::MemberIndex sender, Changes& changes)
        : state_{state},
          rules_{rules},
          sender_{sender},
          self_{state.senders[sender]},
          changes_{changes} {}

    /// Applies the operations that are ready. False if one has to wait.
    bool run(Pending& pending);

  private:
    using Outcome = std::optional<Refusal>;

    [[nodiscard]] bool is_ready(const Operation& operation) const;
    [[nodiscard]] bool has_arrived(OperationId id) const;
    void begin_gesture();
    Outcome apply_one(const Operation& operation, Authority authority);
    Outcome charge(std::uint32_t work, std::uint32_t writes);

    template <class T>
    Outcome create(const T& operation);
    Outcome handle(const BeginStroke& operation);
    Outcome handle(const AddShape& operation) { return create(operation); }
    Outcome handle(const AddLabel& operation) { return create(operation); }
    Outcome handle(const AddImage& operation) { return create(operation); }
    Outcome handle(const AppendPoints& operation);
    template <Property Which, std::uint8_t Type, class On, class Value, class Field>
    Outcome handle(const Set<Which, Type, On, Value, Field>& operation);
    Outcome handle(const DeleteObject& operation);
    Outcome handle(const DeletePage& operation);
    Outcome handle(const ClearPage& operation);
    Outcome handle(const AddPage& operation);
    Outcome handle(const Undo& operation) { return toggle(operation.gesture, true); }
    Outcome handle(const Redo& operation) { return toggle(operation.gesture, false); }
    Outcome toggle(GestureNumber number, bool undone);

    [[nodiscard]] Gesture& gesture() { return *self_.gestures.find(self_.gestures.newest()); }
    [[nodiscard]] GestureId gesture_id() const { return {sender_, self_.gestures.newest()}; }

    State& state_;
    const Rules& rules_;
    base::MemberIndex sender_;
    Sender& self_;
    Changes& changes_;
    /// The operation that is applied now.
    OperationNumber number_{};
};

} // namespace plenum::board
