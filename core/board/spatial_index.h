// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/ids.h"
#include "core/board/values.h"

#include <cstdint>
#include <map>
#include <vector>

namespace plenum::board {

/// Finds the objects in a rectangle.
///
/// The problem: a tile is painted, or a point is hit, without a look at each of 100,000 objects; and a stroke of one
/// unit stands beside a frame around everything. The intuition: grids of cells that double in size, and each object in
/// one cell of the grid whose cells are at least as large as the object. So an object reaches into the next cell at
/// most, and a search takes in one cell more to the left and above. All cells are keys of one ordered map, so many
/// objects in one cell cost no more than elsewhere. The alternatives: a grid of one size lists a large object in
/// thousands of cells, and an R-tree depends on the order of insertion and needs rebalancing.
class SpatialIndex {
  public:
    void insert(ObjectId id, const Box& box);
    /// `box` as it was inserted.
    void erase(ObjectId id, const Box& box);
    /// All objects whose boxes intersect `box`, ascending.
    [[nodiscard]] std::vector<ObjectId> find(const Box& box) const;
    [[nodiscard]] std::size_t size() const { return boxes_.size(); }

  private:
    struct Cell {
        std::int32_t level{0};
        std::int32_t x{0};
        std::int32_t y{0};
        ObjectId id;
        friend auto operator<=>(const Cell&, const Cell&) = default;
    };
    [[nodiscard]] static Cell cell_of(ObjectId id, const Box& box);
    void find_in_level(std::int32_t level, const Box& box, std::vector<ObjectId>& found) const;

    std::map<Cell, Box> boxes_;
};

} // namespace plenum::board
