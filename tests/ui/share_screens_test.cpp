// SPDX-License-Identifier: Apache-2.0
// Shared screens in the real window: chosen, shown on the stage, enlarged, and stopped.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"
#include "ui/items/screen_item.h"
#include "ui/items/screen_pointers.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

namespace plenum::ui {
namespace {

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

TEST_P(Screens, ShareAWindowWithSound) {
    Walk walk{GetParam()};
    come_in(walk, true);
    QTest::keyClick(&walk.window(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    auto* choice = walk.item(QStringLiteral("shareSound"));
    ASSERT_NE(choice, nullptr);
    choice->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    EXPECT_TRUE(walk.client().settings()->share_sound());
    walk.settle();
    judge(walk, "share-sound-choose");
    walk.click(QStringLiteral("share-window-1"));
    walk.settle();
    EXPECT_TRUE(walk.conference().screens().sharing_sound());
    judge(walk, "share-sound-on");
}

TEST_P(FewLooks, WithoutASoundServerTheSwitchSaysWhy) {
    Walk walk{GetParam()};
    come_in(walk, true);
    walk.client().settings()->set_share_sound(true);
    walk.conference().screens().set_sound_obstacle(SoundObstacle::no_server);
    QTest::keyClick(&walk.window(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    judge(walk, "share-sound-obstacle");
    EXPECT_FALSE(walk.item(QStringLiteral("shareSound"))->isEnabled());
    walk.click(QStringLiteral("share-window-1"));
    EXPECT_FALSE(walk.conference().screens().sharing_sound());
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
        ada, board::LaserTrail{board::screen_page(ada, 1), {{5'900, 4'900}, {7'600, 5'300}, {9'600, 4'900}}});
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
    walk.conference().screens().set_obstacle(ShareObstacle::no_portal);
    walk.settle();
    QTest::keyClick(&walk.window(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    judge(walk, "share-wayland");
}

TEST_P(FewLooks, TheDesktopsDialogIsWaitedFor) {
    Walk walk{GetParam()};
    come_in(walk, true);
    walk.conference().screens().set_dialog(true);
    QTest::keyClick(&walk.window(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    judge(walk, "share-dialog");
    walk.click(QStringLiteral("share-desktop"));
    walk.settle();
    EXPECT_TRUE(walk.client().people()->screens()->own()->waiting());
    judge(walk, "share-dialog-waiting");
    walk.conference().screens().answer_dialog({});
    walk.settle();
    judge(walk, "share-dialog-on");
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
    const auto& pointers = walk.client().people()->board()->surface().pointers();
    const auto middle = picture->mapToScene({picture->width() / 2, picture->height() / 2}).toPoint();
    QTest::mouseMove(&walk.window(), middle);
    EXPECT_TRUE(pointers.own_trail().empty()) << "nobody asked for a laser";
    walk.click(QStringLiteral("screenLaser"));
    for (int step = 0; step < 8; ++step)
        QTest::mouseMove(&walk.window(), middle + QPoint{4 * step, 2 * step});
    ASSERT_FALSE(pointers.own_trail().empty());
    EXPECT_EQ(pointers.own_page(), board::screen_page(ada, 1));
    const auto at = laser->to_item(pointers.own_trail().back());
    EXPECT_LE((picture->mapToScene(at) - middle - QPointF{28, 14}).manhattanLength(), 4);
    EXPECT_TRUE(QTest::qWaitFor([&] { return walk.conference().board().pointed_by_us() > 0; }));
    EXPECT_TRUE(walk.save(QStringLiteral("share-laser")));
    walk.click(QStringLiteral("screenLaser"));
    EXPECT_FALSE(laser->pointing());
}

/// A page of text of which people mark lines.
class ScreenMarking : public testing::Test {
  protected:
    ScreenMarking() {
        come_in(walk, false);
        walk.conference().screens().someone_shares(ada);
        walk.ticks(4);
    }
    /// From here to there on the picture, in board units.
    void drag(QPointF from, QPointF to) {
        auto* picture = qobject_cast<ScreenItem*>(walk.item(QStringLiteral("screenPicture")));
        // The picture may move meanwhile.
        const auto at = [picture, place = picture->place()](QPointF units) {
            return picture->mapToScene(place.from_units(units)).toPoint();
        };
        QTest::mousePress(&walk.window(), Qt::LeftButton, {}, at(from));
        for (int step = 1; step <= 6; ++step)
            QTest::mouseMove(&walk.window(), at(from + (to - from) * step / 6));
        QTest::mouseRelease(&walk.window(), Qt::LeftButton, {}, at(to));
        walk.ticks(2);
    }
    /// As everybody else has it.
    [[nodiscard]] std::size_t drawn(std::uint32_t scene) {
        const auto* page = walk.conference().board().board().find(board::screen_page(ada, scene));
        return page == nullptr ? 0 : page->painting_order.size();
    }
    /// Red pixels of the picture.
    [[nodiscard]] int red() {
        walk.settle();
        const auto* picture = walk.item(QStringLiteral("screenPicture"));
        const auto place = picture->mapRectToScene(picture->boundingRect()).toRect();
        const auto image = walk.window().grabWindow();
        int count = 0;
        for (int y = place.top(); y < place.bottom(); ++y)
            for (int x = place.left(); x < place.right(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                count += colour.red() > 200 && colour.green() < 90 && colour.blue() < 90 ? 1 : 0;
            }
        return count;
    }
    Walk walk{{}};
};

TEST_F(ScreenMarking, ALineIsDrawnForAllAndGoesWithThePage) {
    const int before = red();
    walk.click(QStringLiteral("screenDraw"));
    drag({40, 190}, {500, 190});
    walk.click(QStringLiteral("screenTool-arrow"));
    drag({700, 400}, {560, 210});
    EXPECT_EQ(drawn(1), 2U);
    EXPECT_GT(red(), before + 200);
    EXPECT_TRUE(walk.save(QStringLiteral("share-drawing")));
    walk.conference().screens().turn_page();
    walk.ticks(6);
    EXPECT_LT(red(), before + 50) << "it shows another page";
    drag({100, 100}, {200, 100});
    EXPECT_EQ(drawn(2), 1U);
    QTest::keyClick(&walk.window(), Qt::Key_Z, Qt::ControlModifier);
    walk.ticks(2);
    EXPECT_EQ(drawn(2), 0U);
}

TEST_F(ScreenMarking, WithThePenAwayADragMovesThePictureAndDrawsNothing) {
    auto* picture = qobject_cast<ScreenItem*>(walk.item(QStringLiteral("screenPicture")));
    ASSERT_NE(picture, nullptr);
    picture->zoom_to(4);
    walk.settle();
    const auto before = picture->place().picture();
    const auto middle = picture->place().to_units({picture->width() / 2, picture->height() / 2});
    drag(middle, middle + QPointF{100, 0} / picture->place().unit());
    EXPECT_NEAR(picture->place().picture().x(), before.x() + 100, 4);
    EXPECT_EQ(drawn(1), 0U);
}

TEST_F(ScreenMarking, WhatOthersDrawIsSeenAndSaid) {
    const int before = red();
    walk.conference().board().someone_acts(base::MemberIndex{3}, [](board::BoardEditor& editor, const board::Board&) {
        board::Style style;
        style.line = board::Colour{0xff0000ff};
        style.line_width = 6 * 16;
        return editor.add_shape({board::screen_page(ada, 1), {640, 2800}, {9600, 640}}, board::ShapeKind::rectangle,
                                style);
    });
    walk.ticks(2);
    EXPECT_GT(red(), before + 200);
    EXPECT_TRUE(walk.client().people()->board()->screen()->news()->news().contains(u"draws on the shared screen"));
    EXPECT_FALSE(walk.client().people()->board()->news()->unseen()) << "it is not on the whiteboard";
}

TEST_F(ScreenMarking, ALineOfTheChatLeadsBackToWhatItsAuthorSaw) {
    auto* screens = walk.client().people()->screens();
    const chat::SharedScene first{ada, 1};
    EXPECT_EQ(walk.conference().chat().looked_at(), first);
    walk.click(QStringLiteral("screenDraw"));
    drag({40, 190}, {500, 190});
    const int with_line = red();
    walk.conference().chat().someone_writes_about(ada, QStringLiteral("Look at the red line"), first);
    walk.conference().screens().turn_page();
    walk.ticks(6);
    EXPECT_EQ(walk.conference().chat().looked_at(), (chat::SharedScene{ada, 2}));
    EXPECT_LT(red(), with_line - 100);
    auto* chat = walk.client().chat();
    const auto line = chat->index(chat->rowCount() - 1);
    screens->look_back(chat->data(line, ChatModel::scene_role).toString());
    walk.ticks(4);
    EXPECT_EQ(screens->picture().scene, 1U) << "newer pictures do not push it away";
    EXPECT_NEAR(red(), with_line, 60);
    EXPECT_EQ(walk.conference().chat().looked_at(), first) << "what we say now is about it, too";
    walk.client().people()->board()->set_open(true);
    walk.settle();
    EXPECT_TRUE(walk.conference().chat().looked_at().is_none()) << "the whiteboard covers it";
    walk.client().people()->board()->set_open(false);
    walk.settle();
    EXPECT_TRUE(walk.save(QStringLiteral("share-past")));
    walk.click(QStringLiteral("screenPresent"));
    EXPECT_EQ(screens->picture().scene, 2U);
    QSignalSpy told{screens, &SharedScreens::told};
    screens->look_back(QStringLiteral("2:77"));
    EXPECT_EQ(told.size(), 1);
}

TEST_F(ScreenMarking, NobodyDrawsWithoutThePen) {
    walk.click(QStringLiteral("screenDraw"));
    auto* markup = walk.client().people()->board()->screen();
    EXPECT_TRUE(markup->drawing());
    walk.conference().floors().turn_floor_on(FloorPurpose::pen);
    walk.ticks(2);
    auto* button = walk.item(QStringLiteral("screenDraw"));
    ASSERT_NE(button, nullptr);
    EXPECT_FALSE(markup->drawing());
    walk.click(QStringLiteral("screenDraw"));
    walk.ticks(2);
    EXPECT_FALSE(markup->drawing());
    EXPECT_NE(walk.client().floors()->pen()->own()->standing(), "none") << "a press asks for the pen";
    walk.conference().floors().someone_acts(
        GrantFloor{SimulatedFloor::id_of(FloorPurpose::pen), SimulatedIds::ourselves});
    walk.ticks(2);
    EXPECT_TRUE(button->isEnabled());
    EXPECT_FALSE(markup->drawing()) << "nobody draws by accident once the pen is there again";
}

TEST(ScreenStage, WhoSharesSeesAndRemovesWhatOthersDraw) {
    Walk walk{{}};
    come_in(walk, false);
    auto* screens = walk.client().people()->screens();
    auto* markup = walk.client().people()->board()->screen();
    screens->own()->list();
    walk.settle();
    screens->own()->choose(QStringLiteral("window-1"));
    walk.ticks(2);
    EXPECT_EQ(screens->sharer(), 0);
    walk.conference().board().someone_acts(ada, [](board::BoardEditor& editor, const board::Board&) {
        return editor.add_shape({board::screen_page(SimulatedIds::ourselves, 1), {640, 2800}, {9600, 640}},
                                board::ShapeKind::rectangle, {});
    });
    walk.ticks(2);
    EXPECT_EQ(markup->own_news()->drawing(), "Ada Moreau draws");
    walk.click(QStringLiteral("screenOwnShown"));
    walk.ticks(4);
    EXPECT_TRUE(inspect::shows(walk.window(), "ScreenStage"));
    EXPECT_TRUE(screens->own_shown());
    EXPECT_TRUE(markup->drawn_on());
    EXPECT_TRUE(walk.save(QStringLiteral("share-own")));
    walk.click(QStringLiteral("screenDraw"));
    walk.click(QStringLiteral("screenClear"));
    walk.ticks(2);
    EXPECT_FALSE(markup->drawn_on());
    screens->own()->stop();
    walk.ticks(4);
    EXPECT_EQ(screens->sharer(), 0);
    EXPECT_FALSE(screens->own_shown());
}

TEST(ScreenStage, WhoSharesIsReadInFullInASmallGermanWindow) {
    Walk walk{{.size = {1024, 640}, .language = QStringLiteral("de")}};
    come_in(walk, false);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.conference().screens().someone_shares(ada);
    walk.ticks(2);
    auto* words = walk.item(QStringLiteral("screenWords"));
    ASSERT_NE(words, nullptr);
    EXPECT_FALSE(words->property("truncated").toBool()) << words->width();
    EXPECT_EQ(QAccessible::queryAccessibleInterface(words)->text(QAccessible::Name), words->property("text"));
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
