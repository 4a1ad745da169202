// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/board.h"

#include <expected>

namespace plenum::board {

/// The whole board as bytes, for newcomers and files. Boards that were given the same messages have the same snapshot.
/// It holds the undo windows and the messages that wait, so later messages have the same effect on a restored board.
[[nodiscard]] base::Bytes encode_snapshot(const Board& board);

/// The board of a snapshot, or Refusal::malformed for any other bytes: each board has one snapshot. `rules` are those
/// of the encoded board.
[[nodiscard]] std::expected<Board, Refusal> restore(base::ByteView bytes, const Rules& rules = {});

namespace detail {

/// Version of the format.
inline constexpr std::uint8_t snapshot_format = 1;
/// How a register begins: as at its creation, or with a rank, a highest version and the writes of the window.
inline constexpr std::uint8_t register_plain = 0;
inline constexpr std::uint8_t register_written = 1;

} // namespace detail

} // namespace plenum::board
