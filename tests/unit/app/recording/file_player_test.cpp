// SPDX-License-Identifier: Apache-2.0
// A recording that was written is read and played again: events in their order, pictures beside them, jumps in both
// directions.
#include "app/recording/file_player.h"

#include "media/clock.h"
#include "media/recording/recording_writer.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr base::MemberIndex ann{1};

class Recordings : public testing::Test {
  protected:
    void start() {
        media::RecordingWriter::Options options;
        options.path = path;
        options.about.title = "Design review";
        auto started = media::RecordingWriter::start(std::move(options));
        ASSERT_TRUE(started.has_value());
        writer = std::move(*started);
    }
    void write_event(media::TrackNumber track, base::Duration at, std::uint64_t order, RecordedContent content) {
        writer->write({track, at, {}, true, encode({order, std::move(content)})});
    }
    /// Three seconds: somebody is there, writes twice, and shows a camera in the second second.
    void write_call() {
        start();
        const auto events =
            writer->add_track({media::TrackInfo::Kind::data, std::string{event_codec}, "Events", {}, 0, 0});
        write_event(events, 0ms, 1, RecordingBegan{ann, "Design review", 0});
        write_event(events, 0ms, 2, PersonKnown{ann, "Ann", {}, true});
        write_event(events, 400ms, 3, said(1));
        write_event(events, 2400ms, 4, said(2));
        const auto camera = writer->add_track({media::TrackInfo::Kind::video, "V_VP8", "Ann (camera)", {}, 160, 120});
        auto encoder = media::Vp8Encoder::create({.bitrate_bps = 300'000});
        for (int i = 0; i < 10; ++i) {
            auto frame = encoder->encode(media::test::moving_picture(i, 160, 120));
            ASSERT_TRUE(frame && *frame);
            writer->write({camera, 1000ms + i * 33ms, {}, (*frame)->key_frame, (*frame)->bytes});
        }
        write_event(events, 3000ms, 5, PersonLeft{ann, base::LeaveReason::left});
        writer.reset();
    }
    static MessageHeard said(std::uint64_t number) {
        return {base::FlowKind::chat,  base::FlowId{3}, ann, base::SequenceNumber{number}, {},
                base::Authority::draw, {'h', 'i'}};
    }
    static void wait_until(const std::function<bool()>& met) {
        const auto limit = media::local_now() + 5s;
        while (!met() && media::local_now() < limit)
            std::this_thread::yield();
        EXPECT_TRUE(met());
    }

    const media::test::TemporaryFolder folder;
    const std::filesystem::path path{folder / "call.mkv"};
    std::unique_ptr<media::RecordingWriter> writer;
};

TEST_F(Recordings, events_come_in_the_order_of_cause_whatever_their_tracks_and_times) {
    start();
    const auto events = writer->add_track({media::TrackInfo::Kind::data, std::string{event_codec}, "Events", {}, 0, 0});
    const auto board =
        writer->add_track({media::TrackInfo::Kind::data, std::string{board_codec}, "Whiteboard", {}, 0, 0});
    write_event(board, 10ms, 3, BoardStood{{1}});
    write_event(events, 20ms, 2, PersonKnown{ann, "Ann", {}, true});
    write_event(events, 30ms, 1, RecordingBegan{ann, "Design review", 0});
    writer->write({events, 40ms, {}, true, {1, 99, 7}});
    writer.reset();
    const auto call = RecordedCall::open(path);
    ASSERT_TRUE(call.has_value()) << call.error().text;
    std::vector<std::uint64_t> order;
    base::Duration latest{};
    for (const auto& each : call->events()) {
        order.push_back(each.event.order);
        EXPECT_GE(each.at, latest);
        latest = each.at;
    }
    EXPECT_THAT(order, ElementsAre(1, 2, 3));
    EXPECT_EQ(call->damaged(), 1U);
    EXPECT_EQ(call->reader().title(), "Design review");
}

TEST_F(Recordings, films_of_others_are_refused_with_a_sentence) {
    start();
    std::ignore = writer->add_track({media::TrackInfo::Kind::subtitle, "S_TEXT/UTF8", "Chat", {}, 0, 0});
    writer.reset();
    const auto call = RecordedCall::open(path);
    ASSERT_FALSE(call.has_value());
    EXPECT_THAT(call.error().text, HasSubstr("is no recording of a Plenum conference"));
}

TEST_F(Recordings, player_tells_what_happened_when_it_comes_there_and_anew_after_a_jump_back) {
    write_call();
    auto call = RecordedCall::open(path);
    ASSERT_TRUE(call.has_value());
    std::mutex mutex;
    std::vector<std::uint64_t> told;
    int rewound = 0;
    int pictures = 0;
    FilePlayer::Listener listener;
    listener.rewound = [&] {
        const std::lock_guard lock{mutex};
        ++rewound;
        told.clear();
    };
    listener.happened = [&](const TimedEvent& timed) {
        const std::lock_guard lock{mutex};
        told.push_back(timed.event.order);
    };
    listener.picture = [&](media::TrackNumber, const media::VideoFrame& frame) {
        const std::lock_guard lock{mutex};
        if (!frame.empty()) ++pictures;
    };
    const auto count = [&] {
        const std::lock_guard lock{mutex};
        return told.size();
    };
    auto player = FilePlayer::open(std::move(*call), media::NoOutput{}, std::move(listener));
    ASSERT_TRUE(player.has_value());
    EXPECT_EQ((*player)->duration(), 3000ms);
    wait_until([&] { return count() == 2; });
    EXPECT_FALSE((*player)->playing());
    (*player)->set_speed(media::ReplaySpeed::twice);
    (*player)->set_playing(true);
    wait_until([&] { return count() == 3; });
    EXPECT_GE((*player)->position(), 400ms);
    wait_until([&] { return count() == 5; });
    wait_until([&] { return !(*player)->playing(); });
    {
        const std::lock_guard lock{mutex};
        EXPECT_THAT(told, ElementsAre(1, 2, 3, 4, 5));
        EXPECT_GE(pictures, 2);
    }
    (*player)->seek(1200ms);
    wait_until([&] { return count() == 3; });
    const std::lock_guard lock{mutex};
    EXPECT_EQ(rewound, 1);
    EXPECT_THAT(told, ElementsAre(1, 2, 3));
}

} // namespace
} // namespace plenum::app
