// SPDX-License-Identifier: Apache-2.0
#include "media/screen/screen_pace.h"

#include "media/screen/picture_blocks.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

class Pace : public testing::Test {
  protected:
    /// The pictures that are encoded within this time, as their coarseness.
    std::vector<int> run(base::Duration time) {
        std::vector<int> sent;
        for (const auto end = now + time; now < end; now += 1ms) {
            if (const auto quantiser = pace.poll(now)) {
                sent.push_back(*quantiser);
                pace.handle_sent(now);
            }
        }
        return sent;
    }
    ScreenPace pace;
    base::LocalTime now{1s};
};

TEST_F(Pace, nothing_is_sent_before_there_is_a_picture) { EXPECT_TRUE(run(1s).empty()); }

TEST_F(Pace, a_still_picture_gets_finer_and_is_then_kept_alive) {
    pace.handle_picture(1);
    EXPECT_EQ(run(700ms), (std::vector{40, 20, 10, 8}));
    EXPECT_EQ(run(2s), (std::vector{8, 8, 8, 8}));
}

TEST_F(Pace, a_moving_page_is_sent_thirty_times_a_second_and_coarse) {
    std::vector<int> sent;
    for (int picture = 0; picture < 60; ++picture) {
        pace.handle_picture(0.9);
        for (const auto each : run(16ms))
            sent.push_back(each);
    }
    EXPECT_GE(sent.size(), 20U);
    EXPECT_LE(sent.size(), 31U);
    EXPECT_TRUE(std::ranges::all_of(sent, [](int each) { return each == ScreenPace::moving_quantiser; }));
}

TEST_F(Pace, typing_is_fine_from_the_first_picture) {
    pace.handle_picture(1);
    run(2s);
    pace.handle_picture(0.01);
    EXPECT_EQ(run(30ms), (std::vector{8}));
}

TEST_F(Pace, what_the_encoder_left_out_is_tried_again_at_once) {
    pace.handle_picture(1);
    ASSERT_TRUE(pace.poll(now).has_value());
    EXPECT_TRUE(pace.poll(now + 1ms).has_value());
}

TEST_F(Pace, after_a_key_frame_the_picture_gets_fine_anew) {
    pace.handle_picture(1);
    run(2s);
    pace.handle_key_frame();
    const auto sent = run(900ms);
    EXPECT_EQ(sent, (std::vector{40, 20, 10, 8}));
}

VideoFrame grey(int width, int height) {
    return {width, height, std::make_shared<base::Bytes>(static_cast<std::size_t>(width * height * 3 / 2), 100), {}};
}

TEST(ChangedShare, counts_blocks_that_differ) {
    const auto before = grey(640, 320);
    EXPECT_EQ(changed_share(before, before), 0);
    auto pixels = *before.pixels;
    pixels[640U * 20U + 70U] = 0;
    const VideoFrame after{640, 320, std::make_shared<base::Bytes>(pixels), {}};
    EXPECT_DOUBLE_EQ(changed_share(before, after), 1.0 / 200);
    EXPECT_EQ(changed_share(before, grey(320, 640)), 1);
    EXPECT_EQ(changed_share({}, before), 1);
}

} // namespace
} // namespace plenum::media
