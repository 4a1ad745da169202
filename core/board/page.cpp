// SPDX-License-Identifier: Apache-2.0
#include "core/board/page.h"

#include <algorithm>

namespace plenum::board {

bool Page::is_cleared(ObjectId id) const {
    return std::ranges::any_of(clearings,
                               [&](const Clearing& clearing) { return !clearing.undone && clearing.covers(id); });
}

Clearing* Page::find_clearing(GestureId by) {
    const auto place = std::ranges::lower_bound(clearings, by, {}, &Clearing::by);
    return place != clearings.end() && place->by == by ? &*place : nullptr;
}

void Page::add_clearing(GestureId by, bool undone, const std::vector<OperationId>& seen) {
    const auto place = std::ranges::lower_bound(clearings, by, {}, &Clearing::by);
    const bool is_new = place == clearings.end() || place->by != by;
    auto& clearing = is_new ? *clearings.insert(place, Clearing{by, undone, {}}) : *place;
    for (const auto& [sender, number] : seen) {
        auto& last = clearing.seen[sender];
        last = std::max(last, number);
    }
}

std::vector<ObjectId> Page::covered(const Clearing& clearing) const {
    std::vector<ObjectId> found;
    for (const auto& [sender, number] : clearing.seen) {
        for (auto at = objects.lower_bound({sender, {}}); at != objects.end() && *at <= ObjectId{sender, number}; ++at)
            found.push_back(*at);
    }
    return found;
}

} // namespace plenum::board
