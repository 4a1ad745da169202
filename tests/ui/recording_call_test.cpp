// SPDX-License-Identifier: Apache-2.0
// One of two people in a real call records it. The window that plays the recording shows the pictures on the
// whiteboard, and where people pointed.
#include "app/plenum/real_file_replay.h"
#include "core/crypto/initialise.h"
#include "tests/ui/call_person.h"
#include "ui/application.h"
#include "ui/board/board_painter.h"
#include "ui/file_replay_window.h"
#include "ui/items/board_item.h"
#include "ui/models/file_replay.h"
#include "ui/models/whiteboard.h"

#include <QDir>
#include <QGuiApplication>
#include <QImage>
#include <QQuickWindow>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

class Drawer : public CallPerson {
  public:
    [[nodiscard]] Whiteboard& board() { return board_; }

  private:
    MembersModel members_;
    Whiteboard board_{ports().board, &ports().files, members_};
};

class RecordingCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        ann_.conference().recording().set_board(ann_.board());
        ann_.conference().recording().set_folder(folder_.path());
        ann_.host({.admission = Admission::open, .history_for_newcomers = true});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.join(ann_, QStringLiteral("Bob"));
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.in_call(); }, 20'000));
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.board().may_draw() && ann_.board().may_draw(); }, 5000));
    }

  protected:
    void insert(Drawer& person, const QString& name, QColor colour, const QRectF& view) const {
        QImage image{300, 200, QImage::Format_RGB32};
        image.fill(colour);
        ASSERT_TRUE(image.save(folder_.filePath(name)));
        person.board().imports()->insert({QUrl::fromLocalFile(folder_.filePath(name))}, view);
    }
    [[nodiscard]] std::size_t pictures_here() { return ann_.board().surface().images().shown_now().size(); }
    /// Bob's laser until Ann sees it. The first point makes the flow, and is lost.
    void shine() {
        ASSERT_TRUE(QTest::qWaitFor(
            [this] {
                bob_.board().surface().pointers().shine(board::first_page,
                                                        board_position({1200, 400 + 10.0 * ++shone_}));
                return ann_.board().surface().pointers().others().contains(bob_.ports().board.self().sender);
            },
            10'000));
    }
    QString end_recording() {
        QSignalSpy ended{&ann_.ports().recording, &RecordingPort::ended};
        ann_.ports().recording.stop();
        if (!QTest::qWaitFor([&] { return ended.size() == 1; }, 10'000)) return {};
        return ended[0][1].toString();
    }

    const QTemporaryDir folder_;
    Drawer ann_;
    Drawer bob_;
    int shone_{0};
};

TEST_F(RecordingCall, ReplayShowsPicturesOnTheWhiteboardFromBeforeAndAfterItsBeginningAndLasers) {
    insert(bob_, QStringLiteral("red.png"), Qt::red, {0, 0, 640, 480});
    ASSERT_TRUE(QTest::qWaitFor([this] { return pictures_here() == 1; }, 15'000));
    ann_.ports().recording.start();
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return ann_.ports().recording.state().phase == RecordingState::Phase::recording; }, 10'000));
    insert(bob_, QStringLiteral("blue.png"), Qt::blue, {700, 0, 640, 480});
    ASSERT_TRUE(QTest::qWaitFor([this] { return pictures_here() == 2; }, 15'000));
    shine();

    const auto file = end_recording();
    auto call = app::RecordedCall::open(file.toStdString());
    ASSERT_TRUE(call.has_value()) << call.error().text;
    EXPECT_EQ(call->reader().attachments().size(), 2U);

    auto port = app::RealFileReplay::open(std::move(*call), media::NoOutput{});
    ASSERT_TRUE(port.has_value()) << port.error().text;
    FileReplayWindow window{**port, std::make_unique<QSettings>(folder_.filePath("settings"), QSettings::IniFormat)};
    ASSERT_TRUE(window.load());
    auto* root = window.window();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(root));
    auto& replay = window.replay();
    replay.set_playing(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return replay.board_used(); }, 5000));
    root->setProperty("view", QStringLiteral("board"));
    bool pointed = false;
    QObject::connect(&replay.board()->surface().pointers(), &BoardPointers::changed, root, [&] {
        for (const auto& [member, pointer] : replay.board()->surface().pointers().others())
            pointed = pointed || std::holds_alternative<board::LaserTrail>(pointer.presence);
    });
    EXPECT_TRUE(QTest::qWaitFor([&] { return pointed; }, 15'000)) << "the laser is in the recording";
    auto* page = root->findChild<BoardItem*>(QStringLiteral("replayBoardPage"));
    ASSERT_NE(page, nullptr);
    const auto shows = [&](const QPointF& units, QColor colour) {
        const auto at = page->mapToScene(page->to_item(units)).toPoint();
        const auto image = root->grabWindow();
        return image.rect().contains(at) && image.pixelColor(at) == colour;
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return shows({320, 240}, Qt::red) && shows({1020, 240}, Qt::blue); }, 10'000));
    QDir{}.mkpath(QStringLiteral(PLENUM_SCREENS));
    EXPECT_TRUE(root->grabWindow().save(QStringLiteral(PLENUM_SCREENS "/recording-replayed.png")));
}

} // namespace
} // namespace plenum::ui

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    plenum::ui::Application::prepare();
    const QGuiApplication application{argc, argv};
    QLocale::setDefault(QLocale::c());
    return RUN_ALL_TESTS();
}
