// SPDX-License-Identifier: Apache-2.0
// How the call goes, in figures: what they say, who changes how far a conversation leans, and what a report tells.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/models/figure_words.h"
#include "ui/models/tile_sizes.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr base::ConversationId plenary_id{1};
constexpr base::ConversationId red_group{2};

base::LocalTime after_start(base::Duration after) { return base::LocalTime{1000s + after}; }

OrderFigures::Measured measured(base::Duration delta, std::uint64_t in_order, std::uint64_t forced = 0) {
    OrderFigures::Measured figures;
    figures.delta = delta;
    figures.least = 40ms;
    figures.most = 400ms;
    figures.in_order = in_order;
    figures.forced = forced;
    return figures;
}

TEST(FigureWords, what_is_not_quite_all_does_not_look_like_it) {
    EXPECT_EQ(FigureWords::percent(0), "0.0 %");
    EXPECT_EQ(FigureWords::percent(0.00001), "0.1 %");
    EXPECT_EQ(FigureWords::percent(0.5), "50.0 %");
    EXPECT_EQ(FigureWords::percent(0.99999), "99.9 %");
    EXPECT_EQ(FigureWords::percent(1), "100.0 %");
}

TEST(OrderHistory, a_minute_stands_in_slots_that_do_not_move) {
    OrderHistory history;
    EXPECT_EQ(history.waits(), QList<double>(OrderHistory::slot_count, -1.0));
    // Counts so far are no news at the first look.
    history.add(after_start(0s), measured(100ms, 500, 500));
    EXPECT_EQ(history.share(), -1);
    history.add(after_start(1s), measured(200ms, 590, 510));
    EXPECT_DOUBLE_EQ(history.waits().last(), 0.5) << "the newest of its slot";
    EXPECT_DOUBLE_EQ(history.shares().last(), 0.9);
    history.add(after_start(2s), measured(40ms, 690, 510));
    EXPECT_DOUBLE_EQ(history.waits().last(), 0.1);
    EXPECT_DOUBLE_EQ(history.waits()[OrderHistory::slot_count - 2], 0.5);
    EXPECT_DOUBLE_EQ(history.share(), 190.0 / 200.0);
    EXPECT_EQ(history.least(), 40ms);
    EXPECT_EQ(history.most(), 200ms);
    history.add(after_start(8s), measured(40ms, 690, 510));
    EXPECT_EQ(history.waits()[OrderHistory::slot_count - 2], -1) << "nobody measured meanwhile";
    EXPECT_EQ(history.shares().last(), -1) << "nothing came meanwhile";
    history.add(after_start(62s), measured(80ms, 700, 510));
    EXPECT_EQ(history.most(), 80ms) << "what is older than a minute counts no more";
}

TEST(OrderHistory, counts_that_begin_anew_are_no_storm) {
    OrderHistory history;
    history.add(after_start(0s), measured(100ms, 1000, 1000));
    history.add(after_start(1s), measured(100ms, 20, 5));
    EXPECT_DOUBLE_EQ(history.share(), 0.8);
}

TEST(TileSizes, small_is_enough_for_a_tile_that_stays_small_and_large_is_wanted_at_once) {
    TileSizes tiles;
    EXPECT_TRUE(tiles.set_width(ada, 300).empty());
    EXPECT_TRUE(tiles.settle().empty());
    EXPECT_EQ(tiles.settle(), (std::vector{TileSizes::Change{ada, true}}));
    EXPECT_TRUE(tiles.settle().empty());
    EXPECT_TRUE(tiles.set_width(ada, 360).empty()) << "a little wider";
    EXPECT_EQ(tiles.set_width(ada, 800), (std::vector{TileSizes::Change{ada, false}}));
    EXPECT_TRUE(tiles.set_width(ada, 300).empty());
    EXPECT_TRUE(tiles.settle().empty());
    EXPECT_TRUE(tiles.set_width(ada, 0).empty()) << "not shown";
    EXPECT_TRUE(tiles.settle().empty() && tiles.settle().empty());
}

