// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/bot_recorder.h"

#include "media/devices/audio_source_gst.h"
#include "media/devices/video_source_gst.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::cli {
namespace {

using media::test::TemporaryFolder;

node::MemberJoined joined(std::uint32_t member, const char* name) {
    node::MemberJoined event;
    event.member = base::MemberIndex{member};
    event.name = name;
    return event;
}

void record_pictures(BotRecorder& recorder, base::MemberIndex sender, int count) {
    auto encoder = media::Vp8Encoder::create({.temporal_layers = 1});
    ASSERT_TRUE(encoder);
    for (int i = 0; i < count; ++i) {
        const auto frame = encoder->encode(media::test::moving_picture(i, 160, 120));
        ASSERT_TRUE(frame && *frame);
        recorder.picture(sender, **frame);
    }
}

TEST(BotRecorder, NamesFilesAfterWhoIsToldLaterThanHeard) {
    const TemporaryFolder folder;
    const base::MemberIndex ada{7};
    {
        BotRecorder recorder{folder / "bot"};
        ASSERT_EQ(recorder.error(), "");
        recorder.sound(ada, media::AudioBlock{});
        record_pictures(recorder, ada, 3);
        recorder.event(client::Event{node::Event{joined(7, "Ada")}}, {});
        recorder.sound(ada, media::AudioBlock{});
        EXPECT_EQ(recorder.tracks().at(ada).name, "Ada");
        EXPECT_EQ(recorder.tracks().at(ada).audio_blocks, 2U);
    }
    const auto sound = media::AudioFileSource::open(folder / "bot/audio-Ada.wav", false);
    EXPECT_TRUE(sound);
    const auto picture =
        media::VideoSource::open({.input = media::VideoFileSource{folder / "bot/video-Ada.mkv", false}});
    EXPECT_TRUE(picture);
    EXPECT_FALSE(std::filesystem::exists(folder / "bot/audio-member-7.wav"));
    EXPECT_FALSE(std::filesystem::exists(folder / "bot/video-member-7.mkv"));
}

TEST(BotRecorder, TellsTwoOfOneNameApart) {
    const TemporaryFolder folder;
    BotRecorder recorder{folder / "bot"};
    recorder.event(client::Event{node::Event{joined(1, "Ada")}}, {});
    recorder.event(client::Event{node::Event{joined(2, "Ada")}}, {});
    recorder.sound(base::MemberIndex{1}, media::AudioBlock{});
    recorder.sound(base::MemberIndex{2}, media::AudioBlock{});
    EXPECT_EQ(recorder.tracks().at(base::MemberIndex{1}).name, "Ada");
    EXPECT_EQ(recorder.tracks().at(base::MemberIndex{2}).name, "Ada-2");
}

} // namespace
} // namespace plenum::cli
