// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/journal.h"

namespace plenum::board {

/// How a board came to be, message by message, in the order in which they were here. Steps back begin anew: 100,000
/// strokes take about a second.
class Playback {
  public:
    /// What `Journal::history` gives. A snapshot that is none counts as an empty board.
    explicit Playback(Copy history);

    [[nodiscard]] std::size_t size() const { return history_.messages.size(); }
    /// How many of the messages the board has.
    [[nodiscard]] std::size_t position() const { return position_; }
    /// At most `size`.
    void seek(std::size_t position);
    [[nodiscard]] const Board& board() const { return *board_; }

  private:
    void begin();

    Copy history_;
    std::unique_ptr<Board> board_;
    std::size_t position_{0};
};

} // namespace plenum::board
