// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/state.h"

#include <expected>
#include <vector>

/// A whiteboard that several people draw on at the same time (docs/board.md).
namespace plenum::board {

/// One replica. Replicas that were given the same messages are equal, whatever the order between senders was.
class Board {
  public:
    explicit Board(const Rules& rules = {}) : rules_{rules} {}
    /// A state that `restore` has checked.
    Board(State state, const Rules& rules) : rules_{rules}, state_{std::move(state)} {}

    /// Takes the next message of a sender: each sender's messages come in order, and all once. A message that names
    /// something of which nothing has arrived is kept and applied later. The error is why the whole message is refused
    /// and nothing changed; `Changes::refused` names the operations of accepted messages that changed nothing.
    [[nodiscard]] std::expected<Changes, Refusal> apply(const Author& author, base::ByteView message,
                                                        Authority authority);

    /// The least with which the next message of this author is not refused in part.
    [[nodiscard]] Authority authority_needed(const Author& author, base::ByteView message) const;

    /// The visible pages, in their order, without those of shared screens.
    [[nodiscard]] std::vector<PageId> pages() const;
    /// Null where there is none. Pages and objects that are deleted, and whose deletion can be undone, are there.
    [[nodiscard]] const Page* find(PageId id) const { return state_.canvas.find(id); }
    [[nodiscard]] const Object* find(ObjectId id) const { return state_.canvas.find(id); }
    /// The visible objects of a page whose boxes intersect `box`, from the bottom to the top.
    [[nodiscard]] std::vector<ObjectId> find(PageId page, const Box& box) const;
    /// One more than the highest version of the property, for a write of it.
    [[nodiscard]] Version next_version(const Target& target) const;
    /// Who made an object or a page. Nullopt for the first page, and for senders without a message.
    [[nodiscard]] std::optional<PersonIndex> owner(OperationId id) const;

    /// So much has been used that editors make nothing new.
    [[nodiscard]] bool nearly_full() const { return state_.bytes >= limits::board_bytes_max; }
    /// The replica accepts nothing more.
    [[nodiscard]] bool full() const { return state_.full; }
    /// Messages of some senders wait for others.
    [[nodiscard]] bool waits() const { return !state_.waiting.empty(); }

    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] const Rules& rules() const { return rules_; }

  private:
    [[nodiscard]] std::optional<Refusal> refuse(const Author& author, const Message& message, std::uint64_t cost) const;
    bool run(base::MemberIndex sender, Pending& pending, Changes& changes);
    bool resume(base::MemberIndex sender, Changes& changes);
    void resume_all(Changes& changes);

    Rules rules_;
    State state_;
};

} // namespace plenum::board