TEST(PicturePace, counts_what_is_shown_and_the_longest_pause) {
    PicturePace pace;
    EXPECT_FALSE(pace.pace(after_start(0s)));
    for (int picture = 0; picture < 200; ++picture)
        pace.add(after_start(40ms * picture));
    auto now = pace.pace(after_start(8s));
    ASSERT_TRUE(now);
    EXPECT_NEAR(now->per_second, 25, 0.5);
    EXPECT_EQ(now->longest_pause, 40ms);
    pace.add(after_start(9500ms));
    now = pace.pace(after_start(10s));
    EXPECT_EQ(now->longest_pause, 9500ms - 199 * 40ms);
    now = pace.pace(after_start(12s));
    EXPECT_EQ(now->longest_pause, 2500ms) << "since the last one";
    EXPECT_FALSE(pace.pace(after_start(20s))) << "nothing for longer than is looked at";
    pace.add(after_start(60s));
    EXPECT_EQ(pace.pace(after_start(60s))->longest_pause, 0ms) << "who was away did not stand still";
}

/// Seconds of a call as its figures tell them.
class ReceptionJudgeTest : public testing::Test {
  protected:
    /// As much of each second is played and missing of Ada; absent: her microphone is off.
    struct Second {
        std::optional<std::uint64_t> played{};
        std::uint64_t missing{0};
        bool camera{false};
        bool picture{false};
        std::uint64_t wasted{0};
        bool speaking{true};
    };
    std::optional<ReceptionFault> pass(int seconds, const Second& second) {
        std::optional<ReceptionFault> fault;
        for (int passed = 0; passed < seconds; ++passed) {
            now_ += 1s;
            sound_.played += second.played.value_or(0);
            sound_.missing += second.missing;
            figures_.own.undecryptable += second.wasted;
            PersonFigures person{.index = ada};
            if (second.played) person.sound = sound_;
            if (second.camera) person.pictures.emplace();
            figures_.people = {person};
            if (second.picture) judge_.note_picture(ada, now_);
            fault = judge_.look(figures_, second.speaking ? QList{ada} : QList<base::MemberIndex>{}, now_);
        }
        return fault;
    }

    ReceptionJudge judge_;
    Figures figures_;
    SoundFigures sound_;
    base::LocalTime now_{after_start(0s)};
};

TEST_F(ReceptionJudgeTest, silence_and_closed_cameras_are_no_fault) {
    EXPECT_EQ(pass(20, {}), std::nullopt) << "muted";
    EXPECT_EQ(pass(20, {.played = 50, .speaking = false}), std::nullopt) << "open, and nobody speaks";
    EXPECT_EQ(pass(20, {.played = 50, .camera = true, .picture = true}), std::nullopt);
    EXPECT_EQ(pass(20, {}), std::nullopt) << "switched off";
}

TEST_F(ReceptionJudgeTest, sound_that_comes_and_is_not_played_is_a_fault_after_some_seconds) {
    EXPECT_EQ(pass(5, {.played = 0}), std::nullopt);
    EXPECT_EQ(pass(1, {.played = 0}), ReceptionFault::hears_nobody);
    EXPECT_EQ(pass(1, {.played = 50}), std::nullopt) << "good news needs no waiting";
    EXPECT_EQ(pass(6, {.played = 0, .camera = true}), ReceptionFault::hears_and_sees_nobody);
    EXPECT_EQ(pass(6, {.played = 0, .camera = true, .picture = true}), ReceptionFault::hears_nobody);
}

TEST_F(ReceptionJudgeTest, an_open_camera_without_pictures_is_a_fault_after_some_seconds) {
    EXPECT_EQ(pass(5, {.played = 50, .camera = true}), std::nullopt);
    EXPECT_EQ(pass(1, {.played = 50, .camera = true}), ReceptionFault::sees_nobody);
    EXPECT_EQ(pass(1, {.played = 50, .camera = true, .picture = true}), std::nullopt);
    now_ += 10s;
    EXPECT_EQ(pass(1, {.camera = true}), std::nullopt) << "the link was away meanwhile";
}

TEST_F(ReceptionJudgeTest, pictures_that_stop_together_with_the_sound_are_no_matter_of_receiving_less) {
    EXPECT_EQ(pass(6, {.played = 50, .camera = true, .picture = true}), std::nullopt);
    EXPECT_EQ(pass(4, {.camera = true}), std::nullopt);
    EXPECT_EQ(pass(2, {.camera = true}), ReceptionFault::senders_silent);
    EXPECT_EQ(pass(1, {.played = 50, .camera = true}), ReceptionFault::sees_nobody) << "heard again";
}

