// SPDX-License-Identifier: Apache-2.0
// The whiteboard on the stage of the real window: opened, drawn on by mouse, written on, left.
#include "tests/ui/busy_threads.h"
#include "tests/ui/landscape.h"
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QTemporaryDir>
#include <QTest>

namespace plenum::ui {
namespace {

/// The mouse goes over the page.
void drag(Walk& walk, QPoint from, QPoint to) {
    auto* page = walk.item(QStringLiteral("boardPage"));
    ASSERT_NE(page, nullptr);
    const auto at = [page](QPoint place) { return page->mapToScene(place).toPoint(); };
    QTest::mousePress(&walk.window(), Qt::LeftButton, {}, at(from));
    constexpr int steps = 12;
    for (int step = 1; step <= steps; ++step)
        QTest::mouseMove(&walk.window(), at(from + (to - from) * step / steps));
    QTest::mouseRelease(&walk.window(), Qt::LeftButton, {}, at(to));
    walk.ticks(3);
}

/// Where there is little room, the keyboard brings a tool into sight.
void choose(Walk& walk, const QString& tool) {
    walk.item(tool)->forceActiveFocus(Qt::TabFocusReason);
    walk.settle();
    walk.click(tool);
}

void draw_a_little(Walk& walk) {
    drag(walk, {40, 60}, {160, 130});
    choose(walk, QStringLiteral("boardTool-rectangle"));
    choose(walk, QStringLiteral("boardInk-2"));
    drag(walk, {200, 50}, {330, 130});
    choose(walk, QStringLiteral("boardTool-arrow"));
    drag(walk, {60, 180}, {190, 120});
    walk.conference().board().play(120);
    for (int tick = 121; tick <= 220; ++tick)
        walk.conference().board().play(tick);
    walk.ticks(5);
}

TEST_P(Screens, Whiteboard) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    EXPECT_TRUE(inspect::shows(walk.window(), "BoardStage"));
    judge(walk, "board-empty");
    draw_a_little(walk);
    EXPECT_EQ(walk.conference().board().board().state().canvas.objects().size(), 5U);
    judge(walk, "board-drawn");
    walk.conference().floors().turn_floor_on(FloorPurpose::pen);
    walk.ticks(3);
    judge(walk, "board-without-pen");
    const auto* ask = walk.item(QStringLiteral("boardAskForPen"));
    ASSERT_NE(ask, nullptr);
    EXPECT_EQ(walk.client().floors()->pen()->own()->standing(), "none");
    walk.click(QStringLiteral("boardAskForPen"));
    walk.ticks(4);
    EXPECT_NE(walk.client().floors()->pen()->own()->standing(), "none");
    walk.click(QStringLiteral("boardClose"));
    EXPECT_FALSE(inspect::shows(walk.window(), "BoardStage"));
}

TEST(BoardStage, WrittenTextIsKeptAndKeysUndoIt) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    walk.click(QStringLiteral("boardTool-note"));
    drag(walk, {80, 60}, {260, 180});
    auto* text = walk.item(QStringLiteral("boardText"));
    ASSERT_NE(text, nullptr);
    EXPECT_TRUE(text->hasActiveFocus());
    for (const char letter : {'M', 'i', 'l', 'k'})
        QTest::keyClick(&walk.window(), letter);
    QTest::keyClick(&walk.window(), Qt::Key_Return, Qt::ControlModifier);
    walk.ticks(3);
    const auto& others = walk.conference().board().board();
    ASSERT_EQ(others.find(board::first_page)->painting_order.size(), 1U);
    EXPECT_TRUE(walk.save(QStringLiteral("board-note")));
    EXPECT_TRUE(walk.item(QStringLiteral("boardPage"))->hasActiveFocus());
    QTest::keyClick(&walk.window(), Qt::Key_Z, Qt::ControlModifier);
    walk.ticks(3);
    EXPECT_TRUE(others.find(board::first_page)->painting_order.empty());
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.ticks(1);
    EXPECT_EQ(walk.item(QStringLiteral("boardStage")), nullptr);
}

TEST(BoardStage, WhoGoesFromATextToTheChatWritesThere) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    walk.click(QStringLiteral("boardTool-note"));
    drag(walk, {80, 60}, {260, 180});
    QTest::keyClick(&walk.window(), 'A');
    walk.click(QStringLiteral("chatInput"));
    EXPECT_TRUE(walk.item(QStringLiteral("chatInput"))->hasActiveFocus());
    walk.ticks(3);
    EXPECT_EQ(walk.conference().board().board().find(board::first_page)->painting_order.size(), 1U) << "it is kept";
}

