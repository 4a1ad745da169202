// SPDX-License-Identifier: Apache-2.0
#include "media/video/two_size_encoder.h"

#include "media/video/vp8_decoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::PictureSize;

class TwoSizeEncoding : public testing::Test {
  protected:
    std::vector<EncodedFrame> next() { return encoder.encode(test::moving_picture(picture++, 640, 360)).value(); }
    int picture{0};
    TwoSizeEncoder encoder{TwoSizeEncoder::create({.bitrate_bps = 600'000}).value()};
};

TEST_F(TwoSizeEncoding, sends_one_size_until_another_is_wanted) {
    for (int i = 0; i < 5; ++i) {
        const auto frames = next();
        ASSERT_EQ(frames.size(), 1U);
        EXPECT_FALSE(frames[0].small);
        EXPECT_EQ(frames[0].width, 640);
    }
}

TEST_F(TwoSizeEncoding, each_size_begins_with_a_key_frame_of_its_own_and_decodes_by_itself) {
    auto large = Vp8Decoder::create().value();
    auto small = Vp8Decoder::create().value();
    (void)large.decode(next().at(0));
    encoder.set_sizes({true, true});
    for (int i = 0; i < 20; ++i) {
        const auto frames = next();
        ASSERT_EQ(frames.size(), 2U);
        EXPECT_EQ(frames[0].key_frame, false) << "the large one goes on";
        EXPECT_EQ(frames[1].key_frame, i == 0);
        EXPECT_TRUE(frames[1].small);
        EXPECT_EQ(frames[1].width, 320);
        EXPECT_EQ(frames[1].height, 180);
        EXPECT_TRUE(large.decode(frames[0]).value());
        EXPECT_TRUE(small.decode(frames[1]).value());
    }
}

TEST_F(TwoSizeEncoding, a_size_that_pauses_comes_back_with_a_key_frame) {
    (void)next();
    encoder.set_sizes({false, true});
    EXPECT_TRUE(next().at(0).small);
    encoder.set_sizes({true, true});
    EXPECT_TRUE(next().at(0).key_frame);
    encoder.set_sizes({true, false});
    EXPECT_EQ(next().size(), 1U);
    encoder.set_sizes({true, true});
    const auto frames = next();
    EXPECT_FALSE(frames.at(0).key_frame);
    EXPECT_TRUE(frames.at(1).key_frame);
}

TEST_F(TwoSizeEncoding, a_key_frame_of_one_size_costs_the_other_none) {
    encoder.set_sizes({true, true});
    (void)next();
    encoder.request_key_frame(PictureSize::small);
    auto frames = next();
    EXPECT_FALSE(frames.at(0).key_frame);
    EXPECT_TRUE(frames.at(1).key_frame);
    encoder.request_key_frame(PictureSize::large);
    frames = next();
    EXPECT_TRUE(frames.at(0).key_frame);
    EXPECT_FALSE(frames.at(1).key_frame);
}

TEST_F(TwoSizeEncoding, both_sizes_together_keep_the_rate) {
    encoder.set_sizes({true, true});
    encoder.set_rate({400'000, 0});
    for (int i = 0; i < 30; ++i)
        (void)next();
    std::size_t large = 0;
    std::size_t small = 0;
    for (int i = 0; i < 90; ++i)
        for (const auto& frame : next())
            (frame.small ? small : large) += frame.bytes.size();
    const auto bits = static_cast<double>(8 * (large + small)) / 3;
    EXPECT_LT(bits, 460'000);
    EXPECT_LT(small * 2, large);
}

TEST(SmallSize, is_a_quarter_of_each_side_and_no_less_than_160_wide) {
    EXPECT_EQ(small_halvings(1280, 720), 2);
    EXPECT_EQ(small_halvings(1920, 1080), 3);
    EXPECT_EQ(small_halvings(640, 480), 2);
    EXPECT_EQ(small_halvings(320, 180), 0);
    EXPECT_EQ(small_halvings(320, 240), 1);
    EXPECT_EQ(small_halvings(720, 1280), 2) << "a telephone held upright";
}

} // namespace
} // namespace plenum::media