TEST_F(ReceptionJudgeTest, speech_with_large_gaps_is_a_fault_and_silence_with_them_is_none) {
    EXPECT_EQ(pass(10, {.played = 45, .missing = 5}), std::nullopt);
    EXPECT_EQ(pass(10, {.played = 35, .missing = 15}), ReceptionFault::speech_lost);
    EXPECT_EQ(pass(10, {.played = 35, .missing = 15, .speaking = false}), std::nullopt);
}

TEST_F(ReceptionJudgeTest, messages_of_no_use_are_a_fault_where_nobody_is_heard_or_seen) {
    EXPECT_EQ(pass(10, {.wasted = 50}), ReceptionFault::hears_and_sees_nobody);
    EXPECT_EQ(pass(10, {.played = 50, .wasted = 50}), std::nullopt);
    EXPECT_EQ(pass(10, {.wasted = 1}), std::nullopt);
}

/// We are Robin; four others, of whom Ada moderates where we do not.
class DiagnosticsTest : public InCall {
  protected:
    [[nodiscard]] OrderModel& order(int row = 0) {
        return *diagnostics.index(row).data(Diagnostics::order_role).value<OrderModel*>();
    }
    void put_us_into_red() {
        conference.groups().someone_acts_on_group(
            OpenGroup{.label = QStringLiteral("Red"), .open = false, .ends_at = QDateTime{}});
        conference.groups().someone_acts_on_group(PlaceMembers{red_group, {robin}});
    }
    [[nodiscard]] std::string report() { return diagnostics.report().toStdString(); }

    Diagnostics& diagnostics{*client.diagnostics()};
};

TEST_F(DiagnosticsTest, a_moderator_says_how_far_a_conversation_leans) {
    enter(true);
    ASSERT_EQ(diagnostics.rowCount(), 1);
    conference.diagnostics().let_figures_pass();
    EXPECT_EQ(order().title(), "Order in the plenary");
    EXPECT_EQ(order().step(), "balanced");
    EXPECT_EQ(order().wait(), "Waits up to 56 ms for what is missing (Δ)");
    EXPECT_EQ(order().wait_range(),
              "It may lie between 40 ms and 400 ms. Nearly all that is sent takes at most 56 ms.");
    EXPECT_TRUE(order().may_change());
    EXPECT_EQ(order().rights(), "What you choose holds for everyone here.");
    order().choose("order");
    EXPECT_EQ(order().step(), "order") << "the choice is seen at once";
    EXPECT_TRUE(order().under_way());
    ticks(1);
    EXPECT_FALSE(order().under_way());
    EXPECT_EQ(order().step(), "order");
    EXPECT_EQ(order().wait(), "Waits up to 400 ms for what is missing (Δ)");
    EXPECT_EQ(order().refusal(), "");
    order().choose("live");
    ticks(1);
    EXPECT_EQ(order().wait(), "Waits up to 40 ms for what is missing (Δ)");
    const QSignalSpy changes{&order(), &OrderModel::changed};
    order().choose("sideways");
    order().choose("live");
    EXPECT_EQ(changes.size(), 0) << "nothing that there is, or nothing new";
}

TEST_F(DiagnosticsTest, others_see_what_holds_and_who_may_change_it) {
    enter(false);
    EXPECT_FALSE(order().may_change());
    EXPECT_EQ(order().rights(), "Moderators may change this for everyone: Ada Moreau.");
    order().choose("live");
    EXPECT_FALSE(order().under_way()) << "nobody is asked for what they may not";
    ticks(1);
    EXPECT_EQ(order().step(), "balanced");
    EXPECT_EQ(order().refusal(), "");
    conference.diagnostics().someone_leans(plenary_id, Lean::live);
    EXPECT_EQ(order().step(), "live");
    conference.people().someone_leaves(base::MemberIndex{2});
    EXPECT_EQ(order().rights(), "Only a moderator may change this for everyone, and none is here.");
    conference.people().make_us_moderator(true);
    EXPECT_TRUE(order().may_change());
}

