// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/board/user.h"

#include <string>

namespace plenum::board {

/// All that a user sees of a board, as text: pages in order with their objects from the bottom to the top, then
/// screens.
[[nodiscard]] std::string describe(const Board& board);

/// The same, computed another way: all operations of `traffic` are kept, none is ever dropped or folded, and the board
/// is worked out from them at once. `traffic` is in an order in which each message comes after all that its author had
/// seen.
[[nodiscard]] std::string describe_by_reference(const Traffic& traffic, const Rules& rules);

} // namespace plenum::board
