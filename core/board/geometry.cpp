// SPDX-License-Identifier: Apache-2.0
#include "core/board/geometry.h"

#include <algorithm>

namespace plenum::board {
namespace {

constexpr std::int64_t box_max = 1 << 30;

std::int32_t cut(std::int64_t value, std::int64_t most) {
    return static_cast<std::int32_t>(std::clamp(value, -most, most));
}

/// Rounded down.
std::int64_t scaled(std::int64_t value, std::uint32_t scale) { return value * scale >> 12; }
static_assert(limits::scale_one == 1 << 12);

} // namespace

Box united(const Box& a, const Box& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

Box spanned(Position extent) {
    return {std::min(extent.x, 0), std::min(extent.y, 0), std::max(extent.x, 0), std::max(extent.y, 0)};
}

Box placed(const Box& box, const Transform& transform, std::uint32_t margin) {
    const auto& [position, scale] = transform;
    return {cut(position.x + scaled(box.left, scale.x) - margin, box_max),
            cut(position.y + scaled(box.top, scale.y) - margin, box_max),
            cut(position.x + scaled(box.right, scale.x) + 1 + margin, box_max),
            cut(position.y + scaled(box.bottom, scale.y) + 1 + margin, box_max)};
}

Transform resized(const Transform& from, Position fixed, const Scale& by) {
    const auto place = [](std::int32_t at, std::int32_t stays, std::uint32_t factor) {
        return cut(stays + scaled(std::int64_t{at} - stays, factor), limits::coordinate_max);
    };
    const auto scale = [](std::uint32_t before, std::uint32_t factor) {
        return static_cast<std::uint32_t>(
            std::clamp<std::int64_t>(scaled(before, factor), 1, std::int64_t{limits::scale_max}));
    };
    return {{place(from.position.x, fixed.x, by.x), place(from.position.y, fixed.y, by.y)},
            {scale(from.scale.x, by.x), scale(from.scale.y, by.y)}};
}

Position moved(Position from, Position by) {
    return {cut(std::int64_t{from.x} + by.x, limits::coordinate_max),
            cut(std::int64_t{from.y} + by.y, limits::coordinate_max)};
}

} // namespace plenum::board
