// SPDX-License-Identifier: Apache-2.0
#include "core/tag/key_frame_ages.h"

#include <gtest/gtest.h>

namespace plenum::tag {
namespace {

using namespace std::chrono_literals;
using base::PictureSize;

class KeyFrameAgesTest : public testing::Test {
  protected:
    /// Pictures at 10 Hz; how often a key frame was asked for.
    int film(base::Duration duration, PictureSize size = PictureSize::large) {
        int asked = 0;
        for (const auto end = now + duration; now < end; now += 100ms)
            asked += ages.note(camera, size, false, now) ? 1 : 0;
        return asked;
    }
    void key_frame(PictureSize size = PictureSize::large) { EXPECT_FALSE(ages.note(camera, size, true, now)); }

    const KeyFrameAges::Source camera{base::FlowId{2}, base::MemberIndex{7}};
    KeyFrameAges ages;
    base::LocalTime now{1h};
};

TEST_F(KeyFrameAgesTest, one_is_asked_for_when_the_newest_grows_too_old_and_not_before) {
    key_frame();
    EXPECT_EQ(film(KeyFrameAges::age_max), 0);
    EXPECT_EQ(film(100ms), 1);
    key_frame();
    EXPECT_EQ(film(KeyFrameAges::age_max), 0);
}

TEST_F(KeyFrameAgesTest, key_frames_that_others_asked_for_count) {
    for (int i = 0; i < 10; ++i) {
        key_frame();
        EXPECT_EQ(film(KeyFrameAges::age_max - 1s), 0);
    }
}

TEST_F(KeyFrameAgesTest, a_request_without_answer_is_repeated_now_and_then) {
    key_frame();
    std::ignore = film(KeyFrameAges::age_max);
    EXPECT_EQ(film(10s), 10s / KeyFrameAges::ask_interval);
}

TEST_F(KeyFrameAgesTest, a_stream_whose_beginning_was_not_seen_gets_one_too) {
    EXPECT_EQ(film(KeyFrameAges::age_max), 0);
    EXPECT_EQ(film(1s), 1);
}

TEST_F(KeyFrameAgesTest, each_size_has_a_key_frame_of_its_own) {
    key_frame(PictureSize::small);
    for (int i = 0; i < 19; ++i) {
        key_frame();
        EXPECT_EQ(film(1s), 0);
        EXPECT_FALSE(ages.note(camera, PictureSize::small, false, now));
    }
    now += 1s;
    key_frame();
    EXPECT_TRUE(ages.note(camera, PictureSize::small, false, now));
}

TEST_F(KeyFrameAgesTest, a_camera_that_was_off_begins_anew) {
    key_frame();
    now += KeyFrameAges::silence_max + 1s;
    EXPECT_EQ(film(KeyFrameAges::age_max), 0);
}

TEST_F(KeyFrameAgesTest, streams_are_bounded_and_silent_ones_make_room) {
    for (std::uint32_t member = 0; member < KeyFrameAges::streams_max; ++member)
        std::ignore = ages.note({camera.first, base::MemberIndex{member + 100}}, PictureSize::large, true, now);
    now += KeyFrameAges::age_max;
    EXPECT_FALSE(ages.note(camera, PictureSize::large, false, now));
    now += KeyFrameAges::silence_max + 1s;
    key_frame();
    std::ignore = film(KeyFrameAges::age_max);
    EXPECT_EQ(film(100ms), 1);
}

} // namespace
} // namespace plenum::tag
