// SPDX-License-Identifier: Apache-2.0
// The workspace for cameras in the real window, in each of its states, and a scene on the stage of the call.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"
#include "ui/items/scene_item.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace plenum::ui {
namespace {

constexpr int ticks_to_open = SimulatedCapture::ticks_to_join + 1;

/// In a call, with a cluster of so many cameras, calibrated and running for some seconds.
void open(Walk& walk, int cameras) {
    walk.enter(true);
    walk.conference().capture().set_cameras(cameras);
    walk.client().capture()->open(QStringLiteral("Studio B"));
    walk.ticks(ticks_to_open);
    walk.conference().capture().calibration().set_name(QStringLiteral("/tmp/studio.json"));
    walk.ticks(160);
    walk.dismiss_notices();
}

QQuickItem& focus(Walk& walk, const char* name) {
    auto* item = walk.item(QString::fromLatin1(name));
    if (item == nullptr) qFatal("nothing there: %s", name);
    item->forceActiveFocus(Qt::TabFocusReason);
    return *item;
}

TEST_P(Screens, CaptureFromTheMenuToSixCameras) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.dismiss_notices();
    walk.click(QStringLiteral("moreButton"));
    walk.click(QStringLiteral("camerasItem"));
    judge(walk, "capture-sheet");
    walk.click(QStringLiteral("clusterOpen"));
    EXPECT_TRUE(inspect::shows(walk.window(), "CaptureScreen"));
    judge(walk, "capture-joining");
    walk.ticks(ticks_to_open);
    judge(walk, "capture-empty");
    walk.click(QStringLiteral("captureCopy"));
    walk.conference().capture().set_cameras(6);
    walk.ticks(120);
    judge(walk, "capture-not-calibrated");
    walk.conference().capture().calibration().set_name(QStringLiteral("/tmp/studio.json"));
    walk.conference().capture().set_step(4, CameraStep::late, 9);
    walk.ticks(60);
    walk.dismiss_notices();
    judge(walk, "capture-6");
    walk.click(QStringLiteral("captureBack"));
    EXPECT_FALSE(inspect::shows(walk.window(), "CaptureScreen"));
    EXPECT_EQ(walk.client().capture()->state(), "live");
}

TEST_P(FewLooks, CaptureTwoCameras) {
    Walk walk{GetParam()};
    open(walk, 2);
    judge(walk, "capture-2");
    walk.click(QStringLiteral("captureDepth"));
    walk.ticks(4);
    judge(walk, "capture-2-depth");
}

TEST_P(FewLooks, CaptureSixteenCamerasOfWhichSomeFail) {
    Walk walk{GetParam()};
    open(walk, 16);
    judge(walk, "capture-16");
    auto& port = walk.conference().capture();
    port.set_step(0, CameraStep::waiting);
    port.set_step(1, CameraStep::late, 112);
    port.set_step(2, CameraStep::silent);
    port.set_step(3, CameraStep::other_instant);
    port.set_step(4, CameraStep::malformed);
    port.set_step(5, CameraStep::moved);
    port.set_step(6, CameraStep::moved_or_partner);
    port.set_step(7, CameraStep::wrong_size);
    walk.ticks(30);
    judge(walk, "capture-16-failing");
}

TEST_P(FewLooks, CaptureWithSmallPartsOneAtATime) {
    Walk walk{GetParam()};
    open(walk, 6);
    if (walk.item(QStringLiteral("captureFigures")) == nullptr) return;
    walk.click(QStringLiteral("captureScenePart"));
    judge(walk, "capture-part-scene");
    walk.click(QStringLiteral("captureFigures"));
    judge(walk, "capture-part-figures");
}

