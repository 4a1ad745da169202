// SPDX-License-Identifier: Apache-2.0
#include "media/audio/level.h"
#include "media/audio/wav.h"
#include "media/devices/audio_source_gst.h"
#include "media/devices/video_source_gst.h"
#include "media/recording/video_recorder_gst.h"
#include "media/video/frame_code.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <fstream>
#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;

void write_speech(const std::filesystem::path& path, const test::Samples& speech) {
    auto writer = WavWriter::create(path);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(speech));
}

/// Reads as fast as the file is decoded; stops at `samples_max` or the end.
test::Samples drain(AudioFileSource& source, std::size_t samples_max) {
    test::Samples samples;
    AudioBlock block;
    while (samples.size() < samples_max) {
        const auto read = source.read(block);
        if (read == AudioFileSource::Read::ended) break;
        if (read == AudioFileSource::Read::block) test::append(samples, block);
    }
    return samples;
}

TEST(AudioFileSource, PlaysAFileToItsEnd) {
    const test::TemporaryFolder folder;
    const auto speech = test::speech_like(31, 2);
    write_speech(folder / "a b.wav", speech);
    auto source = AudioFileSource::open(folder / "a b.wav", false);
    ASSERT_TRUE(source) << source.error().text;
    const auto samples = drain(**source, 10 * speech.size());
    ASSERT_EQ(samples.size(), speech.size());
    EXPECT_EQ(samples, speech);
}

TEST(AudioFileSource, LoopsForEver) {
    const test::TemporaryFolder folder;
    const auto speech = test::speech_like(32, 0.5);
    write_speech(folder / "a.wav", speech);
    auto source = AudioFileSource::open(folder / "a.wav", true);
    ASSERT_TRUE(source);
    const auto samples = drain(**source, 3 * speech.size());
    ASSERT_GE(samples.size(), 3 * speech.size());
    const auto second = samples.begin() + static_cast<std::ptrdiff_t>(speech.size());
    EXPECT_TRUE(std::equal(speech.begin(), speech.end(), second));
}

TEST(AudioFileSource, SaysWhatIsWrongWithAFile) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(AudioFileSource::open(folder / "none.wav", true).error().kind, MediaError::Kind::bad_file);
    {
        std::ofstream{folder / "text.wav"} << "no sound at all, but some text that is long enough to be looked at";
    }
    const auto text = AudioFileSource::open(folder / "text.wav", true);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().kind, MediaError::Kind::bad_file);
    EXPECT_NE(text.error().text.find("text.wav"), std::string::npos);
}

TEST(ToneSource, IsASineOfItsLevel) {
    ToneSource tone{1000, -20};
    for (int i = 0; i < 10; ++i)
        EXPECT_NEAR(measure_level(tone.read()).peak_dbfs, -20, 0.1);
}

TEST(VideoSource, CodedNumbersCountUp) {
    auto source = VideoSource::open({.input = CodedSource{}, .width_max = 160, .height_max = 120, .rate_hz = 100});
    ASSERT_TRUE(source);
    std::uint32_t last = 0;
    for (int i = 0; i < 10; ++i) {
        const auto frame = (*source)->wait_frame(1s);
        ASSERT_TRUE(frame);
        const auto number = read_frame_code(*frame);
        ASSERT_TRUE(number);
        EXPECT_GT(*number, last);
        last = *number;
    }
}

TEST(VideoSource, TimesComeFromTheClockGiven) {
    const base::ConferenceTime fixed{12345s};
    for (const VideoInput& input : {VideoInput{CodedSource{}}, VideoInput{PatternSource{}}}) {
        auto source = VideoSource::open(
            {.input = input, .width_max = 160, .height_max = 120, .rate_hz = 60, .clock = [fixed] { return fixed; }});
        ASSERT_TRUE(source) << source.error().text;
        const auto frame = (*source)->wait_frame(10s);
        ASSERT_TRUE(frame);
        EXPECT_LE(frame->captured_at, fixed);
        EXPECT_GE(frame->captured_at, fixed - 1s);
        EXPECT_EQ(frame->width, 160);
        EXPECT_EQ(frame->height, 120);
        EXPECT_EQ(frame->pixels->size(), 160U * 120U * 3U / 2U);
    }
}

