// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/object.h"
#include "core/board/spatial_index.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plenum::board {

/// For each sender, the last operation that an author had seen.
using Frontier = std::map<base::MemberIndex, OperationNumber>;

/// One clearing of a page: it deletes the objects that its author had seen.
struct Clearing {
    GestureId by;
    bool undone{false};
    Frontier seen;
};

/// The visible objects of a page, from the bottom to the top.
using PaintingOrder = std::set<std::pair<Depth, ObjectId>>;

struct Page {
    Register<std::string> name;
    Register<PageOrder> order;
    Register<Background> background;
    Deletions deletions;
    /// The gesture that made it is undone.
    bool withdrawn{false};
    /// Of the undo window, ascending.
    std::vector<Clearing> clearings;
    /// All clearings that are not undone, in one. So the cost of a look-up does not depend on their number.
    Frontier cleared;

    /// All objects, visible or not.
    std::set<ObjectId> objects;
    PaintingOrder painting_order;
    SpatialIndex index;

    [[nodiscard]] bool visible() const { return !withdrawn && !deletions.any_live(); }
    /// Its name, place and background are as they were at first, and nobody deleted it.
    [[nodiscard]] bool is_plain() const;
    /// A clearing that is not undone covers it.
    [[nodiscard]] bool is_cleared(ObjectId id) const;
    /// Null for none.
    [[nodiscard]] Clearing* find_clearing(GestureId by);
    /// Joins the clearing of the same gesture, if there is one.
    void add_clearing(GestureId by, bool undone, const std::vector<OperationId>& seen);
    /// Brings `cleared` up to date.
    void combine_clearings();
    /// The objects that a clearing covers, ascending.
    [[nodiscard]] std::vector<ObjectId> covered(const Clearing& clearing) const;
};

} // namespace plenum::board
