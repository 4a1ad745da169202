// SPDX-License-Identifier: Apache-2.0
#include "core/board/presence.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

void expect_survives(const Presence& presence) {
    const auto decoded = decode_presence(encode_presence(presence));
    ASSERT_TRUE(decoded);
    EXPECT_EQ(*decoded, presence);
}

TEST(BoardPresence, comes_out_as_it_went_in) {
    expect_survives(NoPresence{});
    expect_survives(CursorAt{first_page, {-16, 32}});
    expect_survives(LaserTrail{first_page, {{1, 2}, {3, 4}}});
    expect_survives(DragPreview{first_page, {1, 2}, {16, 0}, {{base::MemberIndex{1}, OperationNumber{2}}}});
}

TEST(BoardPresence, takes_few_bytes) {
    EXPECT_LE(encode_presence(CursorAt{first_page, {4000, 4000}}).size(), 11U);
    DragPreview drag{first_page, {}, {}, std::vector<ObjectId>(500, {base::MemberIndex{~0U}, OperationNumber{~0U}})};
    EXPECT_LE(encode_presence(drag).size(), limits::presence_bytes_max);
}

TEST(BoardPresence, keeps_the_newest_points_of_a_long_trail) {
    LaserTrail laser{first_page, {}};
    for (std::int32_t i = 0; i < 100; ++i)
        laser.trail.push_back({i, 0});
    const auto decoded = decode_presence(encode_presence(laser));
    ASSERT_TRUE(decoded);
    const auto& trail = std::get<LaserTrail>(*decoded).trail;
    EXPECT_EQ(trail.size(), limits::trail_points_max);
    EXPECT_EQ(trail.back(), (Position{99, 0}));
}

TEST(BoardPresence, is_none_for_other_bytes) {
    EXPECT_FALSE(decode_presence({}));
    EXPECT_FALSE(decode_presence(base::Bytes{9}));
    EXPECT_FALSE(decode_presence(base::Bytes(limits::presence_bytes_max + 1, 1)));
    auto bytes = encode_presence(CursorAt{});
    bytes.push_back(0);
    EXPECT_FALSE(decode_presence(bytes));
}

} // namespace
} // namespace plenum::board
