// SPDX-License-Identifier: Apache-2.0
#include "core/board/page.h"

#include <algorithm>

namespace plenum::board {
namespace {

void join(Frontier& to, const Frontier& from) {
    for (const auto& [sender, number] : from) {
        auto& last = to[sender];
        last = std::max(last, number);
    }
}

} // namespace

bool Page::is_plain() const {
    const bool unwritten = name.highest() == Version{} && order.highest() == Version{} &&
                           background.highest() == Version{} && deletions.all().empty();
    return unwritten && name.value().empty() && order.value() == 0 && !background.value();
}

bool Page::is_cleared(ObjectId id) const {
    const auto found = cleared.find(id.sender);
    return found != cleared.end() && id.number <= found->second;
}

void Page::combine_clearings() {
    cleared.clear();
    for (const auto& clearing : clearings) {
        if (!clearing.undone) join(cleared, clearing.seen);
    }
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
    if (!undone) join(cleared, clearing.seen);
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
