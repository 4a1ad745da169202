// SPDX-License-Identifier: Apache-2.0
#include "core/board/playback.h"

#include "core/board/snapshot.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace plenum::board {

Playback::Playback(Copy history) : history_{std::move(history)} { begin(); }

void Playback::begin() {
    auto board = history_.snapshot.empty() ? std::expected<Board, Refusal>{} : restore(history_.snapshot);
    board_ = board ? std::make_unique<Board>(*std::move(board)) : std::make_unique<Board>();
    position_ = 0;
}

void Playback::seek(std::size_t position) {
    position = std::min(position, size());
    if (position < position_) begin();
    for (; position_ < position; ++position_) {
        const auto& said = history_.messages[position_];
        std::ignore = board_->apply(said.author, said.message, said.authority);
    }
}

} // namespace plenum::board