TEST_P(FewLooks, CaptureNoticesCoverNothing) {
    Walk walk{GetParam()};
    open(walk, 6);
    const auto place_of = [](const QQuickItem& item) {
        return item.mapRectToScene({0, 0, item.width(), item.height()});
    };
    const auto* grid = walk.item(QStringLiteral("cameraGrid"));
    ASSERT_NE(grid, nullptr);
    const auto before = place_of(*grid);
    emit walk.client().notice(QStringLiteral("There are no points to be saved."), QStringLiteral("problem"));
    walk.settle();
    const auto* notices = walk.item(QStringLiteral("notices"));
    ASSERT_NE(notices, nullptr);
    EXPECT_EQ(place_of(*grid), before) << "and they move nothing";
    for (const auto* name : {"captureStrip", "captureCameras", "captureFigures", "cameraGrid", "scenePane"}) {
        const auto* item = walk.item(QString::fromLatin1(name));
        EXPECT_FALSE(item != nullptr && place_of(*item).intersects(place_of(*notices))) << name;
    }
    judge(walk, "capture-notice");
}

TEST_P(FewLooks, CaptureTriggersAndRecords) {
    Walk walk{GetParam()};
    open(walk, 6);
    walk.click(QStringLiteral("captureTrigger"));
    judge(walk, "capture-trigger");
    walk.click(QStringLiteral("pace-periodic"));
    EXPECT_EQ(walk.conference().capture().trigger().pace, TriggerPace::periodic);
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    walk.client().capture()->control()->record(QUrl::fromLocalFile(QStringLiteral("/tmp/x.ensembles")));
    walk.ticks(60);
    judge(walk, "capture-recording");
    walk.click(QStringLiteral("captureRecord"));
    EXPECT_FALSE(walk.client().capture()->control()->recording());
    walk.click(QStringLiteral("captureArm"));
    EXPECT_FALSE(walk.conference().capture().trigger().armed);
    judge(walk, "capture-disarmed");
    walk.click(QStringLiteral("captureMore"));
    judge(walk, "capture-more");
}

TEST_P(FewLooks, CaptureCalibrates) {
    Walk walk{GetParam()};
    open(walk, 6);
    walk.click(QStringLiteral("captureCalibrate"));
    judge(walk, "capture-calibrate-target");
    walk.click(QStringLiteral("targetCharuco"));
    walk.settle();
    judge(walk, "capture-calibrate-charuco");
    walk.click(QStringLiteral("calibrationStart"));
    auto& calibration = walk.conference().capture().calibration();
    calibration.hide_target_from({QStringLiteral("left"), QStringLiteral("overhead")});
    const auto* take = walk.item(QStringLiteral("calibrationTake"));
    ASSERT_NE(take, nullptr);
    const auto place = take->mapToScene({0, 0});
    walk.client().capture()->calibration()->take_view();
    walk.ticks(SimulatedCalibration::ticks_to_answer);
    judge(walk, "capture-calibrate-views");
    EXPECT_EQ(take->mapToScene({0, 0}), place) << "the next click finds it";
    for (int view = 0; view < 11; ++view) {
        walk.client().capture()->calibration()->take_view();
        walk.ticks(SimulatedCalibration::ticks_to_answer);
    }
    calibration.refuse({CalibrationProblem::Kind::open_focal_length, QStringLiteral("left"), 0});
    walk.client().capture()->calibration()->calculate();
    judge(walk, "capture-calibrate-calculating");
    walk.ticks(SimulatedCalibration::ticks_to_answer);
    judge(walk, "capture-calibrate-problem");
    walk.client().capture()->calibration()->calculate();
    walk.ticks(SimulatedCalibration::ticks_to_answer);
    judge(walk, "capture-calibrate-done");
    walk.click(QStringLiteral("calibrationAccept"));
    EXPECT_EQ(calibration.name(), "calculated");
}

TEST_P(FewLooks, CaptureWaitsIsLostAndEnds) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.dismiss_notices();
    auto& port = walk.conference().capture();
    port.set_cameras(6);
    port.set({.lobby = true});
    walk.client().capture()->open(QStringLiteral("cluster"));
    walk.ticks(ticks_to_open);
    judge(walk, "capture-lobby");
    port.set({});
    walk.ticks(20);
    port.lose_link(true);
    walk.dismiss_notices();
    judge(walk, "capture-lost");
    port.end(CaptureEnd::name_taken);
    judge(walk, "capture-ended");
    walk.click(QStringLiteral("captureAgain"));
    EXPECT_EQ(walk.client().capture()->state(), "joining");
}

