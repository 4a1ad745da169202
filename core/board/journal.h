// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/editor.h"
#include "core/board/renaming.h"

#include <deque>
#include <expected>
#include <memory>
#include <vector>

namespace plenum::board {

/// Names a message of ours until its outcome is known. They rise.
using Publication = base::Number<struct BoardPublicationTag, std::uint64_t>;

/// What one member has that another may miss.
struct Copy {
    struct Said {
        Author author;
        Authority authority{Authority::draw};
        base::Bytes message;
    };
    /// Of the whole board; empty for none.
    base::Bytes snapshot;
    /// Beyond the snapshot, in an order in which they can be applied.
    std::vector<Said> messages;
};

/// The messages of a board in the order in which they were here, and the board that they make.
///
/// The problem: our work must be seen at once, but the relay may refuse it, since the pen went to somebody else
/// meanwhile. Then nobody else has it. The intuition: this happens rarely, so the board is then made anew from all
/// messages but those. The alternative, a board of confirmed work beside the one that is shown, costs everything twice
/// all the time.
class Journal {
  public:
    explicit Journal(Author self = {}) : self_{self} {}

    [[nodiscard]] const Board& board() const { return *board_; }
    /// For our next action. It changes whenever the board is made anew.
    [[nodiscard]] BoardEditor& editor();
    [[nodiscard]] const Author& self() const { return self_; }
    /// Everybody has all of ours.
    [[nodiscard]] bool settled() const { return open_ == 0; }
    /// Some messages are missing here, for later ones of their senders came.
    [[nodiscard]] bool has_gaps() const { return !held_.empty(); }
    /// That, or something waits for what did not come: others may have it, unless its author invented it.
    [[nodiscard]] bool misses_some() const { return has_gaps() || board_->waits(); }
    /// The last operation that we have of each sender.
    [[nodiscard]] Frontier frontier() const;
    /// Whoever has all that has something that we do not have.
    [[nodiscard]] bool is_behind(const Frontier& seen) const;

    struct Published {
        Changes changes;
        /// That the message has to claim: the least that it needs.
        Authority authority{Authority::draw};
    };
    /// A message of ours, which may do `most`. It is open until `settle` or `withdraw`. The board is made anew after an
    /// error, because the editor counts on the message.
    [[nodiscard]] std::expected<Published, Refusal> publish(Publication publication, base::Bytes message,
                                                            Authority most);
    /// The editor made a message that is not published.
    void discard() { rebuild(); }
    /// Somebody else's, or ours under an earlier name. Everybody refuses what is refused here, but after a gap: such a
    /// message is kept for `merge`.
    [[nodiscard]] std::expected<Changes, Refusal> receive(const Author& author, base::Bytes message,
                                                          Authority authority);
    /// Everybody gets it.
    void settle(Publication publication);
    /// Nobody gets it. Later open ones count on it and go too. How many went; the board is made anew if any did.
    std::size_t withdraw(Publication publication);
    /// What we have beyond `seen`, without anything that is open.
    [[nodiscard]] Copy copy_beyond(const Frontier& seen) const;
    /// All that makes the board as it is here, with what is open: what it began with, and the messages in their order.
    [[nodiscard]] Copy history() const;
    /// Adds what somebody else has; the board is made anew. Nothing of ours comes that way. False, and nothing changes,
    /// where the copy is empty, the snapshot is none, or has other work of ours than we said.
    bool merge(Copy copy);
    /// We are somebody else from here on, and the board is made anew without the open messages. They come back to be
    /// published again in the new name.
    [[nodiscard]] Renaming become(const Author& self);

  private:
    /// Of messages after a gap; those beyond it are as missing as those in the gap.
    static constexpr std::size_t held_bytes_max = 16 * 1024 * 1024;
    struct Entry {
        Author author;
        Authority authority{Authority::draw};
        base::Bytes message;
        /// 0 unless it is open.
        Publication publication{};
    };
    void rebuild();
    void hold(Entry entry);
    /// Our last operation.
    [[nodiscard]] OperationNumber said() const;
    [[nodiscard]] bool begins_no_later(const Board& board) const;

    Author self_;
    /// The board begins with it; empty for none.
    base::Bytes snapshot_;
    std::unique_ptr<Board> board_{std::make_unique<Board>()};
    std::unique_ptr<BoardEditor> editor_;
    std::deque<Entry> entries_;
    std::size_t open_{0};
    /// After a gap.
    std::vector<Entry> held_;
    std::size_t held_bytes_{0};
};

} // namespace plenum::board
