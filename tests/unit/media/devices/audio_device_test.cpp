// SPDX-License-Identifier: Apache-2.0
#include "media/devices/audio_portaudio.h"

#include "media/clock.h"

#include <gtest/gtest.h>
#include <thread>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;

TEST(AudioDevices, OneThatIsNotThereIsAClearError) {
    AudioWakeup wakeup;
    const auto capture = AudioCapture::open("no such card", wakeup);
    ASSERT_FALSE(capture);
    EXPECT_EQ(capture.error().kind, MediaError::Kind::no_device);
    EXPECT_EQ(capture.error().text, "The chosen microphone is not there.");
    const auto playback = AudioPlayback::open("no such card", wakeup);
    ASSERT_FALSE(playback);
    EXPECT_EQ(playback.error().text, "The chosen loudspeaker is not there.");
}

TEST(AudioDevices, ListingIsQuietAndRepeatable) {
    testing::internal::CaptureStderr();
    const auto first = list_portaudio_devices();
    const auto second = list_portaudio_devices();
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(first.size(), second.size());
    for (const auto& device : first)
        EXPECT_FALSE(device.id.empty());
}

TEST(AudioWakeup, WakesOnceForManyPosts) {
    AudioWakeup wakeup;
    std::thread poster{[&] {
        for (int i = 0; i < 5; ++i)
            wakeup.post();
    }};
    poster.join();
    wakeup.wait(10s);
    const auto before = local_now();
    wakeup.wait(5ms); // nothing left: runs into the timeout
    EXPECT_GE(local_now() - before, 4ms);
}

} // namespace
} // namespace plenum::media