TEST_P(FewLooks, CaptureIsReplayedFromTheStart) {
    Walk walk{GetParam()};
    walk.conference().capture().set_cameras(6);
    EXPECT_NE(walk.item(QStringLiteral("playRecording")), nullptr);
    walk.client().capture()->replay(QUrl::fromLocalFile(QStringLiteral("/tmp/studio b – Thursday.ensembles")));
    walk.conference().capture().calibration().set_name(QStringLiteral("/tmp/studio.json"));
    walk.ticks(60);
    judge(walk, "capture-replay");
    walk.click(QStringLiteral("playbackPlay"));
    const auto before = walk.client().capture()->playback()->position();
    walk.click(QStringLiteral("playbackOn"));
    walk.click(QStringLiteral("playbackOn"));
    walk.click(QStringLiteral("playbackBack"));
    walk.ticks(10);
    EXPECT_NEAR(walk.client().capture()->playback()->position(), before + 0.1, 0.01);
    walk.item(QStringLiteral("playbackPosition"))->forceActiveFocus();
    QTest::keyClick(&walk.window(), GetParam().right_to_left ? Qt::Key_Left : Qt::Key_Right);
    EXPECT_NEAR(walk.client().capture()->playback()->position(), before + 5.1, 0.01);
    judge(walk, "capture-replay-paused");
    walk.conference().capture().end(CaptureEnd::stopped);
    judge(walk, "capture-replay-over");
    walk.click(QStringLiteral("captureBack"));
    EXPECT_TRUE(inspect::shows(walk.window(), "StartScreen"));
}

TEST_P(Screens, WatchAScene) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.dismiss_notices();
    walk.conference().scenes().someone_shares(ada);
    walk.settle();
    judge(walk, "scene-offer");
    walk.client().people()->scenes()->set_open(true);
    walk.ticks(6);
    EXPECT_TRUE(inspect::shows(walk.window(), "SceneStage"));
    judge(walk, "scene-watch");
    auto* scene = qobject_cast<SceneItem*>(&focus(walk, "sharedScene"));
    ASSERT_NE(scene, nullptr);
    for (int press = 0; press < 5; ++press)
        QTest::keyClick(&walk.window(), Qt::Key_Right);
    QTest::keyClick(&walk.window(), Qt::Key_Plus);
    judge(walk, "scene-watch-turned");
    scene->forceActiveFocus();
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_FALSE(inspect::shows(walk.window(), "SceneStage"));
}

TEST(CaptureScreen, TheSceneTurnsByMouseWheelAndKeys) {
    Walk walk{{}};
    open(walk, 2);
    auto* scene = qobject_cast<SceneItem*>(walk.item(QStringLiteral("captureScene")));
    ASSERT_NE(scene, nullptr);
    const auto middle = scene->mapToScene({scene->width() / 2, scene->height() / 2}).toPoint();
    const auto distance = scene->view().distance();
    const auto drag = [&](Qt::MouseButton button, Qt::KeyboardModifiers keys) {
        QTest::mousePress(&walk.window(), button, keys, middle);
        for (int step = 1; step <= 4; ++step) {
            QMouseEvent move{QEvent::MouseMove,
                             middle + QPoint{10 * step, 0},
                             walk.window().mapToGlobal(middle + QPoint{10 * step, 0}),
                             Qt::NoButton,
                             button,
                             keys};
            QCoreApplication::sendEvent(&walk.window(), &move);
        }
        QTest::mouseRelease(&walk.window(), button, keys, middle + QPoint{40, 0});
    };
    scene->forceActiveFocus();
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    EXPECT_FALSE(scene->hasActiveFocus()) << "Escape leaves it";
    drag(Qt::LeftButton, {});
    const auto turned = scene->view().yaw();
    EXPECT_GT(turned, 0.05F);
    drag(Qt::LeftButton, Qt::ShiftModifier);
    EXPECT_EQ(scene->view().yaw(), turned) << "with Shift it moves";
    const auto eye = scene->view().pose().eye;
    drag(Qt::MiddleButton, {});
    EXPECT_EQ(scene->view().yaw(), turned);
    EXPECT_NE(scene->view().pose().eye, eye);
    QWheelEvent wheel{
        middle, walk.window().mapToGlobal(middle), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
        false};
    QCoreApplication::sendEvent(&walk.window(), &wheel);
    EXPECT_NEAR(scene->view().distance(), distance / 1.44, 0.01);
    QTest::mouseDClick(&walk.window(), Qt::LeftButton, {}, middle);
    EXPECT_EQ(scene->view().yaw(), 0);
    EXPECT_NEAR(scene->view().distance(), distance, 0.05);
    QTest::keyClick(&walk.window(), Qt::Key_Left);
    EXPECT_LT(scene->view().yaw(), 0);
    QTest::keyClick(&walk.window(), Qt::Key_Home);
    EXPECT_EQ(scene->view().yaw(), 0);
}

