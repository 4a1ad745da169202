// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/editor.h"

#include <deque>
#include <expected>
#include <memory>
#include <vector>

namespace plenum::board {

/// Names a message of ours until its outcome is known. They rise.
using Publication = base::Number<struct BoardPublicationTag, std::uint64_t>;

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
    /// Some messages are missing here, so others may see more.
    [[nodiscard]] bool incomplete() const { return incomplete_; }
    void note_missing() { incomplete_ = true; }

    /// A message of ours, which is open until `settle` or `withdraw`. The board is made anew after an error, because
    /// the editor counts on the message.
    [[nodiscard]] std::expected<Changes, Refusal> publish(Publication publication, base::Bytes message,
                                                          Authority authority);
    /// Somebody else's, or ours under an earlier name. Everybody refuses what is refused here, but after a gap.
    [[nodiscard]] std::expected<Changes, Refusal> receive(const Author& author, base::Bytes message,
                                                          Authority authority);
    /// Everybody gets it.
    void settle(Publication publication);
    /// Nobody gets it. Later open ones count on it and go too. How many went; the board is made anew if any did.
    std::size_t withdraw(Publication publication);
    /// We are somebody else from here on, and the board is made anew without the open messages. They come back in the
    /// new name, to be published again.
    [[nodiscard]] std::vector<base::Bytes> become(const Author& self);

  private:
    struct Entry {
        Author author;
        Authority authority{Authority::draw};
        base::Bytes message;
        /// 0 unless it is open.
        Publication publication{};
    };
    void rebuild();

    Author self_;
    std::unique_ptr<Board> board_{std::make_unique<Board>()};
    std::unique_ptr<BoardEditor> editor_;
    std::deque<Entry> entries_;
    std::size_t open_{0};
    bool incomplete_{false};
};

} // namespace plenum::board