TEST_F(DiagnosticsTest, a_refused_choice_goes_back_and_says_why) {
    enter(true);
    conference.diagnostics().refuse_leans(ProblemKind::not_permitted);
    order().choose("order");
    ticks(1);
    EXPECT_EQ(order().step(), "balanced");
    EXPECT_FALSE(order().under_way());
    EXPECT_EQ(order().refusal(), "Only a moderator may do that, so nothing was changed. Ask one.");
    conference.diagnostics().refuse_leans(ProblemKind::no_interval);
    order().choose("live");
    EXPECT_EQ(order().refusal(), "");
    ticks(1);
    EXPECT_THAT(order().refusal().toStdString(), HasSubstr("may not wait as long as its order would take"));
    conference.diagnostics().refuse_leans(std::nullopt);
    order().choose("live");
    ticks(1);
    EXPECT_EQ(order().step(), "live");
    EXPECT_EQ(order().refusal(), "");
    conference.diagnostics().report(ProblemKind::not_permitted);
    EXPECT_EQ(order().refusal(), "") << "of something else";
}

TEST_F(DiagnosticsTest, a_choice_that_nobody_answers_is_not_under_way_for_ever) {
    enter(true);
    auto now = after_start(0s);
    OrderModel model{conference.diagnostics(), [&] { return now; }, plenary_id};
    model.set_rights(true, {});
    model.choose("live");
    now = after_start(5s);
    model.tick();
    EXPECT_EQ(model.step(), "live");
    now = after_start(6s);
    model.tick();
    EXPECT_EQ(model.step(), "balanced");
    EXPECT_THAT(model.refusal().toStdString(), HasSubstr("has not answered"));
}

TEST_F(DiagnosticsTest, our_group_is_there_as_long_as_we_are_in_it) {
    const QAbstractItemModelTester tester{&diagnostics, QAbstractItemModelTester::FailureReportingMode::Fatal};
    enter(false);
    const auto* before = &order();
    put_us_into_red();
    ASSERT_EQ(diagnostics.rowCount(), 2);
    EXPECT_EQ(&order(), before) << "whoever has the keyboard there keeps it";
    EXPECT_EQ(order(1).title(), "Order in Red");
    EXPECT_EQ(order(1).rights(), "Moderators may change this for everyone: Ada Moreau.");
    conference.diagnostics().someone_leans(red_group, Lean::order);
    EXPECT_EQ(order(1).step(), "order");
    EXPECT_EQ(order(0).step(), "balanced");
    conference.groups().someone_acts_on_group(CloseGroup{red_group});
    EXPECT_EQ(diagnostics.rowCount(), 1);
}

TEST_F(DiagnosticsTest, counts_say_what_they_mean) {
    enter(false);
    EXPECT_FALSE(order().measured());
    EXPECT_EQ(order().wait(), "Measuring…");
    conference.diagnostics().let_figures_pass();
    EXPECT_EQ(order().counts(), (QStringList{"150", "0", "0", "0"})) << "nothing was ever without room";
    EXPECT_EQ(order().count_names().size(), 5);
    EXPECT_EQ(order().count_meanings().size(), 5);
    conference.diagnostics().spoil_order(plenary_id, 30, 15, 5);
    conference.diagnostics().let_figures_pass();
    EXPECT_EQ(order().counts(), (QStringList{"300", "30", "15", "5"}));
    EXPECT_EQ(order().shares_words(), "In order in the last minute: 75.0 %");
    EXPECT_EQ(order().waits_words(), "Δ in the last minute: 56 ms to 60 ms");
    EXPECT_EQ(order().waits().size(), OrderHistory::slot_count);
    Figures figures;
    figures.conversations = {OrderFigures{plenary_id, {}, Lean::live, measured(40ms, 10)}};
    figures.conversations[0].measured->overrun = 7;
    emit conference.diagnostics().figures_changed(figures);
    EXPECT_EQ(order().counts().last(), "7");
}

