// SPDX-License-Identifier: Apache-2.0
#include "core/board/spatial_index.h"

#include "core/base/random.h"
#include "core/board/geometry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::board {
namespace {

ObjectId id_of(std::size_t number) {
    return {base::MemberIndex{1}, OperationNumber{static_cast<std::uint32_t>(number + 1)}};
}

/// Small and large ones, some beyond the board.
Box some_box(base::Random& random) {
    const auto reach = std::int64_t{1} << random.between(4, 30);
    const auto size = std::int64_t{1} << random.between(0, 28);
    const auto left = random.between(-reach, reach);
    const auto top = random.between(-reach, reach);
    const auto cut = [](std::int64_t value) {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, -(1 << 30), 1 << 30));
    };
    return {cut(left), cut(top), cut(left + random.between(0, size)), cut(top + random.between(0, size))};
}

TEST(BoardSpatialIndex, finds_as_a_plain_list_does) {
    base::Random random{3};
    SpatialIndex index;
    std::vector<std::pair<ObjectId, Box>> list;
    for (std::size_t i = 0; i < 2000; ++i) {
        list.emplace_back(id_of(i), some_box(random));
        index.insert(list.back().first, list.back().second);
        if (random.chance(300'000)) {
            const auto gone = static_cast<std::ptrdiff_t>(random.below(list.size()));
            index.erase(list[static_cast<std::size_t>(gone)].first, list[static_cast<std::size_t>(gone)].second);
            list.erase(list.begin() + gone);
        }
        if (i % 4 != 0) continue;
        const auto box = some_box(random);
        std::vector<ObjectId> expected;
        for (const auto& [id, each] : list) {
            if (intersects(each, box)) expected.push_back(id);
        }
        ASSERT_EQ(index.find(box), expected) << i;
    }
    EXPECT_EQ(index.size(), list.size());
}

TEST(BoardSpatialIndex, finds_objects_at_the_very_edges) {
    SpatialIndex index;
    constexpr std::int32_t end = 1 << 30;
    index.insert(id_of(0), {-end, -end, -end, -end});
    index.insert(id_of(1), {end, end, end, end});
    index.insert(id_of(2), {-end, -end, end, end});
    EXPECT_EQ(index.find({-end, -end, -end, -end}), (std::vector{id_of(0), id_of(2)}));
    EXPECT_EQ(index.find({end, end, end, end}), (std::vector{id_of(1), id_of(2)}));
    EXPECT_EQ(index.find({0, 0, 0, 0}), std::vector{id_of(2)});
    EXPECT_EQ(index.find({-end, -end, end, end}).size(), 3U);
}

TEST(BoardSpatialIndex, places_scaled_objects_around_all_their_points) {
    const Transform transform{{100, -100}, {limits::scale_one / 2, 2 * limits::scale_one}};
    EXPECT_EQ(placed({-11, 0, 10, 20}, transform, 3), (Box{91, -103, 109, -56}));
    const Transform largest{{limits::coordinate_max, 0}, {limits::scale_max, limits::scale_max}};
    EXPECT_EQ(placed({0, 0, limits::offset_max, 0}, largest, 0).right, 1 << 30) << "cut";
}

} // namespace
} // namespace plenum::board
