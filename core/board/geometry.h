// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/values.h"

namespace plenum::board {

[[nodiscard]] constexpr bool intersects(const Box& a, const Box& b) {
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}
/// The smallest box around both.
[[nodiscard]] Box united(const Box& a, const Box& b);
/// The box of 0, 0 and another corner.
/// Larger or smaller by factors, while `fixed` stays where it is. As far as the limits let it.
[[nodiscard]] Transform resized(const Transform& from, Position fixed, const Scale& by);
[[nodiscard]] Box spanned(Position extent);
/// Where a box of an object stands on the board, with `margin` sixteenths around it. Cut at ±2^30.
[[nodiscard]] Box placed(const Box& box, const Transform& transform, std::uint32_t margin);
/// A point at a distance from another, cut at the ends of the board.
[[nodiscard]] Position moved(Position from, Position by);

} // namespace plenum::board
