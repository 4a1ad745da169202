// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/bytes.h"
#include "core/board/journal.h"

#include <deque>
#include <optional>
#include <vector>

namespace plenum::board {

/// Our messages on the flow of the board, until everybody has them or it is sure that nobody gets them.
class Outbox {
  public:
    /// Between two messages: the flow is declared for 30 a second, and receivers have room for no more.
    static constexpr base::Duration pace = std::chrono::milliseconds{36};
    /// With the node and not accepted: after a lost link the node sends them all at once, and receivers have room for a
    /// third of a second of what the flow declares.
    static constexpr std::size_t on_the_way_max = 10;

    struct Outcome {
        Publication publication;
        bool accepted{false};
        friend bool operator==(const Outcome&, const Outcome&) = default;
    };

    /// Behind all others. `body` is enclosed.
    void push(Publication publication, Authority authority, base::Bytes body) {
        open_.push_back({publication, authority, std::move(body)});
    }
    /// The next that the node should publish on the flow of the board, one after the other. What claims more than to
    /// draw must be accepted before another goes.
    [[nodiscard]] bool has_next() const { return find_next() != open_.end(); }
    [[nodiscard]] std::optional<node::Publish> next(base::FlowId flow) const;
    /// The node took `next`.
    void note_handed_over();
    /// What became of messages on the flow, in the order in which they were published.
    [[nodiscard]] std::vector<Outcome> handle(const node::Event& event, base::FlowId flow);
    [[nodiscard]] bool empty() const { return open_.empty(); }
    void clear() { open_.clear(); }

  private:
    struct Open {
        /// 0: sent under an earlier name, and published once more by the node in vain.
        Publication publication{};
        Authority authority{Authority::draw};
        base::Bytes body;
        bool handed_over{false};
        /// 0 before it has its number.
        base::SequenceNumber sequence{};
    };
    using Place = std::deque<Open>::iterator;
    [[nodiscard]] std::deque<Open>::const_iterator find_next() const;
    /// The oldest that the node has and that has no number yet.
    [[nodiscard]] Place unnumbered();
    [[nodiscard]] std::vector<Outcome> accept(base::SequenceNumber up_to);
    [[nodiscard]] std::vector<Outcome> refuse(Place from);
    /// We are about to be, or are, somebody else: what the node does not have is said again in the new name
    /// (`Journal::become`).
    void withdraw_waiting();
    void begin_anew();

    /// Oldest first.
    std::deque<Open> open_;
};

} // namespace plenum::board
