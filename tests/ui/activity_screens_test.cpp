// SPDX-License-Identifier: Apache-2.0
// An activity on the stage of the real window: started, joined, played by mouse and keys, left.
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QTest>

namespace plenum::ui {
namespace {

const QString target = QStringLiteral("target");

/// Time goes by, drawn only at the end.
void play(Walk& walk, int ticks) {
    for (int tick = 0; tick < ticks; ++tick) {
        walk.conference().tick();
        walk.client().people()->activities()->tick();
        QCoreApplication::processEvents();
    }
    walk.settle();
}

void start(Walk& walk) {
    walk.enter(false);
    walk.dismiss_notices();
    walk.click(QStringLiteral("moreButton"));
    walk.click(QStringLiteral("activitiesItem"));
    walk.click(QStringLiteral("activity-target"));
    ASSERT_EQ(walk.client().people()->activities()->current(), target);
    play(walk, 10);
}

TEST_P(Screens, ARoundOfTarget) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.click(QStringLiteral("moreButton"));
    judge(walk, "activities-menu");
    walk.click(QStringLiteral("activitiesItem"));
    EXPECT_NE(walk.item(QStringLiteral("activity-target")), nullptr) << "ActivitiesSheet";
    judge(walk, "activities-sheet");
    walk.click(QStringLiteral("activity-target"));
    play(walk, 10);
    EXPECT_TRUE(inspect::shows(walk.window(), "ActivityStage"));
    judge(walk, "activity-idle");
    walk.click(QStringLiteral("activityAction"));
    play(walk, 30);
    judge(walk, "activity-countdown");
    play(walk, 500);
    judge(walk, "activity-round");
    play(walk, 1400);
    judge(walk, "activity-result");
    walk.click(QStringLiteral("activityLeave"));
    EXPECT_EQ(walk.item(QStringLiteral("activityStage")), nullptr);
}

TEST(ActivityStage, KeysAndMousePlayAndTheSpaceBarTalksElsewhere) {
    Walk walk{{}};
    start(walk);
    walk.client().media()->set_microphone_on(false);
    auto* picture = walk.item(QStringLiteral("activityPicture"));
    ASSERT_NE(picture, nullptr);
    EXPECT_TRUE(picture->hasActiveFocus());
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    EXPECT_EQ(walk.client().people()->activities()->action(), QString{}) << "Return starts a round";
    play(walk, 70);
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    EXPECT_FALSE(walk.client().media()->microphone_on()) << "it fires here";
    QTest::keyRelease(&walk.window(), Qt::Key_Space);
    // The sight goes where the pointer is, and the press there is a shot.
    const auto middle = picture->mapToScene({picture->width() / 2, picture->height() / 2}).toPoint();
    const auto before = walk.window().grabWindow();
    QTest::mouseMove(&walk.window(), middle + QPoint{150, 60});
    play(walk, 8);
    QTest::mouseClick(&walk.window(), Qt::LeftButton, {}, middle + QPoint{150, 60});
    play(walk, 1);
    EXPECT_NE(walk.window().grabWindow(), before);
    // Elsewhere it is the key to talk.
    walk.item(QStringLiteral("leaveButton"))->forceActiveFocus(Qt::OtherFocusReason);
    walk.item(QStringLiteral("activityStage"))->parentItem()->forceActiveFocus();
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    EXPECT_TRUE(walk.client().media()->microphone_on());
    // Pressed there and let go of here, it is let go of.
    picture->forceActiveFocus();
    walk.let_go_of_space();
    EXPECT_FALSE(walk.client().media()->microphone_on());
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_EQ(walk.client().people()->activities()->current(), QString{});
    EXPECT_EQ(walk.item(QStringLiteral("activityStage")), nullptr);
    EXPECT_NE(walk.item(QStringLiteral("tile-2")), nullptr);
}

TEST(ActivityStage, WhatSomebodyStartedIsJoinedByOnePress) {
    Walk walk{{.size = {1024, 640}, .others = 3}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.conference().activities().someone_enters(target, base::MemberIndex{2});
    play(walk, 30);
    auto* hint = walk.item(QStringLiteral("activityHint"));
    ASSERT_NE(hint, nullptr);
    EXPECT_EQ(hint->property("words").toString(), QStringLiteral("Ada Moreau started Target"));
    EXPECT_TRUE(walk.save(QStringLiteral("activity-invitation")));
    walk.click(QStringLiteral("activityDecline"));
    EXPECT_EQ(walk.item(QStringLiteral("activityHint")), nullptr);
    walk.conference().activities().everyone_leaves(target);
    play(walk, 100);
    walk.conference().activities().someone_enters(target, base::MemberIndex{2});
    play(walk, 30);
    hint = walk.item(QStringLiteral("activityHint"));
    ASSERT_NE(hint, nullptr);
    QMetaObject::invokeMethod(hint, "acted");
    play(walk, 5);
    EXPECT_NE(walk.item(QStringLiteral("activityStage")), nullptr);
    EXPECT_EQ(walk.item(QStringLiteral("activityHint")), nullptr);
}

TEST(ActivityStage, ScreenReadersHearWhatHappens) {
    Walk walk{{}};
    start(walk);
    walk.click(QStringLiteral("activityAction"));
    play(walk, 70);
    const auto* news = walk.window().findChild<QObject*>(QStringLiteral("activityNews"));
    ASSERT_NE(news, nullptr);
    EXPECT_EQ(news->property("text").toString(), QStringLiteral("Go!"));
    auto* picture = walk.item(QStringLiteral("activityPicture"));
    const auto* spoken = QAccessible::queryAccessibleInterface(picture);
    ASSERT_NE(spoken, nullptr);
    EXPECT_TRUE(spoken->text(QAccessible::Name).startsWith(QStringLiteral("Target")));
}

} // namespace
} // namespace plenum::ui
