// SPDX-License-Identifier: Apache-2.0
// What the desktop opened is not always a connection to PipeWire. Pictures themselves:
// tests/ui/screen_wayland_test.cpp.
#include "media/clock.h"
#include "media/devices/video_source_gst.h"
#include "media/screen/pipewire_remote.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

Result<std::unique_ptr<VideoSource>> open(std::shared_ptr<const PipeWireRemote> remote) {
    VideoSource::Options options;
    options.input = PipeWireSource{std::move(remote), 1};
    return VideoSource::open(options);
}

TEST(PipeWirePictures, a_missing_connection_is_an_error) {
    EXPECT_EQ(open(nullptr).error().kind, MediaError::Kind::bad_setting);
    EXPECT_EQ(open(std::make_shared<PipeWireRemote>(-1)).error().kind, MediaError::Kind::bad_setting);
}

TEST(PipeWirePictures, a_descriptor_that_is_no_connection_is_an_error_at_once) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const PipeWireRemote writing{ends[1]};
    const auto before = local_now();
    const auto opened = open(std::make_shared<PipeWireRemote>(ends[0]));
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().kind, MediaError::Kind::no_device) << opened.error().text;
    EXPECT_LT(local_now() - before, std::chrono::seconds{5});
}

} // namespace
} // namespace plenum::media
