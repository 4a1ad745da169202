// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/models/replay_words.h"

#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

class Replays : public InCall {
  protected:
    Replays() {
        enter(false);
        // Ada spoke from 40 s ago for 20 s, then Ben.
        replayed().someone_spoke(ada, 40s, 20s);
        replayed().someone_spoke(jonas, 18s, 10s);
    }
    Replay& replay() { return *client.people()->replay(); }
    SimulatedReplay& replayed() { return conference.replay(); }
    [[nodiscard]] base::Duration behind() {
        return replayed().state().on ? replayed().now() - replayed().state().position : base::Duration{};
    }
    [[nodiscard]] std::vector<std::string> notices(QSignalSpy& spy) {
        std::vector<std::string> texts;
        for (const auto& each : spy)
            texts.push_back(each.front().toString().toStdString());
        return texts;
    }
};

TEST_F(Replays, opening_begins_where_somebody_began_to_speak) {
    EXPECT_FALSE(replay().is_open());
    replay().toggle();
    ticks(1);
    EXPECT_TRUE(replay().is_on());
    EXPECT_NEAR(base::to_ms(behind()), 40'000, 200);
    EXPECT_EQ(replay().speaker()->member_index(), 2);
    EXPECT_EQ(replay().words(), "You are 40 s behind. Catching up at 1.5×: live again in 1:19 min.");
}

TEST_F(Replays, catches_up_and_is_live_again_with_a_word) {
    QSignalSpy told{&client, &Client::notice};
    replay().toggle();
    replay().choose(QStringLiteral("2"));
    ticks(41 * 20);
    EXPECT_FALSE(replay().is_on());
    EXPECT_FALSE(replay().is_open());
    EXPECT_THAT(notices(told), testing::Contains("You have caught up and are live again."));
}

TEST_F(Replays, the_picture_follows_who_spoke) {
    replay().toggle();
    ticks(1);
    EXPECT_EQ(replay().speaker()->member_index(), 2);
    replay().seek(replay().timeline()->to() - 15);
    EXPECT_EQ(replay().speaker()->member_index(), 3);
    EXPECT_EQ(replayed().shown(), jonas);
    replay().seek(replay().timeline()->to() - 19);
    EXPECT_EQ(replay().speaker()->member_index(), 2) << "nobody speaks; Ada spoke last";
    ticks(2);
    EXPECT_FALSE(client.people()->pictures()->latest(Pictures::replayed).empty());
    replay().close();
    EXPECT_TRUE(client.people()->pictures()->latest(Pictures::replayed).empty());
}

TEST_F(Replays, keys_move_by_five_seconds_and_stop_at_the_ends) {
    replay().toggle();
    ticks(1);
    const auto before = behind();
    replay().step_by(1);
    EXPECT_NEAR(base::to_ms(before - behind()), 5000, 60);
    replay().step_by(-100);
    EXPECT_NEAR(base::to_ms(behind()), 40'050, 200);
    replay().step_by(100);
    ticks(1);
    EXPECT_FALSE(replay().is_open()) << "beyond the end is live";
}

TEST_F(Replays, the_next_word_is_found) {
    replay().toggle();
    ticks(1);
    replay().seek(replay().timeline()->to() - 39);
    replay().seek_mark(true);
    EXPECT_NEAR(base::to_ms(behind()), 18'000, 200) << "Ben begins";
    replay().seek_mark(false);
    EXPECT_NEAR(base::to_ms(behind()), 40'000, 200);
}

TEST_F(Replays, paused_stays_where_it_is_and_falls_behind) {
    replay().toggle();
    ticks(1);
    const auto before = behind();
    replay().toggle_paused();
    ticks(40);
    EXPECT_NEAR(base::to_ms(behind() - before), 2000, 60);
    EXPECT_EQ(replay().words(), "You are 42 s behind. Paused, and live sound is off.");
    replay().toggle_paused();
    ticks(40);
    EXPECT_LT(behind() - before, 1500ms);
}

TEST_F(Replays, at_its_own_pace_it_says_that_it_does_not_catch_up) {
    replay().choose(QStringLiteral("1"));
    replay().toggle();
    ticks(20);
    EXPECT_EQ(replay().words(), "You are 40 s behind. At 1× you do not catch up.");
}

TEST_F(Replays, a_deleted_message_leaves_no_mark_and_an_edited_one_its_new_words) {
    const auto kept = conference.chat().someone_writes(ada, QStringLiteral("teh plan"));
    const auto gone = conference.chat().someone_writes(ada, QStringLiteral("for somebody else"));
    conference.chat().someone_edits(kept, QStringLiteral("the plan"));
    conference.chat().someone_removes(gone);
    replay().toggle();
    ticks(25);
    ASSERT_EQ(replay().timeline()->marks().size(), 1);
    EXPECT_EQ(replay().timeline()->marks()[0].toMap()[QStringLiteral("words")].toString(),
              "Ada Moreau wrote: the plan");
}

TEST_F(Replays, lanes_and_marks_say_where_to_look) {
    conference.chat().someone_writes(ada, QStringLiteral("The draft\nis out"));
    ticks(1);
    conference.people().someone_leaves(jonas);
    replay().toggle();
    ticks(25);
    const auto lanes = replay().timeline()->lanes();
    ASSERT_GE(lanes.size(), 2);
    EXPECT_EQ(lanes[0].toMap()[QStringLiteral("memberIndex")], 2);
    const auto spans = lanes[0].toMap()[QStringLiteral("spans")].toList();
    ASSERT_FALSE(spans.isEmpty());
    const auto first = spans[0].toMap();
    EXPECT_NEAR(first[QStringLiteral("to")].toDouble() - first[QStringLiteral("from")].toDouble(), 20, 0.5);
    std::vector<std::string> words;
    for (const auto& mark : replay().timeline()->marks())
        words.push_back(mark.toMap()[QStringLiteral("words")].toString().toStdString());
    const auto name_of_ben = lanes[1].toMap()[QStringLiteral("name")].toString().toStdString();
    EXPECT_FALSE(name_of_ben.empty()) << "who has left is still named";
    EXPECT_THAT(words, testing::ElementsAre("Ada Moreau wrote: The draft is out", name_of_ben + " left"));
}

TEST_F(Replays, many_people_share_the_last_lane) {
    for (std::uint32_t member = 10; member < 20; ++member)
        replayed().someone_spoke(base::MemberIndex{member}, 30s, 1s);
    replay().toggle();
    ticks(1);
    const auto lanes = replay().timeline()->lanes();
    ASSERT_EQ(lanes.size(), 5);
    EXPECT_EQ(lanes[0].toMap()[QStringLiteral("memberIndex")], 2) << "who spoke most stays";
    EXPECT_EQ(lanes[4].toMap()[QStringLiteral("memberIndex")], 0);
}

TEST_F(Replays, what_the_end_of_the_call_leaves_is_nothing) {
    replay().toggle();
    ticks(1);
    client.session()->leave();
    ticks(3);
    EXPECT_FALSE(replay().is_open());
    EXPECT_TRUE(replay().timeline()->lanes().isEmpty());
    EXPECT_TRUE(replay().timeline()->marks().isEmpty());
}

TEST_F(Replays, nothing_of_it_reaches_others) {
    const auto before = client.media()->microphone_on();
    replay().toggle();
    ticks(2);
    EXPECT_EQ(client.media()->microphone_on(), before);
}

class NothingSaid : public InCall {
  protected:
    NothingSaid() : InCall{{.others = 0, .automatic = false}} { enter(false); }
};

TEST_F(NothingSaid, says_so_and_stays_live) {
    auto& replay = *client.people()->replay();
    replay.toggle();
    ticks(1);
    EXPECT_TRUE(replay.is_open());
    EXPECT_FALSE(replay.is_on());
    EXPECT_EQ(replay.timeline()->trouble(), "Nothing was said since you came, so there is nothing to hear again.");
    replay.toggle();
    EXPECT_FALSE(replay.is_open());
}

TEST_F(NothingSaid, begins_once_something_is_there) {
    auto& replay = *client.people()->replay();
    replay.toggle();
    ticks(1);
    conference.replay().someone_spoke(ada, 10s, 5s);
    ticks(25);
    EXPECT_TRUE(replay.is_on());
}

TEST_F(NothingSaid, begins_with_the_first_word_after_half_a_minute_of_silence) {
    conference.replay().someone_spoke(ada, 70s, 20s);
    conference.replay().someone_spoke(ada, 12s, 5s);
    auto& replay = *client.people()->replay();
    replay.toggle();
    ticks(1);
    EXPECT_NEAR(replay.timeline()->to() - replay.position(), 12, 0.2);
}

ReplayMaterial material(std::optional<base::Duration> sound, bool unreadable) {
    ReplayPerson person{.index = ada, .name = QStringLiteral("Ada"), .unreadable = unreadable};
    if (sound) person.sound_from = base::LocalTime{100s - *sound};
    return {.people = {person}, .fetching = false};
}

TEST(ReplayWords, every_gap_has_its_sentence) {
    EXPECT_EQ(ReplayWords::trouble(material(std::nullopt, true)),
              "You cannot hear what was said before you came: it is sealed with a key that you never had.");
    EXPECT_EQ(ReplayWords::trouble(material(10s, true)),
              "Some words of Ada are missing: they were sealed with a key that you do not have.");
    EXPECT_EQ(ReplayWords::trouble(material(10s, false)), "");
    auto fetching = material(std::nullopt, false);
    fetching.fetching = true;
    EXPECT_EQ(ReplayWords::trouble(fetching), "Asking the relay for the last half minute…");
}

TEST(ReplayWords, reach_is_told_for_sound_pictures_and_chat) {
    auto both = material(250s, false);
    EXPECT_EQ(ReplayWords::reach(both, base::LocalTime{100s}),
              "Sound: the last 4:10 min. No pictures. Chat: all of it.");
    both.people.front().pictures_from = base::LocalTime{60s};
    EXPECT_EQ(ReplayWords::reach(both, base::LocalTime{100s}),
              "Sound: the last 4:10 min. Pictures: the last 40 s. Chat: all of it.");
}

} // namespace
} // namespace plenum::ui
