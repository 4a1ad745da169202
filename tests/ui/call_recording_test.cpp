// SPDX-License-Identifier: Apache-2.0
// Recordings without a window: who is told what, and how ours ends; and a recording that is looked at again.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/models/call_recording.h"
#include "ui/models/file_replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

class CallRecordingTest : public InCall {
  protected:
    void enter(bool host) {
        InCall::enter(host);
        QObject::connect(&client, &Client::notice, &client, [this](const QString& text) { said << text; });
    }
    [[nodiscard]] CallRecording& recording() { return *client.people()->recording(); }
    QStringList said;
};

TEST_F(CallRecordingTest, everybody_is_told_who_records_as_long_as_it_lasts) {
    enter(false);
    EXPECT_EQ(recording().pill(), "");
    conference.recording().someone_records(ada);
    EXPECT_EQ(recording().pill(), "Ada Moreau is recording");
    EXPECT_EQ(recording().words(), "Recording this call: Ada Moreau.");
    EXPECT_TRUE(said.contains(QStringLiteral("Ada Moreau is recording this call."))) << said.join("|").toStdString();
    EXPECT_FALSE(recording().on()) << "it is hers";
    conference.recording().someone_records(ada, false);
    EXPECT_EQ(recording().pill(), "");
    EXPECT_TRUE(said.contains(QStringLiteral("Ada Moreau no longer records this call.")));
}

TEST_F(CallRecordingTest, ours_begins_once_everybody_is_told_and_says_where_it_is) {
    enter(true);
    recording().start();
    EXPECT_TRUE(recording().on());
    EXPECT_EQ(recording().pill(), "Telling everyone…");
    ticks(4 + 65 * 20);
    EXPECT_THAT(recording().pill().toStdString(), testing::StartsWith("1:05 · 16 MB"));
    EXPECT_THAT(recording().words().toStdString(), testing::StartsWith("You are recording this call: 1:05"));
    recording().stop();
    EXPECT_FALSE(recording().on());
    EXPECT_THAT(said.back().toStdString(), testing::HasSubstr("The recording was saved as"));
    recording().play_last();
    EXPECT_EQ(conference.recording().played(), "Videos/Design review.mkv");
    conference.recording().refuse_to_play();
    recording().play(QUrl::fromLocalFile("/tmp/another.mkv"));
    EXPECT_EQ(conference.recording().played(), "/tmp/another.mkv");
    EXPECT_THAT(said.back().toStdString(), testing::HasSubstr("could not play the recording"));
}

TEST_F(CallRecordingTest, each_end_has_its_words_and_keeps_what_was_written) {
    enter(true);
    for (const auto& [why, words] : {std::pair{RecordingEnd::forbidden, "A moderator forbade recordings"},
                                     std::pair{RecordingEnd::no_space, "The disk is nearly full"},
                                     std::pair{RecordingEnd::not_written, "could not be written any more"}}) {
        recording().start();
        ticks(30);
        conference.recording().end(why);
        EXPECT_THAT(said.back().toStdString(), testing::HasSubstr(words));
        EXPECT_THAT(said.back().toStdString(), testing::HasSubstr("What was recorded until then is in"));
    }
    recording().start();
    conference.recording().end(RecordingEnd::not_allowed);
    EXPECT_THAT(said.back().toStdString(), testing::HasSubstr("allows no recordings"));
}

class QuietBoard final : public BoardPort {
  public:
    [[nodiscard]] board::Author self() const override { return {}; }
    [[nodiscard]] board::Authority authority() const override { return board::Authority::draw; }
    [[nodiscard]] bool may_draw() const override { return false; }
    void publish(board::Publication, board::Authority, const base::Bytes&) override {}
    void point(const base::Bytes&) override {}
    [[nodiscard]] bool misses_past() const override { return false; }
    void note_gaps(bool) override {}
    void tell_frontier(const board::Frontier&) override {}
    void give_copy(const board::Copy&, bool, bool) override {}
};

class NoFiles final : public FilePort {
  public:
    void prepare(const QString&) override {}
    void stop_preparing(const QString&) override {}
    void offer(const chat::SharedFile&, FileAudience) override {}
    void set_offered(const chat::SharedFile&, bool) override {}
    bool fetch(const chat::SharedFile&, base::MemberIndex, FileAudience) override { return false; }
    void cancel(const base::Hash&) override {}
    [[nodiscard]] FileState state_of(const base::Hash&) const override { return {}; }
    [[nodiscard]] QString path_of(const base::Hash&) const override { return {}; }
    void save(const chat::SharedFile&, const Place&) override {}
};

