// SPDX-License-Identifier: Apache-2.0
// Shared screens in the real window: chosen, shown on the stage, enlarged, and stopped.
#include "tests/ui/screens.h"
#include "ui/items/screen_item.h"
#include "ui/items/screen_pointers.h"

#include <QTest>

namespace plenum::ui {
namespace {

constexpr base::MemberIndex ada{2};

void come_in(Walk& walk, bool host) {
    walk.enter(host);
    walk.dismiss_notices();
}

TEST_P(Screens, ShareAWindow) {
    Walk walk{GetParam()};
    come_in(walk, true);
    QTest::keyClick(&walk.window(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    judge(walk, "share-choose");
    walk.click(QStringLiteral("share-window-1"));
    walk.settle();
    EXPECT_TRUE(walk.client().people()->screens()->own()->on());
    judge(walk, "share-on");
    walk.click(QStringLiteral("shareButton"));
    EXPECT_FALSE(walk.client().people()->screens()->own()->on());
}

TEST_P(Screens, WatchAScreen) {
    Walk walk{GetParam()};
    come_in(walk, false);
    walk.conference().screens().someone_shares(ada);
    walk.ticks(4);
    EXPECT_TRUE(inspect::shows(walk.window(), "ScreenStage"));
    judge(walk, "share-watch");
    auto* picture = qobject_cast<ScreenItem*>(walk.item(QStringLiteral("screenPicture")));
    ASSERT_NE(picture, nullptr);
    picture->forceActiveFocus();
    const auto before = picture->zoom();
    QTest::keyClick(&walk.window(), Qt::Key_Plus);
    EXPECT_GT(picture->zoom(), before);
    QTest::keyClick(&walk.window(), Qt::Key_1);
    EXPECT_EQ(picture->zoom(), 1);
    QTest::keyClick(&walk.window(), Qt::Key_Left);
    walk.conference().board().someone_points(
        ada, board::LaserTrail{board::screen_of(ada), {{20'000, 30'000}, {26'000, 32'000}, {33'000, 30'000}}});
    judge(walk, "share-watch-large");
    picture->forceActiveFocus();
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_FALSE(inspect::shows(walk.window(), "ScreenStage"));
    judge(walk, "share-watch-closed");
}

TEST_P(FewLooks, AskForTheScreenAndWaylandsObstacle) {
    Walk walk{GetParam()};
    come_in(walk, false);
    walk.conference().floors().turn_floor_on(FloorPurpose::screen);
    walk.conference().floors().someone_wants_floor(ada, true, RequestClass::normal, {}, base::TokenId{3});
    walk.ticks(2);
    walk.dismiss_notices();
    auto* own = walk.client().people()->screens()->own();
    own->list();
    walk.settle();
    own->choose(QStringLiteral("window-2"));
    walk.ticks(2);
    EXPECT_TRUE(own->waiting());
    judge(walk, "share-waiting");
    own->stop();
    walk.conference().screens().set_obstacle(ShareObstacle::wayland);
    walk.settle();
    QTest::keyClick(&walk.window(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    judge(walk, "share-wayland");
}

TEST(ScreenStage, TheLaserShowsOthersWhereThePointerIs) {
    Walk walk{{}};
    come_in(walk, false);
    walk.conference().screens().someone_shares(ada);
    walk.ticks(4);
    auto* picture = qobject_cast<ScreenItem*>(walk.item(QStringLiteral("screenPicture")));
    ASSERT_NE(picture, nullptr);
    auto* laser = qobject_cast<ScreenPointers*>(walk.item(QStringLiteral("screenPointers")));
    ASSERT_NE(laser, nullptr);
    const auto& pointers = walk.client().people()->board()->pointers();
    const auto middle = picture->mapToScene({picture->width() / 2, picture->height() / 2}).toPoint();
    QTest::mouseMove(&walk.window(), middle);
    EXPECT_TRUE(pointers.own_trail().empty()) << "nobody asked for a laser";
    walk.click(QStringLiteral("screenLaser"));
    for (int step = 0; step < 8; ++step)
        QTest::mouseMove(&walk.window(), middle + QPoint{4 * step, 2 * step});
    ASSERT_FALSE(pointers.own_trail().empty());
    EXPECT_EQ(pointers.own_page(), board::screen_of(ada));
    const auto at = laser->to_item(pointers.own_trail().back());
    EXPECT_LE((picture->mapToScene(at) - middle - QPointF{28, 14}).manhattanLength(), 4);
    EXPECT_TRUE(QTest::qWaitFor([&] { return walk.conference().board().pointed_by_us() > 0; }));
    EXPECT_TRUE(walk.save(QStringLiteral("share-laser")));
    walk.click(QStringLiteral("screenLaser"));
    EXPECT_FALSE(laser->pointing());
}

TEST(ScreenStage, TheWheelEnlargesWhatIsUnderThePointer) {
    Walk walk{{}};
    come_in(walk, false);
    walk.conference().screens().someone_shares(ada);
    walk.ticks(2);
    auto* picture = qobject_cast<ScreenItem*>(walk.item(QStringLiteral("screenPicture")));
    ASSERT_NE(picture, nullptr);
    const auto before = picture->zoom();
    const auto at = picture->mapToScene(QPointF{60, 60});
    QWheelEvent wheel{
        at, walk.window().mapToGlobal(at), {}, {0, 360}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false};
    QCoreApplication::sendEvent(&walk.window(), &wheel);
    EXPECT_NEAR(picture->zoom(), before * 1.25 * 1.25 * 1.25, 0.01);
    walk.click(QStringLiteral("screenFit"));
    EXPECT_TRUE(picture->fitted());
}

} // namespace
} // namespace plenum::ui
