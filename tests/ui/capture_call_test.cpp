// SPDX-License-Identifier: Apache-2.0
// In a real call over the loopback, an operator receives two cameras, which are processes of their own: calibrates them
// with real pictures, records, and shares the scene, which another member watches.
#include "core/crypto/initialise.h"
#include "tests/ui/call_person.h"
#include "ui/models/capture_words.h"

#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>

namespace plenum::ui {
namespace {

/// The series of chessboards has so many pairs.
constexpr int series = 13;

class CaptureCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        for (const auto& file : QDir{QStringLiteral(PLENUM_STILLS)}.entryList(
                 {QStringLiteral("left??.jpg"), QStringLiteral("right??.jpg")}))
            QFile::link(QStringLiteral(PLENUM_STILLS "/") + file, folder_.filePath(file));
        ann_.host({.admission = Admission::open});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.join(ann_, QStringLiteral("Bob"));
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.in_call(); }, 20'000));
        QObject::connect(&capture(), &CapturePort::failed,
                         [this](const CaptureProblem& why) { failures_ << CaptureWords::problem(why); });
        QObject::connect(&calibration(), &CalibrationPort::failed,
                         [this](const CalibrationProblem& why) { failures_ << CaptureWords::problem(why); });
        QObject::connect(&capture(), &CapturePort::ended,
                         [this](CaptureEnd, const QString& detail) { ended_ = true, failures_ << detail; });
    }
    void TearDown() override {
        for (const auto& camera : cameras_) {
            camera->kill();
            camera->waitForFinished();
        }
    }

  protected:
    [[nodiscard]] CapturePort& capture() const { return ann_.ports().capture; }
    [[nodiscard]] CalibrationPort& calibration() const { return capture().calibration(); }
    [[nodiscard]] QString problem() const {
        return CaptureWords::problem(calibration().state().problem.value_or(CalibrationProblem{}));
    }
    [[nodiscard]] QString failures() const { return failures_.join(QLatin1Char{'\n'}); }

    void start_camera(const QString& name) {
        auto camera = std::make_unique<QProcess>();
        camera->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        camera->start(QStringLiteral(PLENUM_CLI),
                      {QStringLiteral("camera"), QStringLiteral("--link"), ann_.ports().session.conference().link,
                       QStringLiteral("--name"), name, QStringLiteral("--source"),
                       QStringLiteral("stills:") + folder_.filePath(name), QStringLiteral("--codec"),
                       QStringLiteral("jpeg")});
        cameras_.push_back(std::move(camera));
    }
    [[nodiscard]] bool in_step() const {
        const auto cameras = capture().cameras();
        return cameras.size() == 2 &&
               std::ranges::all_of(cameras, [](const auto& each) { return each.step == CameraStep::in_step; });
    }
    /// Opens the cluster and waits for both cameras.
    void open() {
        capture().open(QStringLiteral("Studio"), QStringLiteral("cluster"));
        start_camera(QStringLiteral("left"));
        start_camera(QStringLiteral("right"));
        ASSERT_TRUE(QTest::qWaitFor([&] { return ended_ || in_step(); }, 20'000)) << failures().toStdString();
        ASSERT_FALSE(ended_) << failures().toStdString();
    }
    void calibrate(const QString& file) {
        using Phase = CalibrationState::Phase;
        capture().set_trigger({true, TriggerPace::together, 10});
        calibration().start({});
        const auto until = [&](Phase phase) {
            return QTest::qWaitFor([&] { return calibration().state().phase == phase; }, 20'000);
        };
        ASSERT_TRUE(until(Phase::collecting)) << failures().toStdString();
        for (int view = 1; view <= series; ++view) {
            calibration().take_view();
            ASSERT_TRUE(QTest::qWaitFor(
                [&] {
                    const auto state = calibration().state();
                    return state.views == view && state.phase == Phase::collecting;
                },
                20'000))
                << problem().toStdString();
        }
        calibration().calculate();
        ASSERT_TRUE(until(Phase::done)) << problem().toStdString();
        EXPECT_LE(calibration().state().error_px, 0.5);
        EXPECT_EQ(calibration().state().errors.size(), 2 * series);
        calibration().accept(file);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !calibration().name().isEmpty(); }, 5000)) << failures().toStdString();
    }

    QTemporaryDir folder_;
    CallPerson ann_;
    CallPerson bob_;
    std::vector<std::unique_ptr<QProcess>> cameras_;
    QStringList failures_;
    bool ended_{false};
};

/// It plays.
void pause_and_play_on(PlaybackPort& playback) {
    ASSERT_TRUE(QTest::qWaitFor([&] { return playback.place().at_ms > 500; }, 10'000));
    playback.step(-1);
    playback.seek(0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return playback.place() == PlaybackPlace{0, playback.place().length_ms, true}; },
                                10'000));
    EXPECT_FALSE(QTest::qWaitFor([&] { return playback.place().at_ms > 0; }, 300)) << "who steps pauses";
    playback.set_paused(false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return playback.place().at_ms > 100; }, 10'000));
}

TEST_F(CaptureCall, an_operator_calibrates_records_and_shares_the_scene) {
    ASSERT_NO_FATAL_FAILURE(open());
    const auto& members = bob_.conference().call()->view.members();
    EXPECT_TRUE(std::ranges::any_of(members, [](const auto& each) { return each.second.name == "Studio"; }))
        << "the cluster is a participant";
    const auto cameras_at_bob = [&] {
        return std::ranges::count(bob_.conference().call()->roster.members(), true, &Member::captures);
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return cameras_at_bob() == 3; }, 5000)) << "it and its cameras are no people";
    QSignalSpy pictures{&capture(), &CapturePort::picture};
    QSignalSpy ensembles{&capture(), &CapturePort::ensemble};
    ASSERT_TRUE(QTest::qWaitFor([&] { return pictures.size() >= 4 && ensembles.size() >= 4; }, 10'000));

    const auto recorded = folder_.filePath(QStringLiteral("studio.ensembles"));
    capture().record(recorded);
    ASSERT_NO_FATAL_FAILURE(calibrate(folder_.filePath(QStringLiteral("studio.json"))));
    ASSERT_TRUE(QTest::qWaitFor([&] { return capture().recording().ensembles > 4; }, 10'000));
    // One at a time: what another file holds stays.
    const auto other = folder_.filePath(QStringLiteral("other.ensembles"));
    ASSERT_TRUE(QFile::copy(folder_.filePath(QStringLiteral("studio.json")), other));
    capture().record(other);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !failures_.isEmpty(); }, 5000));
    EXPECT_TRUE(QFile::exists(other));
    failures_.clear();
    capture().stop_recording();

    std::size_t own_points = 0;
    QObject::connect(&capture(), &CapturePort::scene, [&](const auto& points) { own_points = points->size(); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return own_points > 10'000; }, 10'000));
    capture().watch_depth(true);
    QSignalSpy depths{&capture(), &CapturePort::depth_picture};
    ASSERT_TRUE(QTest::qWaitFor([&] { return !depths.empty(); }, 10'000));
    const auto ply = folder_.filePath(QStringLiteral("scene.ply"));
    QSignalSpy saved{&capture(), &CapturePort::saved};
    capture().save_points(ply);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !saved.empty(); }, 10'000)) << failures().toStdString();
    EXPECT_GT(QFileInfo{ply}.size(), 10'000 * 15);

    // Bob gets it once he watches it.
    auto& scenes = bob_.ports().scenes;
    capture().share_scene(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return scenes.sharers().size() == 1; }, 10'000)) << failures().toStdString();
    std::size_t points = 0;
    QObject::connect(&scenes, &ScenePort::scene, [&](base::MemberIndex, const auto& cloud) { points = cloud->size(); });
    scenes.watch(scenes.sharers().front());
    ASSERT_TRUE(QTest::qWaitFor([&] { return points > 10'000; }, 10'000)) << failures().toStdString();

    // A camera that stops is named within a second.
    QElapsedTimer stopped;
    cameras_.front()->kill();
    stopped.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !in_step(); }, 5000));
    EXPECT_LE(stopped.elapsed(), 1000);
    EXPECT_FALSE(ended_) << "the other one goes on";

    capture().close();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended_ && capture().phase() == CapturePhase::off; }, 10'000));
    ASSERT_TRUE(QTest::qWaitFor([&] { return scenes.sharers().empty(); }, 10'000));
    EXPECT_TRUE(ann_.in_call()) << "the call goes on without the cluster";

    // The recording plays, with what was calibrated.
    ended_ = false;
    pictures.clear();
    capture().replay(recorded);
    ASSERT_TRUE(QTest::qWaitFor([&] { return capture().replaying() && !pictures.empty(); }, 10'000))
        << failures().toStdString();
    pause_and_play_on(capture().playback());
}

TEST_F(CaptureCall, what_cannot_be_replayed_says_why) {
    capture().replay(QStringLiteral("/nowhere/none.ensembles"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended_; }, 10'000));
    EXPECT_FALSE(failures_.back().isEmpty());
    EXPECT_EQ(capture().phase(), CapturePhase::off);
}

} // namespace
} // namespace plenum::ui
