// SPDX-License-Identifier: Apache-2.0
// "What did I miss?" in the real window.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QTest>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex mina{4};

void let_them_have_spoken(Walk& walk) {
    auto& replay = walk.conference().replay();
    replay.someone_spoke(ada, 250s, 50s);
    replay.someone_spoke(jonas, 195s, 30s);
    replay.someone_spoke(mina, 160s, 12s);
    replay.someone_spoke(jonas, 140s, 40s);
    replay.someone_spoke(ada, 90s, 5s);
    replay.someone_spoke(ada, 45s, 30s);
    replay.someone_spoke(mina, 14s, 8s);
    walk.conference().chat().someone_writes(ada, QStringLiteral("The minutes of last week are in the folder."));
}

void open(Walk& walk) {
    QTest::keyClick(&walk.window(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    walk.ticks(2);
    walk.dismiss_notices();
}

QString text_of(Walk& walk, const char* item) {
    const auto* found = walk.item(QString::fromLatin1(item));
    return found == nullptr ? QString{} : found->property("text").toString();
}

TEST_P(Screens, WhatDidIMiss) {
    Walk walk{GetParam()};
    walk.enter(false);
    let_them_have_spoken(walk);
    open(walk);
    ASSERT_NE(walk.item(QStringLiteral("replayStage")), nullptr);
    judge(walk, "replay");
    walk.client().people()->replay()->toggle_paused();
    walk.client().settings()->setProperty("panel", QString{});
    walk.ticks(2);
    judge(walk, "replay-paused");
}

TEST_P(FewLooks, NothingWasMissed) {
    auto look = GetParam();
    look.others = 0;
    Walk walk{look};
    walk.enter(false);
    open(walk);
    judge(walk, "replay-nothing");
    EXPECT_NE(text_of(walk, "replayTrouble"), "");
}

TEST(ReplayScreen, by_keys_alone) {
    Walk walk{{.size = {1440, 900}}};
    walk.enter(false);
    let_them_have_spoken(walk);
    open(walk);
    auto& replay = *walk.client().people()->replay();
    ASSERT_TRUE(replay.is_on());
    const auto before = replay.position();
    QTest::keyClick(&walk.window(), Qt::Key_Right);
    EXPECT_NEAR(replay.position() - before, 5, 0.2);
    QTest::keyClick(&walk.window(), Qt::Key_Left);
    EXPECT_NEAR(replay.position() - before, 0, 0.2);
    walk.client().media()->set_microphone_on(false);
    walk.settle();
    const auto microphone = walk.client().media()->microphone_on();
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    EXPECT_TRUE(replay.paused());
    EXPECT_EQ(walk.client().media()->microphone_on(), microphone) << "pausing is not talking";
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    EXPECT_FALSE(replay.paused());
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    EXPECT_FALSE(replay.is_open());
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("replayStage")), nullptr);
    ASSERT_NE(walk.item(QStringLiteral("tile-2")), nullptr) << "the stage is as it was";
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.ticks(2);
    EXPECT_TRUE(walk.client().media()->microphone_on()) << "the space bar is for talking again";
    QTest::keyRelease(&walk.window(), Qt::Key_Space);
}

TEST(ReplayScreen, the_bar_is_read_with_its_place) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    let_them_have_spoken(walk);
    walk.click(QStringLiteral("replayButton"));
    walk.ticks(2);
    auto* slider = walk.item(QStringLiteral("replaySlider"));
    ASSERT_NE(slider, nullptr);
    EXPECT_EQ(QAccessible::queryAccessibleInterface(slider)->text(QAccessible::Name),
              "What did I miss: 45 s ago, Ada Moreau speaks");
    slider->forceActiveFocus(Qt::TabFocusReason);
    auto& replay = *walk.client().people()->replay();
    const auto before = replay.position();
    QTest::keyClick(&walk.window(), Qt::Key_Left);
    EXPECT_NEAR(before - replay.position(), 5, 0.2);
    QTest::keyClick(&walk.window(), Qt::Key_Home);
    EXPECT_NEAR(replay.position(), replay.timeline()->from(), 0.2);
    QTest::keyClick(&walk.window(), Qt::Key_End);
    EXPECT_FALSE(replay.is_open());
}

TEST(ReplayScreen, a_press_on_the_bar_goes_there) {
    Walk walk{{.size = {1440, 900}}};
    walk.enter(false);
    let_them_have_spoken(walk);
    open(walk);
    auto& replay = *walk.client().people()->replay();
    const auto* slider = walk.item(QStringLiteral("replaySlider"));
    const auto middle = slider->mapToScene({slider->width() / 2, slider->height() / 2});
    QTest::mouseClick(&walk.window(), Qt::LeftButton, {}, middle.toPoint());
    walk.settle();
    EXPECT_NEAR(replay.position(), (replay.timeline()->from() + replay.timeline()->to()) / 2, 4);
    walk.click(QStringLiteral("pace-2"));
    EXPECT_EQ(replay.pace(), "2");
    walk.click(QStringLiteral("replayPause"));
    EXPECT_TRUE(replay.paused());
    walk.click(QStringLiteral("replayLive"));
    EXPECT_FALSE(replay.is_open());
}

TEST(ReplayScreen, goes_before_a_game_and_gives_it_back) {
    Walk walk{{.size = {1440, 900}}};
    walk.enter(false);
    let_them_have_spoken(walk);
    walk.client().people()->activities()->enter(QStringLiteral("target"));
    walk.ticks(2);
    ASSERT_NE(walk.item(QStringLiteral("activityStage")), nullptr);
    walk.client().people()->replay()->toggle();
    walk.ticks(2);
    EXPECT_EQ(walk.item(QStringLiteral("activityStage")), nullptr);
    walk.client().people()->replay()->close();
    walk.settle();
    EXPECT_NE(walk.item(QStringLiteral("activityStage")), nullptr);
}

} // namespace
} // namespace plenum::ui
