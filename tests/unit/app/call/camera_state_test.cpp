// SPDX-License-Identifier: Apache-2.0
#include "app/call/camera_state.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::ConferenceTime first{10s};
constexpr base::ConferenceTime second{11s};
constexpr base::ConferenceTime third{12s};

TEST(CameraState, is_on_from_its_first_picture_until_its_sender_says_that_it_is_off) {
    CameraState camera;
    EXPECT_FALSE(camera.on());
    EXPECT_TRUE(camera.take_picture(first));
    EXPECT_TRUE(camera.on());
    EXPECT_TRUE(camera.take_off_notice(second));
    EXPECT_FALSE(camera.on());
    EXPECT_TRUE(camera.take_picture(third));
    EXPECT_TRUE(camera.on());
}

TEST(CameraState, a_picture_from_before_the_notice_does_not_switch_it_on) {
    CameraState camera;
    EXPECT_TRUE(camera.take_off_notice(second));
    EXPECT_FALSE(camera.take_picture(first));
    EXPECT_FALSE(camera.on());
}

TEST(CameraState, a_notice_from_before_a_picture_does_not_switch_it_off) {
    CameraState camera;
    EXPECT_TRUE(camera.take_picture(second));
    EXPECT_FALSE(camera.take_off_notice(first));
    EXPECT_TRUE(camera.on());
}

TEST(CameraState, without_a_clock_the_newest_message_counts) {
    CameraState camera;
    EXPECT_TRUE(camera.take_picture({}));
    EXPECT_TRUE(camera.take_off_notice({}));
    EXPECT_FALSE(camera.on());
    EXPECT_TRUE(camera.take_picture({}));
    EXPECT_TRUE(camera.on());
}

TEST(CameraOffNotices, are_five_within_five_seconds_unless_the_camera_is_on_again) {
    constexpr base::LocalTime start{100s};
    CameraOffNotices notices;
    EXPECT_FALSE(notices.take_due(start)) << "it was never on";
    const auto count = [&](base::Duration until) {
        int sent = 0;
        for (base::Duration passed{}; passed < until; passed += 20ms)
            sent += notices.take_due(start + passed) ? 1 : 0;
        return sent;
    };
    notices.start(start);
    EXPECT_EQ(count(20ms), 1) << "at once";
    EXPECT_EQ(count(5s), 4);
    EXPECT_EQ(count(60s), 0);
    notices.start(start);
    EXPECT_EQ(count(200ms), 2);
    notices.stop();
    EXPECT_EQ(count(60s), 0);
}

} // namespace
} // namespace plenum::app