TEST(BoardStage, TheRightButtonDrawsNothing) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    const auto* page = walk.item(QStringLiteral("boardPage"));
    ASSERT_NE(page, nullptr);
    const auto at = page->mapToScene({40, 60}).toPoint();
    QTest::mousePress(&walk.window(), Qt::RightButton, {}, at);
    QTest::mouseMove(&walk.window(), at + QPoint{60, 40});
    QTest::mouseRelease(&walk.window(), Qt::RightButton, {}, at + QPoint{60, 40});
    walk.ticks(3);
    const auto* shared = walk.conference().board().board().find(board::first_page);
    EXPECT_TRUE(shared == nullptr || shared->painting_order.empty());
}

TEST(BoardStage, WhatIsDrawnOnAnotherPageIsSeenOnIt) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    walk.click(QStringLiteral("boardAddPage"));
    drag(walk, {40, 60}, {160, 130});
    const auto picture = walk.window().grabWindow();
    const auto* page = walk.item(QStringLiteral("boardPage"));
    const QRect drawn{page->mapToScene(QPointF{36, 56}).toPoint(), QSize{130, 80}};
    int inked = 0;
    for (int y = drawn.top(); y <= drawn.bottom(); ++y)
        for (int x = drawn.left(); x <= drawn.right(); ++x)
            inked += picture.pixelColor(x, y).lightness() < 128 ? 1 : 0;
    EXPECT_GT(inked, 100);
}

TEST(BoardStage, EscapeDiscardsOnlyWhatWasTyped) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    auto& board = *walk.client().people()->board();
    board.set_open(true);
    walk.ticks(3);
    walk.click(QStringLiteral("boardTool-note"));
    drag(walk, {80, 60}, {260, 180});
    QTest::keyClick(&walk.window(), 'A');
    QTest::keyClick(&walk.window(), Qt::Key_Return, Qt::ControlModifier);
    walk.ticks(3);
    const auto& on = board.surface().document().board();
    ASSERT_EQ(on.find(board::first_page)->painting_order.size(), 1U);
    const auto note = on.find(board::first_page)->painting_order.begin()->second;
    const auto before = std::get<board::Label>(on.find(note)->content).text.value();
    drag(walk, {100, 80}, {100, 80});
    EXPECT_TRUE(walk.item(QStringLiteral("boardText"))->hasActiveFocus());
    QTest::keyClick(&walk.window(), 'B');
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.ticks(3);
    ASSERT_EQ(on.find(board::first_page)->painting_order.size(), 1U);
    EXPECT_EQ(std::get<board::Label>(on.find(note)->content).text.value(), before);
    EXPECT_TRUE(board.open());
}

TEST_P(Screens, WhiteboardsRightsAndPast) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    draw_a_little(walk);
    walk.click(QStringLiteral("boardRights"));
    judge(walk, "board-rights");
    walk.click(QStringLiteral("boardRights-draw"));
    walk.ticks(5);
    EXPECT_EQ(walk.client().people()->moderation()->board_authority(), "draw");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.ticks(1);
    auto& past = *walk.client().people()->board()->past();
    walk.click(QStringLiteral("boardPast"));
    EXPECT_GT(past.length(), 100);
    past.set_position(past.length() / 2);
    walk.ticks(1);
    judge(walk, "board-past");
    EXPECT_FALSE(walk.client().people()->board()->may_draw());
    walk.click(QStringLiteral("boardPastEnd"));
    EXPECT_FALSE(past.open());
}

TEST(BoardStage, EscapeLeadsFromThePastToNowAndThenToTheStage) {
    Walk walk{{}};
    walk.enter(true);
    walk.dismiss_notices();
    auto& board = *walk.client().people()->board();
    board.set_open(true);
    walk.ticks(3);
    draw_a_little(walk);
    for (const auto* keyboard : {"boardPage", "boardPastSlider"}) {
        walk.click(QStringLiteral("boardPast"));
        ASSERT_TRUE(board.past()->open());
        walk.item(QString::fromLatin1(keyboard))->forceActiveFocus(Qt::TabFocusReason);
        QTest::keyClick(&walk.window(), Qt::Key_Escape);
        walk.settle();
        EXPECT_FALSE(board.past()->open()) << keyboard;
        EXPECT_TRUE(board.open()) << keyboard;
    }
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_FALSE(board.open());
}

