// SPDX-License-Identifier: Apache-2.0
#include "media/recording/video_recorder_gst.h"

#include "media/devices/sink_pipeline.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>
#include <thread>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;

std::vector<EncodedFrame> encode(int count) {
    auto encoder = Vp8Encoder::create({.bitrate_bps = 400'000});
    std::vector<EncodedFrame> frames;
    for (int i = 0; i < count; ++i) {
        auto frame = encoder->encode(test::moving_picture(i, 160, 120));
        if (frame && *frame) frames.push_back(std::move(**frame));
    }
    return frames;
}

/// Every frame that can be decoded, however long it takes; -1 for no film.
int count_frames(const std::filesystem::path& path) {
    auto film = open_file(path, "videoconvert n-threads=1 ! appsink name=out sync=false", "a film");
    if (!film || (*film)->start(false)) return -1;
    int count = 0;
    while (!(*film)->at_end())
        count += (*film)->pull(1s) ? 1 : 0;
    return (*film)->take_error().empty() ? count : -1;
}

TEST(VideoRecorder, FileHoldsAllFrames) {
    const test::TemporaryFolder folder;
    const auto frames = encode(30);
    {
        auto recorder = VideoRecorder::create(folder / "a.mkv");
        ASSERT_TRUE(recorder);
        for (const auto& frame : frames)
            EXPECT_TRUE(recorder->write(frame));
        EXPECT_EQ(recorder->frames_written(), frames.size());
        EXPECT_EQ(recorder->frames_refused(), 0U);
    }
    EXPECT_EQ(count_frames(folder / "a.mkv"), static_cast<int>(frames.size()));
}

TEST(VideoRecorder, BeginsAtAKeyFrame) {
    const test::TemporaryFolder folder;
    const auto frames = encode(5);
    auto recorder = VideoRecorder::create(folder / "a.mkv");
    ASSERT_TRUE(recorder);
    EXPECT_FALSE(recorder->write(frames[1]));
    EXPECT_TRUE(recorder->write(frames[0]));
    EXPECT_TRUE(recorder->write(frames[1]));
    EXPECT_EQ(recorder->frames_written(), 2U);
}

TEST(VideoRecorder, FilePlaysThoughNeverFinished) {
    const test::TemporaryFolder folder;
    auto frames = encode(90); // three seconds
    auto recorder = VideoRecorder::create(folder / "a.mkv");
    ASSERT_TRUE(recorder);
    for (const auto& frame : frames)
        EXPECT_TRUE(recorder->write(frame));
    // What a killed program leaves behind, once GStreamer's thread has written most of it.
    std::uintmax_t total = 0;
    for (const auto& frame : frames)
        total += frame.bytes.size();
    while (std::filesystem::file_size(folder / "a.mkv") < total * 8 / 10)
        std::this_thread::yield();
    const auto copied = folder / "copy.mkv";
    std::filesystem::copy_file(folder / "a.mkv", copied);
    EXPECT_GE(count_frames(copied), 45);
}

TEST(VideoRecorder, CannotBeWrittenWhereThereIsNoFolder) {
    const auto recorder = VideoRecorder::create("/nonexistent/folder/a.mkv");
    ASSERT_FALSE(recorder);
    EXPECT_EQ(recorder.error().kind, MediaError::Kind::bad_file);
}

} // namespace
} // namespace plenum::media
