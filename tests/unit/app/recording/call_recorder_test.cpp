// SPDX-License-Identifier: Apache-2.0
#include "app/recording/call_recorder.h"

#include "media/clock.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

TEST(CallRecorder, sound_and_pictures_of_a_far_future_are_left_out) {
    const media::test::TemporaryFolder folder;
    const auto path = folder / "call.mkv";
    CallRecorder::Options options;
    options.file.path = path;
    auto started = CallRecorder::start(std::move(options), {});
    ASSERT_TRUE(started.has_value()) << started.error().text;
    auto recorder = std::move(*started);
    const base::MemberIndex ann{1};
    const base::Bytes packet{0xF8, 1, 2}; // Opus, 20 ms
    media::EncodedFrame picture;
    picture.bytes = {1};
    picture.key_frame = true;
    std::uint64_t number = 0;
    const auto speak = [&](base::Duration ahead) {
        const base::ConferenceTime at{media::local_now().time_since_epoch() + ahead};
        recorder->voice(ann, at, base::SequenceNumber{++number}, packet);
        picture.captured_at = at;
        recorder->camera(ann, picture);
    };
    // The greatest time on the wire.
    const auto far = base::ConferenceTime{base::from_us(std::int64_t{1} << 53U)} -
                     base::ConferenceTime{media::local_now().time_since_epoch()};
    for (const base::Duration ahead : {100ms, 4000ms})
        speak(ahead);
    for (const base::Duration ahead : {base::Duration{20s}, base::Duration{1h}, far})
        speak(ahead);
    recorder.reset();
    const auto reader = media::MatroskaReader::open(path);
    ASSERT_TRUE(reader.has_value()) << reader.error().text;
    EXPECT_GE(reader->duration(), 3900ms) << "clocks that differ a little are no reason";
    EXPECT_LT(reader->duration(), 19s);
    std::size_t pictures = 0;
    for (const auto& block : reader->blocks())
        pictures += reader->read(block) == picture.bytes ? 1U : 0U;
    EXPECT_EQ(pictures, 2U);
}

} // namespace
} // namespace plenum::app