/// A picture, and a document of three pages.
QList<QUrl> material(const QTemporaryDir& folder) {
    const auto image = folder.filePath(QStringLiteral("evening.png"));
    EXPECT_TRUE(landscape().save(image));
    const auto document = folder.filePath(QStringLiteral("slides.pdf"));
    QPdfWriter pdf{document};
    pdf.setPageOrientation(QPageLayout::Landscape);
    QPainter painter{&pdf};
    painter.setFont({QStringLiteral("sans"), 48});
    for (int page = 1; page <= 3; ++page) {
        if (page > 1) pdf.newPage();
        painter.drawText(QPointF{1200, 2400}, QStringLiteral("Slide %1").arg(page));
    }
    painter.end();
    return {QUrl::fromLocalFile(image), QUrl::fromLocalFile(document)};
}

TEST_P(Screens, WhiteboardWithPicturesAndDocuments) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.dismiss_notices();
    auto& board = *walk.client().people()->board();
    board.set_open(true);
    walk.ticks(3);
    const QTemporaryDir folder;
    const auto files = material(folder);
    board.imports()->insert(files, {0, 0, 700, 400});
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return board.imports()->waiting() == 0 && !board.imports()->document().isEmpty(); }));
    walk.ticks(5);
    judge(walk, "board-document");
    walk.click(QStringLiteral("boardDocumentTakeAll"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return board.imports()->waiting() == 0; }));
    walk.ticks(5);
    EXPECT_EQ(board.pages()->count(), 4);
    judge(walk, "board-slide");
    board.pages()->set_current(0);
    walk.ticks(5);
    judge(walk, "board-picture");
}

TEST(BoardStage, WhoeverMayOnlyDrawClearsNothing) {
    Walk walk{{}};
    walk.enter(true);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    EntryPolicy policy;
    policy.board = base::Authority::draw;
    walk.conference().people().set_policy(policy);
    walk.ticks(8);
    walk.conference().people().make_us_moderator(false);
    walk.ticks(8);
    EXPECT_EQ(walk.item(QStringLiteral("boardRights")), nullptr);
    EXPECT_FALSE(walk.item(QStringLiteral("boardClear"))->isEnabled());
    draw_a_little(walk);
    const auto before = walk.conference().board().board().state().canvas.objects().size();
    walk.client().people()->board()->pages()->clear();
    walk.ticks(3);
    EXPECT_EQ(walk.conference().board().board().find(board::first_page)->painting_order.size(), before);
}

TEST(BoardStage, StandsInAWindowOfItsOwnAndComesBack) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    walk.click(QStringLiteral("boardDetach"));
    walk.ticks(3);
    EXPECT_EQ(walk.item(QStringLiteral("boardPage")), nullptr) << "the tiles have the stage";
    const auto windows = QGuiApplication::topLevelWindows();
    const auto own =
        std::ranges::find_if(windows, [&](const auto* each) { return each != &walk.window() && each->isVisible(); });
    ASSERT_NE(own, windows.end());
    auto* window = qobject_cast<QQuickWindow*>(*own);
    ASSERT_NE(window, nullptr);
    EXPECT_TRUE(inspect::shows(*window, "BoardStage"));
    EXPECT_TRUE(window->grabWindow().save(QStringLiteral(PLENUM_SCREENS "/board-window.png")));
    window->close();
    walk.ticks(3);
    EXPECT_NE(walk.item(QStringLiteral("boardPage")), nullptr);
}

TEST(BoardStage, SavingAsksWhere) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    // Again, since what was cancelled must open anew.
    for (int time = 0; time < 2; ++time) {
        walk.click(QStringLiteral("boardSave"));
        walk.ticks(3);
        EXPECT_NE(walk.item(QStringLiteral("chooserName")), nullptr);
        EXPECT_TRUE(walk.save(QStringLiteral("board-saving")));
        QTest::keyClick(&walk.window(), Qt::Key_Escape);
        walk.ticks(3);
        EXPECT_EQ(walk.item(QStringLiteral("chooserName")), nullptr);
    }
}