/// A recording whose player a test moves.
class HeldReplay final : public FileReplayPort {
  public:
    [[nodiscard]] QString title() const override { return QStringLiteral("Design review"); }
    [[nodiscard]] qint64 duration_ms() const override { return 600'000; }
    [[nodiscard]] qint64 position_ms() const override { return position; }
    [[nodiscard]] bool playing() const override { return plays; }
    [[nodiscard]] double speed() const override { return factor; }
    void set_playing(bool playing) override { plays = playing; }
    void seek(qint64 to_ms) override { position = to_ms; }
    void set_speed(double speed) override { factor = speed; }
    [[nodiscard]] BoardPort& board() override { return quiet; }
    [[nodiscard]] FilePort& files() override { return none; }

    qint64 position{62'000};
    bool plays{false};
    double factor{1};
    QuietBoard quiet;
    NoFiles none;
};

TEST(FileReplayTest, notes_are_in_the_order_in_which_they_came_and_follow_later_changes) {
    HeldReplay port;
    FileReplay replay{port};
    EXPECT_EQ(replay.place(), "1:02 of 10:00");
    emit port.people_changed(
        {{ada, QStringLiteral("Ada"), true, 7}, {base::MemberIndex{3}, QStringLiteral("Bob"), false}});
    ASSERT_EQ(replay.people().size(), 1) << "Bob is not there";
    EXPECT_EQ(replay.people()[0].toMap().value(QStringLiteral("camera")), 7);
    using enum RecordedNote::Kind;
    emit port.noted({said, 1, {QStringLiteral("Ada")}, QStringLiteral("helo"), 1000});
    emit port.noted({floor, 0, {QStringLiteral("Ada")}, QStringLiteral("speaking"), 2000});
    emit port.noted({changed, 1, {}, QStringLiteral("hello"), 3000});
    const auto text = [&](int at) { return replay.notes()[at].toMap().value(QStringLiteral("text")).toString(); };
    ASSERT_EQ(replay.notes().size(), 2);
    EXPECT_EQ(text(0), "hello");
    EXPECT_EQ(text(1), "Ada has the floor “speaking”.");
    emit port.noted({changed, 1, {}, {}, 4000});
    EXPECT_EQ(text(0), "This message was deleted.");
    emit port.rewound();
    EXPECT_EQ(replay.notes().size(), 0);
    replay.step_by(10);
    EXPECT_EQ(port.position, 72'000);
}

TEST(FileReplayTest, floors_are_told_of_in_the_words_of_the_call) {
    HeldReplay port;
    FileReplay replay{port};
    using enum RecordedNote::Kind;
    const QString voice = QStringLiteral("voice");
    emit port.noted({floor, 0, {QStringLiteral("Ada")}, voice, 1000});
    emit port.noted({floor, 0, {QStringLiteral("Ada"), QStringLiteral("Bob")}, voice, 2000});
    emit port.noted({floor, 0, {}, voice, 3000});
    emit port.noted({floor_for_all, 0, {}, voice, 4000});
    emit port.noted({floor, 0, {QStringLiteral("Ada")}, QStringLiteral("pen"), 5000});
    QStringList texts;
    for (const auto& note : replay.notes())
        texts << note.toMap().value(QStringLiteral("text")).toString();
    EXPECT_EQ(texts, (QStringList{"Ada has the floor.", "The floor is with Ada and Bob.", "The floor is free.",
                                  "Everyone may speak now.", "Ada has the pen."}));
}

TEST(FileReplayTest, the_shared_screen_is_the_newest_that_has_a_picture) {
    HeldReplay port;
    FileReplay replay{port};
    const auto frame = [](int width, int height) {
        return media::VideoFrame{width, height, std::make_shared<base::Bytes>(width * height * 3 / 2), {}};
    };
    emit port.picture(7, false, frame(64, 64));
    EXPECT_EQ(replay.screen(), 0) << "a camera is no screen";
    emit port.picture(8, true, frame(128, 64));
    EXPECT_EQ(replay.screen(), 8);
    EXPECT_EQ(replay.screen_ratio(), 2);
    emit port.picture(9, true, {});
    EXPECT_EQ(replay.screen(), 8);
    emit port.picture(8, true, {});
    EXPECT_EQ(replay.screen(), 0);
}

} // namespace
} // namespace plenum::ui
