// SPDX-License-Identifier: Apache-2.0
// A recording with many people is told to its window in little work.
#include "app/plenum/real_file_replay.h"

#include "media/clock.h"
#include "media/recording/recording_writer.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

class RealFileReplayTest : public testing::Test {
  protected:
    RealFileReplayTest() {
        media::RecordingWriter::Options options;
        options.path = path();
        auto started = media::RecordingWriter::start(std::move(options));
        if (!started) return;
        writer = std::move(*started);
        events = writer->add_track({media::TrackInfo::Kind::data, std::string{event_codec}, "Events", {}, 0, 0});
    }
    [[nodiscard]] std::filesystem::path path() const {
        return folder.filePath(QStringLiteral("call.mkv")).toStdString();
    }
    void write(base::Duration at, RecordedContent content) {
        writer->write({events, at, {}, true, encode({++order, std::move(content)})});
    }
    static PersonKnown person(std::uint32_t index) {
        return {base::MemberIndex{index}, "Person " + std::to_string(index), {}, true};
    }
    void open() {
        writer.reset();
        auto call = RecordedCall::open(path());
        ASSERT_TRUE(call.has_value()) << call.error().text;
        auto opened = RealFileReplay::open(std::move(*call), media::NoOutput{});
        ASSERT_TRUE(opened.has_value()) << opened.error().text;
        replay = std::move(*opened);
        QObject::connect(replay.get(), &ui::FileReplayPort::people_changed,
                         [this](const QList<ui::RecordedPerson>& people) {
                             ++told;
                             shown = people.size();
                         });
    }
    /// All up to that place is with the replay then, whose turn it is once for all of it.
    void go_to(qint64 at_ms) {
        // The player goes to a place after it told all of the one before.
        for (const auto place : {at_ms, at_ms + 100}) {
            replay->seek(place);
            const auto limit = media::local_now() + 5s;
            while (replay->position_ms() < place && media::local_now() < limit)
                std::this_thread::yield();
            ASSERT_GE(replay->position_ms(), place);
        }
        QCoreApplication::processEvents();
    }

    const QTemporaryDir folder;
    std::unique_ptr<media::RecordingWriter> writer;
    media::TrackNumber events;
    std::uint64_t order{0};
    std::unique_ptr<RealFileReplay> replay;
    int told{0};
    qsizetype shown{0};
};

TEST_F(RealFileReplayTest, people_who_come_at_once_are_told_of_once) {
    ASSERT_NE(writer, nullptr);
    for (std::uint32_t index = 1; index <= 500; ++index)
        write(0ms, person(index));
    write(10s, PersonLeft{base::MemberIndex{1}, base::LeaveReason::left});
    open();
    go_to(100);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(shown, 500);
}

TEST_F(RealFileReplayTest, people_who_do_not_change_are_not_told_of_again) {
    ASSERT_NE(writer, nullptr);
    write(0ms, person(1));
    write(1s, person(1));
    write(2s, person(2));
    write(10s, PersonLeft{base::MemberIndex{1}, base::LeaveReason::left});
    open();
    go_to(100);
    EXPECT_EQ(told, 1);
    go_to(1100);
    EXPECT_EQ(told, 1);
    go_to(2100);
    EXPECT_EQ(told, 2);
    EXPECT_EQ(shown, 2);
}

TEST_F(RealFileReplayTest, a_floor_is_told_of_when_its_holders_change) {
    ASSERT_NE(writer, nullptr);
    const auto held = [](std::vector<base::MemberIndex> holders, bool everyone = false) {
        return FloorHeld{base::TokenId{1}, "voice", {}, std::move(holders), everyone};
    };
    write(0ms, person(1));
    write(100ms, held({}));
    write(200ms, held({base::MemberIndex{1}}));
    write(300ms, held({base::MemberIndex{1}})); // Somebody asks.
    write(400ms, held({}));
    write(500ms, held({}));
    write(600ms, held({}, true));
    write(10s, PersonLeft{base::MemberIndex{1}, base::LeaveReason::left});
    open();
    std::vector<ui::RecordedNote> notes;
    QObject::connect(replay.get(), &ui::FileReplayPort::rewound, [&] { notes.clear(); });
    QObject::connect(replay.get(), &ui::FileReplayPort::noted,
                     [&](const ui::RecordedNote& note) { notes.push_back(note); });
    go_to(1000);
    using enum ui::RecordedNote::Kind;
    ASSERT_EQ(notes.size(), 3U);
    EXPECT_EQ(notes[0].names, QStringList{"Person 1"});
    EXPECT_EQ(notes[1].kind, floor);
    EXPECT_TRUE(notes[1].names.isEmpty());
    EXPECT_EQ(notes[2].kind, floor_for_all);
}

} // namespace
} // namespace plenum::app