TEST(BoardStage, SavingIsShownAndCanBeEnded) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    auto& board = *walk.client().people()->board();
    board.set_open(true);
    board.pages()->add();
    walk.ticks(3);
    // So that it does not end before it is seen.
    BusyThreads busy;
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("board.pdf"));
    board.exporter()->save(QUrl::fromLocalFile(path));
    walk.ticks(3);
    EXPECT_TRUE(walk.save(QStringLiteral("board-being-saved")));
    walk.click(QStringLiteral("workCancel"));
    busy.release();
    EXPECT_TRUE(QTest::qWaitFor([&] { return board.exporter()->pages() == 0; }));
    EXPECT_FALSE(QFileInfo::exists(path));
}

TEST(BoardStage, FilesGoWhereTheKeyboardIs) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    auto* stage = walk.item(QStringLiteral("boardStage"));
    ASSERT_NE(stage, nullptr);
    walk.item(QStringLiteral("boardPage"))->forceActiveFocus(Qt::MouseFocusReason);
    EXPECT_TRUE(stage->property("takesFiles").toBool());
    walk.item(QStringLiteral("chatInput"))->forceActiveFocus(Qt::MouseFocusReason);
    EXPECT_FALSE(stage->property("takesFiles").toBool());
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.ticks(1);
    EXPECT_TRUE(stage->property("takesFiles").toBool()) << "nothing else takes files";
}

TEST(BoardStage, ToolsThatHaveNoRoomAreReachedByButtons) {
    Walk walk{{.size = {1024, 640}, .text_scale = 1.4}};
    walk.enter(true);
    walk.dismiss_notices();
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    const auto* before = walk.item(QStringLiteral("boardToolsBefore"));
    const auto* after = walk.item(QStringLiteral("boardToolsAfter"));
    ASSERT_NE(before, nullptr);
    ASSERT_NE(after, nullptr);
    EXPECT_LT(before->opacity(), 1) << "there are no tools before";
    const auto last_in_sight = [&] {
        const auto* last = walk.item(QStringLiteral("boardRemovePage"));
        return last->mapToScene({last->width(), 0}).x() <= after->mapToScene({0, 0}).x();
    };
    EXPECT_FALSE(last_in_sight());
    for (int press = 0; press < 10 && after->opacity() == 1; ++press)
        walk.click(QStringLiteral("boardToolsAfter"));
    EXPECT_TRUE(last_in_sight());
    EXPECT_EQ(before->opacity(), 1);
    EXPECT_TRUE(walk.save(QStringLiteral("board-tools-moved")));
}

TEST(BoardStage, WhatIsDoneWithThePageIsInSightInASmallWindow) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    const auto span = [&](const char* name) {
        const auto* item = walk.item(QString::fromLatin1(name));
        return item->mapRectToScene({0, 0, item->width(), item->height()});
    };
    for (const auto* name : {"boardSave", "boardZoomOut", "boardZoomIn", "boardAll", "boardPageBefore",
                             "boardPageAfter", "boardAddPage", "boardRemovePage"}) {
        EXPECT_GE(span(name).left(), span("boardToolsBefore").right()) << name;
        EXPECT_LE(span(name).right(), span("boardToolsAfter").left()) << name;
    }
}

TEST(BoardStage, tools_stay_beside_the_panel_in_a_narrow_and_high_window_with_large_text) {
    Walk walk{{.size = {800, 1000}, .text_scale = 1.2}};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.client().people()->board()->set_open(true);
    walk.ticks(3);
    const auto* after = walk.item(QStringLiteral("boardToolsAfter"));
    const auto* panel = walk.item(QStringLiteral("sidePanel"));
    ASSERT_TRUE(after != nullptr && panel != nullptr);
    EXPECT_LE(after->mapToScene({after->width(), 0}).x(), panel->mapToScene({0, 0}).x());
}

TEST(BoardStage, SomethingNewIsMarkedWhileItIsClosed) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.conference().board().play(120);
    walk.ticks(2);
    auto* button = walk.item(QStringLiteral("boardButton"));
    ASSERT_NE(button, nullptr);
    EXPECT_EQ(button->property("badge").toInt(), 1);
    walk.click(QStringLiteral("boardButton"));
    EXPECT_NE(walk.item(QStringLiteral("boardStage")), nullptr);
    EXPECT_EQ(button->property("badge").toInt(), 0);
}

} // namespace
} // namespace plenum::ui
