// SPDX-License-Identifier: Apache-2.0
// Whole clients without windows draw in a real call over the loopback.
#include "core/board/snapshot.h"
#include "core/crypto/initialise.h"
#include "tests/ui/call_person.h"
#include "ui/board/board_export.h"
#include "ui/board/board_painter.h"
#include "ui/models/whiteboard.h"

#include <QElapsedTimer>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace plenum::ui {
namespace {

class Drawer : public CallPerson {
  public:
    [[nodiscard]] Whiteboard& board() { return board_; }
    [[nodiscard]] base::Bytes bytes() { return board::encode_snapshot(board_.surface().document().board()); }
    [[nodiscard]] std::size_t objects() { return board_.surface().document().board().state().canvas.objects().size(); }
    void draw(const char* tool, double at) {
        board_.set_tool(QString::fromLatin1(tool));
        board_.surface().tools().press({at, 0}, {}, 4, false);
        for (int step = 1; step <= 10; ++step)
            board_.surface().tools().move({at + step, 10.0 * step}, {});
        board_.surface().tools().release();
    }

  private:
    MembersModel members_;
    Whiteboard board_{ports().board, &ports().files, members_};
};

/// In the picture of what is being drawn, near this place of the page.
bool shows_ink(Whiteboard& board, const QPoint& at) {
    QImage image{QSize{640, 480}, QImage::Format_ARGB32_Premultiplied};
    image.fill(Qt::transparent);
    QPainter painter{&image};
    BoardPainter paint{painter};
    for (const auto id : board.surface().tiles().drawn_now(board.page_id()))
        paint.paint(figure_of(*board.surface().document().board().find(id)));
    painter.end();
    const auto near = image.copy(QRect{at - QPoint{6, 6}, QSize{12, 12}});
    for (int y = 0; y < near.height(); ++y)
        for (int x = 0; x < near.width(); ++x)
            if (qAlpha(near.pixel(x, y)) > 0) return true;
    return false;
}

class BoardCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        ann_.host({.admission = Admission::open, .history_for_newcomers = true});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.join(ann_, QStringLiteral("Bob"));
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.in_call(); }, 20'000));
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.board().may_draw() && ann_.board().may_draw(); }, 5000));
    }

  protected:
    Drawer ann_;
    Drawer bob_;
};

TEST_F(BoardCall, BoardsOfAllAreEqualByteForByteAlsoThatOfANewcomer) {
    for (int stroke = 0; stroke < 8; ++stroke) {
        ann_.draw("pen", 100.0 * stroke);
        bob_.draw(stroke % 2 == 0 ? "rectangle" : "marker", 100.0 * stroke + 50);
    }
    bob_.board().edits()->undo();
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            const bool settled =
                ann_.board().surface().document().settled() && bob_.board().surface().document().settled();
            return settled && ann_.bytes() == bob_.bytes();
        },
        15'000));
    EXPECT_EQ(ann_.objects(), 16U);
    Drawer cleo;
    cleo.join(ann_, QStringLiteral("Cleo"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return cleo.in_call() && cleo.bytes() == ann_.bytes(); }, 20'000));
    cleo.draw("ellipse", 500);
    EXPECT_TRUE(QTest::qWaitFor([&] { return bob_.bytes() == cleo.bytes(); }, 10'000));
}

TEST_F(BoardCall, NewcomerWhoCannotReadThePastGetsACopy) {
    ann_.ports().people.set_policy({.admission = Admission::open, .history_for_newcomers = false});
    bob_.draw("note", 0);
    bob_.draw("arrow", 200);
    ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.board().surface().document().settled(); }, 10'000));
    Drawer cleo;
    cleo.join(ann_, QStringLiteral("Cleo"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return cleo.in_call() && cleo.bytes() == ann_.bytes(); }, 20'000));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !cleo.board().incomplete(); }, 10'000));
    EXPECT_EQ(cleo.bytes(), bob_.bytes());
}

TEST_F(BoardCall, PictureReachesAllAndANewcomerGetsItFromWhoeverHasIt) {
    const QTemporaryDir folder;
    QImage red{300, 200, QImage::Format_RGB32};
    red.fill(Qt::red);
    ASSERT_TRUE(red.save(folder.filePath("red.png")));
    ann_.board().imports()->insert({QUrl::fromLocalFile(folder.filePath("red.png"))}, {0, 0, 640, 480});
    const auto shows_red = [](Drawer& person) {
        const auto& surface = person.board().surface();
        const auto page = picture_of(surface.document().board(), board::first_page);
        const auto image = board_image(page, {640, 480}, surface.images().cache().get());
        return image.pixelColor(320, 240) == QColor{Qt::red};
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return shows_red(ann_) && shows_red(bob_); }, 15'000));
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.board().surface().document().settled(); }, 10'000));
    Drawer cleo;
    cleo.join(ann_, QStringLiteral("Cleo"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return cleo.in_call(); }, 20'000));
    EXPECT_TRUE(QTest::qWaitFor([&] { return shows_red(cleo); }, 20'000));
}

/// From the hand of one to the picture of another: the median of some pieces of a stroke.
TEST_F(BoardCall, StrokeIsInTheOthersPictureWithinTheDelayThatTheFlowDeclares) {
    constexpr double declared_ms = 80;
    auto& there = bob_.board();
    ann_.board().set_tool(QStringLiteral("pen"));
    ann_.board().surface().tools().press({0, 0}, {}, 4, false);
    std::vector<double> delays;
    for (int piece = 1; piece <= 15; ++piece) {
        QSignalSpy drawn{&there.surface().document(), &BoardDocument::changed};
        QElapsedTimer time;
        time.start();
        ann_.board().surface().tools().move({20.0 * piece, 10}, {});
        while (!shows_ink(there, {20 * piece, 10}))
            ASSERT_TRUE(drawn.wait(5000)) << piece;
        delays.push_back(static_cast<double>(time.nsecsElapsed()) / 1e6);
    }
    ann_.board().surface().tools().release();
    std::ranges::sort(delays);
    const auto median = delays[delays.size() / 2];
    std::printf("stroke to another's picture: median %.0f ms, longest %.0f ms\n", median, delays.back());
    EXPECT_LE(median, declared_ms + 20);
}

TEST_F(BoardCall, PointersAreSeenByOthers) {
    EXPECT_TRUE(QTest::qWaitFor(
        [this] {
            // The first one makes the flow, and is lost.
            ann_.board().surface().pointers().hover(board::first_page, {160, 160});
            return !bob_.board().surface().pointers().others().empty();
        },
        10'000));
}

TEST_F(BoardCall, PenFloorLetsOneDraw) {
    auto& floors = ann_.ports().floors;
    ASSERT_TRUE(floors.can_create_floor(FloorPurpose::pen));
    floors.act_on_floor(CreateFloor{FloorPurpose::pen, {}});
    EXPECT_TRUE(QTest::qWaitFor([this] { return !bob_.board().may_draw() && !ann_.board().may_draw(); }, 10'000));
}

} // namespace
} // namespace plenum::ui