TEST(CaptureScreen, FilesAreAskedForWhereTheyAreWanted) {
    Walk walk{{}};
    walk.click(QStringLiteral("playRecording"));
    EXPECT_NE(walk.item(QStringLiteral("chooserList")), nullptr) << "from the start";
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    open(walk, 2);
    for (const auto* button : {"captureRecord", "sceneSave"}) {
        walk.click(QString::fromLatin1(button));
        const auto* name = walk.item(QStringLiteral("chooserName"));
        ASSERT_NE(name, nullptr) << button;
        static const QRegularExpression stamp{QStringLiteral(R"( \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.\w+$)")};
        EXPECT_TRUE(stamp.match(name->property("text").toString()).hasMatch()) << "what was saved before stays";
        QTest::keyClick(&walk.window(), Qt::Key_Escape);
        walk.settle();
        EXPECT_EQ(walk.item(QStringLiteral("chooserName")), nullptr) << button;
    }
    walk.click(QStringLiteral("captureCalibrate"));
    walk.click(QStringLiteral("calibrationLoad"));
    EXPECT_NE(walk.item(QStringLiteral("chooserList")), nullptr);
}

TEST(CaptureScreen, CamerasAreListedApartFromPeopleOnceAskedFor) {
    Walk walk{{}};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.conference().people().make_camera(jonas);
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("person-3")), nullptr);
    walk.click(QStringLiteral("camerasHeading"));
    walk.settle();
    EXPECT_NE(walk.item(QStringLiteral("person-3")), nullptr);
}

TEST(CaptureScreen, SharesAreSetByKeys) {
    Walk walk{{}};
    open(walk, 6);
    focus(walk, "share-2");
    for (int press = 0; press < 3; ++press)
        QTest::keyClick(&walk.window(), Qt::Key_Right);
    EXPECT_NEAR(walk.conference().capture().cameras().at(2).weight, std::pow(10, 0.3), 0.01);
    QTest::keyClick(&walk.window(), Qt::Key_Delete);
    EXPECT_NEAR(walk.conference().capture().cameras().at(2).weight, 1, 0.01);
}

TEST(CaptureScreen, TheSpaceBarTalksAndTheWindowAsksBeforeItLeavesTheCall) {
    Walk walk{{}};
    open(walk, 2);
    walk.client().media()->toggle_microphone();
    walk.ticks(1);
    EXPECT_FALSE(walk.client().media()->microphone_on());
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.ticks(1);
    EXPECT_TRUE(walk.client().media()->microphone_on());
    walk.let_go_of_space();
    walk.ticks(1);
    EXPECT_FALSE(walk.client().media()->microphone_on());
    walk.window().close();
    walk.settle();
    EXPECT_EQ(walk.client().session()->screen(), "call");
    EXPECT_NE(walk.item(QStringLiteral("leaveNow")), nullptr);
}

} // namespace
} // namespace plenum::ui
