// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tile_sizes.h"

#include <utility>

namespace plenum::ui {

std::vector<TileSizes::Change> TileSizes::set_width(base::MemberIndex member, int width) {
    auto& tile = tiles_[member];
    tile.width = width;
    if (width == 0 || width > small_width_max) tile.settled = 0;
    if (width < large_width_min || !std::exchange(tile.small_enough, false)) return {};
    return {{member, false}};
}

std::vector<TileSizes::Change> TileSizes::settle() {
    std::vector<Change> changes;
    for (auto& [member, tile] : tiles_) {
        const bool small = tile.width > 0 && tile.width <= small_width_max;
        if (tile.small_enough || !small || ++tile.settled < patience) continue;
        tile.small_enough = true;
        changes.push_back({member, true});
    }
    return changes;
}

} // namespace plenum::ui