TEST_F(DiagnosticsTest, each_who_is_heard_or_seen_has_a_line_for_it) {
    auto& people = *diagnostics.people();
    const QAbstractItemModelTester tester{&people, QAbstractItemModelTester::FailureReportingMode::Fatal};
    enter(false);
    conference.diagnostics().let_figures_pass();
    ASSERT_EQ(people.rowCount(), 4);
    const auto of = [&](int row, int role) { return people.index(row).data(role).toString().toStdString(); };
    EXPECT_EQ(of(0, ReceptionModel::name_role), "Ada Moreau");
    EXPECT_EQ(of(2, ReceptionModel::name_role), "Mei Tanaka");
    EXPECT_EQ(of(2, ReceptionModel::sound_role), "") << "her microphone is closed";
    EXPECT_THAT(of(0, ReceptionModel::picture_role), HasSubstr(" a second, longest pause 0.0 s, 130 ms old"));
    EXPECT_EQ(of(3, ReceptionModel::picture_role), "") << "his camera is closed";
    conference.incoming_video().set_share(ada, VideoShare::none);
    conference.diagnostics().let_figures_pass();
    EXPECT_EQ(of(0, ReceptionModel::picture_role), "") << "declined";
    conference.people().set_absent(base::MemberIndex{2}, true);
    conference.diagnostics().let_figures_pass();
    ASSERT_EQ(people.rowCount(), 3);
    EXPECT_EQ(of(0, ReceptionModel::name_role), "Jonas Weber");
    client.session()->leave();
    ticks(2);
    EXPECT_EQ(people.rowCount(), 0);
    EXPECT_EQ(diagnostics.rowCount(), 0);
}

TEST_F(DiagnosticsTest, others_are_not_judged_while_the_relay_is_away_and_anew_once_it_is_back) {
    enter(false);
    auto now = after_start(0s);
    Diagnostics judging{conference.diagnostics(), conference.session(),        conference.media(),
                        conference.people(),      *client.people()->members(), [&] { return now; }};
    const auto pass_without_pictures = [&](int seconds) {
        PersonFigures of_ada{.index = ada};
        of_ada.pictures.emplace();
        Figures figures;
        figures.people = {of_ada};
        for (int passed = 0; passed < seconds; ++passed) {
            now += 1s;
            emit conference.diagnostics().figures_changed(figures);
        }
        return judging.health()->faulty();
    };
    EXPECT_TRUE(pass_without_pictures(6));
    conference.session().lose_relay();
    EXPECT_FALSE(judging.health()->faulty()) << "nothing of them can come";
    EXPECT_FALSE(pass_without_pictures(6));
    conference.session().find_relay();
    EXPECT_FALSE(pass_without_pictures(5));
    EXPECT_TRUE(pass_without_pictures(1));
}

TEST_F(DiagnosticsTest, what_is_missing_of_the_sound_counts_for_ten_seconds) {
    enter(false);
    ReceptionModel people{*client.people()->members()};
    const auto hear = [&](std::uint64_t played, std::uint64_t missing, base::Duration after) {
        PersonFigures ada{.index = base::MemberIndex{2}};
        ada.sound = {.played = played, .missing = missing, .wait = 45ms};
        people.set({ada}, after_start(after));
        return people.index(0).data(ReceptionModel::sound_role).toString();
    };
    EXPECT_EQ(hear(100, 100, 0s), "Sound: waits 45 ms to be played") << "what was before we looked is no news";
    EXPECT_EQ(hear(190, 110, 1s), "Sound: 10.0 % missing, waits 45 ms to be played");
    EXPECT_EQ(hear(290, 110, 9s), "Sound: 5.0 % missing, waits 45 ms to be played");
    EXPECT_EQ(hear(390, 110, 11s), "Sound: 0.0 % missing, waits 45 ms to be played");
    EXPECT_EQ(hear(40, 10, 12s), "Sound: waits 45 ms to be played") << "counted anew";
}

TEST_F(DiagnosticsTest, a_report_tells_all_of_it_and_no_secret) {
    enter(false);
    put_us_into_red();
    conference.diagnostics().someone_leans(plenary_id, Lean::live);
    conference.diagnostics().let_figures_pass();
    for (const auto* words :
         {"Network: Good, 120 ms", "There and back to the relay: 48 ms", "Clocks agree within: 2 ms",
          "Order in the plenary\nStay live\nWaits up to 40 ms", "Order in Red\nBalanced\n", "In order: 150",
          "Waiting at once: 12 at most; there is room for 340",
          "Ada Moreau\n  Sound: 0.0 % missing, waits 45 ms to be played\n  Picture: "})
        EXPECT_THAT(report(), HasSubstr(words));
    const auto secret = client.session()->facts().link.section(QLatin1Char{'#'}, 1).toStdString();
    ASSERT_FALSE(secret.empty());
    for (const auto& words : {std::string{"plenum://"}, std::string{"127.0.0.1"}, secret,
                              conference.session().encryption().safety_number.toStdString()})
        EXPECT_THAT(report(), testing::Not(HasSubstr(words)));
}

} // namespace
} // namespace plenum::ui
