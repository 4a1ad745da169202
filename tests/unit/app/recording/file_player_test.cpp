// SPDX-License-Identifier: Apache-2.0
// A recording that was written is read and played again: events in their order, pictures beside them, jumps in both
// directions.
#include "app/recording/file_player.h"

#include "app/recording/recorded_picture.h"
#include "core/board/presence.h"
#include "core/crypto/hash.h"
#include "media/clock.h"
#include "media/recording/recording_writer.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

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
    /// As a slow disk or a slow window does.
    static void take_a_millisecond() {
        const auto end = media::local_now() + 1ms;
        while (media::local_now() < end)
            std::this_thread::yield();
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

TEST_F(Recordings, pictures_of_the_whiteboard_are_found_by_their_hash_and_forged_ones_are_not) {
    start();
    const auto events = writer->add_track({media::TrackInfo::Kind::data, std::string{event_codec}, "Events", {}, 0, 0});
    write_event(events, 0ms, 1, RecordingBegan{ann, "Design review", 0});
    const base::Bytes content{'p', 'i', 'c', 't', 'u', 'r', 'e'};
    const auto file = folder / "picture.png";
    std::ofstream{file, std::ios::binary} << base::to_text(content);
    const auto hash = crypto::hash(content);
    const auto other = crypto::hash(base::Bytes{1});
    writer->attach(picture_attachment(hash, "image/png"), file);
    writer->attach(picture_attachment(other, "text/html"), file);
    writer->attach({"cover.png", "image/png"}, file);
    writer.reset();
    const auto call = RecordedCall::open(path);
    ASSERT_TRUE(call.has_value()) << call.error().text;
    const auto& attachments = call->reader().attachments();
    ASSERT_EQ(attachments.size(), 3U);
    EXPECT_EQ(attachments[0].info, (media::AttachmentInfo{base::to_hex(hash.view()) + ".png", "image/png"}));
    EXPECT_EQ(attachments[1].info.media_type, "application/octet-stream")
        << "players open no type that a member made up";
    EXPECT_EQ(call->picture(hash), content);
    EXPECT_FALSE(call->picture(other).has_value()) << "the name says another content";
    EXPECT_FALSE(call->picture(crypto::hash(base::Bytes{2})).has_value());
}

TEST_F(Recordings, pointers_are_told_at_their_time_and_old_ones_not_after_a_jump) {
    start();
    const auto events = writer->add_track({media::TrackInfo::Kind::data, std::string{event_codec}, "Events", {}, 0, 0});
    const auto pointers =
        writer->add_track({media::TrackInfo::Kind::data, std::string{pointer_codec}, "Pointers", {}, 0, 0});
    write_event(events, 0ms, 1, RecordingBegan{ann, "Design review", 0});
    const auto presence = board::encode_presence(board::CursorAt{{ann, {}}, {16, 32}});
    for (std::uint64_t tenth = 0; tenth < 50; ++tenth)
        write_event(pointers, tenth * 100ms, tenth + 2, PointerSeen{ann, presence});
    writer.reset();
    auto call = RecordedCall::open(path);
    ASSERT_TRUE(call.has_value());
    ASSERT_EQ(call->events().size(), 51U);
    std::mutex mutex;
    std::vector<base::Duration> seen;
    FilePlayer::Listener listener;
    listener.happened = [&](const TimedEvent& timed) {
        const std::lock_guard lock{mutex};
        const auto* pointer = std::get_if<PointerSeen>(&timed.event.content);
        if (pointer != nullptr && pointer->presence == presence) seen.push_back(timed.at);
    };
    auto player = FilePlayer::open(std::move(*call), media::NoOutput{}, std::move(listener));
    ASSERT_TRUE(player.has_value());
    const auto newest = [&] {
        const std::lock_guard lock{mutex};
        return seen.empty() ? base::Duration{} : seen.back();
    };
    (*player)->seek(4050ms);
    wait_until([&] { return newest() == 4000ms; });
    const std::lock_guard lock{mutex};
    const auto first = std::ranges::find_if(seen, [](base::Duration at) { return at > 0ms; });
    ASSERT_NE(first, seen.end());
    EXPECT_GE(*first, 4050ms - FilePlayer::pointer_age_max);
    EXPECT_EQ(seen.end() - first, 10);
}

TEST_F(Recordings, player_that_goes_away_leaves_the_rest_of_a_place_unread) {
    constexpr int blocks = 3000;
    start();
    const auto events = writer->add_track({media::TrackInfo::Kind::data, std::string{event_codec}, "Events", {}, 0, 0});
    write_event(events, 0ms, 1, RecordingBegan{ann, "Design review", 0});
    const auto voice = writer->add_track({media::TrackInfo::Kind::audio, "A_OPUS", "Ann", {}, 0, 0});
    for (int i = 0; i < blocks; ++i)
        writer->write({voice, 0ms, {}, true, {0xF8, 0xFF, 0xFE}});
    writer.reset();
    std::ifstream file{path, std::ios::binary};
    const std::string content{std::istreambuf_iterator<char>{file}, {}};
    std::atomic<bool> slow{false};
    std::atomic<int> read{0};
    const auto source = [&](std::uint64_t position, std::span<std::uint8_t> to) {
        if (slow) {
            ++read;
            take_a_millisecond();
        }
        const auto from = std::min<std::size_t>(position, content.size());
        const auto part = base::as_bytes(content).subspan(from, std::min(to.size(), content.size() - from));
        std::ranges::copy(part, to.begin());
        return part.size();
    };
    auto reader = media::MatroskaReader::read_from(source, "call.mkv");
    ASSERT_TRUE(reader.has_value());
    auto call = RecordedCall::read_from(std::move(*reader), "call.mkv");
    ASSERT_TRUE(call.has_value());
    slow = true;
    FilePlayer::Listener listener;
    listener.happened = [](const TimedEvent&) {};
    auto player = FilePlayer::open(std::move(*call), media::NoOutput{}, std::move(listener));
    ASSERT_TRUE(player.has_value());
    wait_until([&] { return read > 0; });
    player->reset();
    EXPECT_LT(read, blocks);
}

TEST_F(Recordings, player_that_goes_away_leaves_the_rest_of_a_place_untold) {
    constexpr std::uint64_t notes = 3000;
    start();
    const auto events = writer->add_track({media::TrackInfo::Kind::data, std::string{event_codec}, "Events", {}, 0, 0});
    for (std::uint64_t order = 1; order <= notes; ++order)
        write_event(events, 0ms, order, PersonKnown{ann, "Ann", {}, true});
    writer.reset();
    auto call = RecordedCall::open(path);
    ASSERT_TRUE(call.has_value());
    std::atomic<std::uint64_t> told{0};
    FilePlayer::Listener listener;
    listener.happened = [&](const TimedEvent&) {
        ++told;
        take_a_millisecond();
    };
    auto player = FilePlayer::open(std::move(*call), media::NoOutput{}, std::move(listener));
    ASSERT_TRUE(player.has_value());
    wait_until([&] { return told > 0; });
    player->reset();
    EXPECT_LT(told, notes);
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
