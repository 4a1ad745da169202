// SPDX-License-Identifier: Apache-2.0
#include "core/board/spatial_index.h"

#include "core/board/geometry.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace plenum::board {
namespace {

/// Cells of level 0 measure 2^11 sixteenths: 128 units.
constexpr std::int32_t smallest_cell_bits = 11;

constexpr std::int32_t column(std::int32_t coordinate, std::int32_t level) {
    return static_cast<std::int32_t>(std::int64_t{coordinate} >> (smallest_cell_bits + level));
}

} // namespace

SpatialIndex::Cell SpatialIndex::cell_of(ObjectId id, const Box& box) {
    const auto side = static_cast<std::uint64_t>(
        std::max({std::int64_t{box.right} - box.left, std::int64_t{box.bottom} - box.top, std::int64_t{0}}));
    const auto level = std::max(static_cast<std::int32_t>(std::bit_width(side)) - smallest_cell_bits, 0);
    return {level, column(box.left, level), column(box.top, level), id};
}

void SpatialIndex::insert(ObjectId id, const Box& box) { boxes_.emplace(cell_of(id, box), box); }

void SpatialIndex::erase(ObjectId id, const Box& box) { boxes_.erase(cell_of(id, box)); }

std::vector<ObjectId> SpatialIndex::find(const Box& box) const {
    std::vector<ObjectId> found;
    for (auto at = boxes_.begin(); at != boxes_.end();) {
        const auto level = at->first.level;
        find_in_level(level, box, found);
        at = boxes_.lower_bound(
            {level + 1, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min(), {}});
    }
    std::ranges::sort(found);
    return found;
}

void SpatialIndex::find_in_level(std::int32_t level, const Box& box, std::vector<ObjectId>& found) const {
    const auto left = column(box.left, level) - 1;
    const auto right = column(box.right, level);
    const auto top = column(box.top, level) - 1;
    const auto bottom = column(box.bottom, level);
    auto at = boxes_.lower_bound({level, left, top, {}});
    // Columns without a cell are skipped.
    while (at != boxes_.end() && at->first.level == level && at->first.x <= right) {
        const auto& cell = at->first;
        if (cell.y < top) {
            at = boxes_.lower_bound({level, cell.x, top, {}});
        } else if (cell.y > bottom) {
            at = boxes_.lower_bound({level, cell.x + 1, top, {}});
        } else {
            if (intersects(at->second, box)) found.push_back(cell.id);
            ++at;
        }
    }
}

} // namespace plenum::board