class VideoFile : public ::testing::Test {
  protected:
    /// `count` numbered pictures at 100 a second.
    void make(int count, int width, int height) {
        auto encoder = Vp8Encoder::create({.temporal_layers = 1});
        auto recorder = VideoRecorder::create(path);
        ASSERT_TRUE(encoder && recorder);
        for (int i = 1; i <= count; ++i) {
            auto picture = draw_frame_code(static_cast<std::uint32_t>(i), width, height);
            picture.captured_at = base::ConferenceTime{10ms * i};
            auto frame = encoder->encode(picture);
            ASSERT_TRUE(frame);
            if (*frame) {
                EXPECT_TRUE(recorder->write(**frame));
            }
        }
    }
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder / "film.mkv";
};

TEST_F(VideoFile, PlaysToItsEndAndSaysSo) {
    make(20, 320, 240);
    auto source = VideoSource::open({.input = VideoFileSource{path, false}, .rate_hz = 100});
    ASSERT_TRUE(source) << source.error().text;
    std::uint32_t last = 0;
    while (!(*source)->ended()) {
        const auto frame = (*source)->wait_frame(2s);
        if (!frame) continue;
        EXPECT_EQ(frame->width, 320);
        const auto number = read_frame_code(*frame).value_or(0);
        EXPECT_GT(number, last);
        last = number;
    }
    EXPECT_GE(last, 15U);
    EXPECT_FALSE((*source)->error());
}

TEST_F(VideoFile, LoopsAndScalesToFit) {
    make(10, 640, 320);
    auto source =
        VideoSource::open({.input = VideoFileSource{path, true}, .width_max = 200, .height_max = 200, .rate_hz = 100});
    ASSERT_TRUE(source);
    int again = 0;
    std::uint32_t last = 0;
    for (int i = 0; i < 200 && again < 2; ++i) {
        const auto frame = (*source)->wait_frame(2s);
        if (!frame) continue;
        EXPECT_EQ(frame->width, 200);
        EXPECT_EQ(frame->height, 100);
        const auto number = read_frame_code(*frame).value_or(0);
        again += number < last ? 1 : 0;
        last = number;
    }
    EXPECT_EQ(again, 2);
}

TEST(VideoSource, ShowsEveryFrameOfAFilmThatMarksTwoWithOneTime) {
    const std::filesystem::path film = "/usr/share/doc/opencv-doc/examples/data/Megamind.avi";
    if (!std::filesystem::exists(film)) GTEST_SKIP() << "the film Megamind.avi of Debian's opencv-doc is missing";
    auto source = VideoSource::open({.input = VideoFileSource{film, false}, .width_max = 64, .height_max = 64});
    ASSERT_TRUE(source) << source.error().text;
    int frames = 0;
    for (int tries = 0; tries < 100 && frames < 48 && !(*source)->ended(); ++tries)
        frames += (*source)->wait_frame(1s) ? 1 : 0;
    EXPECT_EQ(frames, 48);
    EXPECT_LE((*source)->frames_dropped(), 2U) << "of 24 a second, where 30 may pass";
}

TEST(VideoSource, SaysWhatIsMissing) {
    const auto camera = VideoSource::open({.input = CameraSource{"no such camera"}});
    ASSERT_FALSE(camera);
    EXPECT_EQ(camera.error().kind, MediaError::Kind::no_device);
    EXPECT_EQ(camera.error().text, "The chosen camera is not there.");
    const auto file = VideoSource::open({.input = VideoFileSource{"/nonexistent.avi"}});
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, MediaError::Kind::bad_file);
    EXPECT_FALSE(VideoSource::open({.input = CodedSource{}, .width_max = 1}));
}

} // namespace
} // namespace plenum::media
