// SPDX-License-Identifier: Apache-2.0
#include "media/video/picture_rate.h"

#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

base::ByteRate kbit(std::uint64_t rate) { return base::ByteRate{rate * 125}; }

TEST(PictureRate, takes_what_is_asked_for_where_the_way_carries_it) {
    PictureRate rate{{}};
    EXPECT_EQ(rate.handle(kbit(4000)), (PictureRate::Choice{1'500'000, 0}));
}

TEST(PictureRate, falls_at_once_and_leaves_room_for_the_voice) {
    PictureRate rate{{}};
    const auto choice = rate.handle(kbit(500));
    EXPECT_LE(choice.bitrate_bps, 330'000);
    EXPECT_GE(choice.bitrate_bps, 300'000);
    EXPECT_EQ(choice.halvings, 1);
}

TEST(PictureRate, never_falls_below_a_picture_that_can_be_seen) {
    PictureRate rate{{}};
    EXPECT_EQ(rate.handle(kbit(40)), (PictureRate::Choice{PictureRate::bitrate_min_bps, 2}));
    EXPECT_EQ(rate.handle(base::ByteRate{}), (PictureRate::Choice{PictureRate::bitrate_min_bps, 2}));
}

TEST(PictureRate, rises_slowly_and_grows_the_picture_only_where_bits_are_ample_for_seconds) {
    PictureRate rate{{}};
    rate.handle(kbit(100));
    int seconds = 0;
    auto before = rate.choice();
    for (; rate.choice() != PictureRate::Choice{1'500'000, 0} && seconds < 100; ++seconds) {
        const auto choice = rate.handle(kbit(8000));
        EXPECT_LE(choice.bitrate_bps, before.bitrate_bps * 1.16);
        EXPECT_LE(choice.halvings, before.halvings);
        before = choice;
    }
    EXPECT_GE(seconds, 15);
    EXPECT_LE(seconds, 40);
}

TEST(PictureRate, a_rate_that_hovers_changes_the_size_once) {
    PictureRate rate{{}};
    int changes = 0;
    for (int i = 0; i < 100; ++i) {
        const auto before = rate.choice().halvings;
        changes += rate.handle(kbit(i % 2 == 0 ? 500 : 650)).halvings != before;
    }
    EXPECT_EQ(changes, 1);
}

TEST(Halving, keeps_the_picture_and_its_time) {
    const auto picture = test::moving_picture(7, 640, 360);
    EXPECT_EQ(halve(picture, 0).pixels, picture.pixels);
    const auto half = halve(picture, 1);
    EXPECT_EQ(half.width, 320);
    EXPECT_EQ(half.height, 180);
    EXPECT_EQ(half.captured_at, picture.captured_at);
    EXPECT_EQ(half.pixels->size(), 320U * 180U * 3U / 2U);
    for (const auto& [x, y] : {std::pair{3, 5}, std::pair{160, 90}, std::pair{319, 179}}) {
        int sum = 0;
        for (const auto& [dx, dy] : {std::pair{0, 0}, std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 1}})
            sum += (*picture.pixels)[static_cast<std::size_t>((2 * y + dy) * 640 + 2 * x + dx)];
        EXPECT_NEAR((*half.pixels)[static_cast<std::size_t>(y * 320 + x)], sum / 4.0, 1) << x << ' ' << y;
    }
}

TEST(Halving, takes_odd_and_tiny_sides) {
    for (const auto& [width, height] : {std::pair{161, 97}, std::pair{2, 2}, std::pair{5, 7}, std::pair{3, 300}}) {
        const auto half = halve(test::moving_picture(1, width, height), 2);
        ASSERT_FALSE(half.empty());
        EXPECT_GE(half.width, 2);
        EXPECT_GE(half.height, 2);
        EXPECT_EQ(half.pixels->size(), static_cast<std::size_t>(((half.width + 1) / 2) * ((half.height + 1) / 2) * 2 +
                                                                half.width * half.height));
    }
}

} // namespace
} // namespace plenum::media
