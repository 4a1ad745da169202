// SPDX-License-Identifier: Apache-2.0
// The workspace for cameras without a window: how cameras are told apart, what each end says, how they are triggered
// and calibrated, and the scenes that others share.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/models/capture_words.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using testing::HasSubstr;

class Capturing : public InCall {
  protected:
    Capturing() {
        QObject::connect(&client, &Client::notice, &client, [this](const QString& text) { said << text; });
    }
    /// In a call, with a cluster of so many cameras.
    void open(int cameras) {
        enter(true);
        conference.capture().set_cameras(cameras);
        capture().open(QStringLiteral("cluster"));
        ticks(SimulatedCapture::ticks_to_join + 4);
    }
    [[nodiscard]] Capture& capture() { return *client.capture(); }
    [[nodiscard]] CaptureCameras& cameras() { return *capture().cameras(); }
    [[nodiscard]] SimulatedCapture& port() { return conference.capture(); }
    [[nodiscard]] QString of(int row, CaptureCameras::RoleId role) {
        return cameras().data(cameras().index(row), role).toString();
    }
    QStringList said;
};

TEST_F(Capturing, a_cluster_is_opened_beside_the_call_and_goes_on_out_of_sight) {
    enter(true);
    EXPECT_EQ(capture().state(), "off");
    EXPECT_FALSE(capture().shown());
    port().set_cameras(2);
    capture().open(QStringLiteral("cluster"));
    EXPECT_TRUE(capture().shown());
    EXPECT_EQ(capture().state(), "joining");
    ticks(SimulatedCapture::ticks_to_join + 1);
    EXPECT_EQ(capture().state(), "live");
    EXPECT_EQ(client.session()->screen(), "call");
    capture().set_shown(false);
    ticks(4);
    EXPECT_EQ(capture().state(), "live") << "looking at the call ends nothing";
    capture().set_shown(true);
    EXPECT_TRUE(capture().shown());
    client.session()->leave();
    ticks(2);
    EXPECT_FALSE(capture().shown()) << "a cluster goes with its call";
    EXPECT_FALSE(capture().on());
}

TEST_F(Capturing, without_a_camera_it_says_what_cameras_run) {
    open(0);
    EXPECT_EQ(capture().state(), "empty");
    EXPECT_EQ(capture().shown_command(), "plenum-cli camera --link plenum://… --name left --source v4l2");
    EXPECT_THAT(capture().command().toStdString(), HasSubstr(client.session()->facts().link.toStdString()));
    capture().close();
    capture().open(QStringLiteral("Studio B"));
    EXPECT_THAT(capture().shown_command().toStdString(), HasSubstr("--cluster 'Studio B'"));
}

TEST_F(Capturing, names_of_clusters_have_bounds) {
    EXPECT_EQ(capture().complaint(QStringLiteral("Studio B")), "");
    EXPECT_NE(capture().complaint(QStringLiteral("  ")), "");
    EXPECT_EQ(capture().complaint(QString{16, QLatin1Char{'x'}}), "");
    EXPECT_NE(capture().complaint(QString{17, QLatin1Char{'x'}}), "");
    EXPECT_NE(capture().complaint(QString{9, QChar{0xe4}}), "") << "bytes count, not letters";
    enter(true);
    capture().open(QString{17, QLatin1Char{'x'}});
    EXPECT_EQ(capture().state(), "off");
}

TEST_F(Capturing, each_state_of_a_camera_has_its_word_and_its_advice) {
    open(2);
    EXPECT_EQ(cameras().summary(), "2 cameras in step");
    EXPECT_EQ(cameras().grade(), "good");
    EXPECT_EQ(cameras().advice(), "");
    QStringList words;
    for (auto step = CameraStep::waiting; step <= CameraStep::name_twice;
         step = static_cast<CameraStep>(static_cast<int>(step) + 1)) {
        port().set_step(0, step, 9.2);
        const auto word = of(0, CaptureCameras::step_role);
        EXPECT_FALSE(word.isEmpty());
        EXPECT_FALSE(words.contains(word)) << word.toStdString() << " stands for two states";
        words << word;
        if (step == CameraStep::in_step) continue;
        EXPECT_EQ(cameras().summary(), "left: " + word);
        EXPECT_THAT(cameras().advice().toStdString(), HasSubstr("left"));
        EXPECT_NE(cameras().grade(), "good");
    }
    port().set_step(0, CameraStep::late, 9.2);
    EXPECT_EQ(of(0, CaptureCameras::step_role), "late by 9 ms");
    EXPECT_THAT(cameras().advice().toStdString(),
                HasSubstr("late by 9 ms because its link or its computer is too slow"));
}

TEST_F(Capturing, the_worst_camera_is_spoken_of_unless_one_is_chosen) {
    open(6);
    port().set_step(1, CameraStep::late, 12);
    port().set_step(4, CameraStep::silent);
    EXPECT_EQ(cameras().summary(), "4 of 6 cameras in step");
    EXPECT_EQ(cameras().grade(), "bad");
    EXPECT_THAT(cameras().advice().toStdString(), HasSubstr("right is silent"));
    cameras().choose(1);
    EXPECT_THAT(cameras().advice().toStdString(), HasSubstr("left-top is late"));
    port().set_step(1, CameraStep::in_step);
    EXPECT_THAT(cameras().advice().toStdString(), HasSubstr("right is silent"));
}

TEST_F(Capturing, cameras_that_left_are_named_until_they_are_back) {
    open(2);
    EXPECT_EQ(cameras().gone(), "");
    port().set_cameras(0);
    ticks(1);
    EXPECT_EQ(capture().state(), "empty");
    EXPECT_THAT(cameras().gone().toStdString(), HasSubstr("“left” at "));
    EXPECT_THAT(cameras().gone().toStdString(), HasSubstr(", “left-top” at "));
    port().set_cameras(1);
    ticks(1);
    EXPECT_THAT(cameras().gone().toStdString(), testing::Not(HasSubstr("“left”")));
    capture().close();
    EXPECT_EQ(cameras().gone(), "") << "of the cluster before";
}

TEST_F(Capturing, a_share_is_told_in_words_and_stays_within_its_bounds) {
    open(2);
    EXPECT_EQ(of(0, CaptureCameras::share_role), "50 %");
    cameras().set_level(0, 0.4771);
    EXPECT_EQ(of(0, CaptureCameras::share_role), "75 %");
    EXPECT_EQ(of(1, CaptureCameras::share_role), "25 %");
    cameras().set_level(0, 7);
    EXPECT_EQ(port().cameras().front().weight, 10);
    cameras().set_level(0, -7);
    EXPECT_NEAR(port().cameras().front().weight, 0.1, 1e-9);
}

TEST_F(Capturing, pictures_and_depth_are_kept_by_camera_and_depth_only_while_it_is_shown) {
    open(2);
    EXPECT_FALSE(cameras().pictures()->latest(1).empty());
    EXPECT_TRUE(cameras().depths()->latest(1).empty());
    cameras().show_depth(true);
    ticks(4);
    EXPECT_FALSE(cameras().depths()->latest(1).empty());
    cameras().show_depth(false);
    ticks(4);
    EXPECT_TRUE(cameras().depths()->latest(1).empty());
}

TEST_F(Capturing, charts_keep_the_newest_and_mark_what_was_not_complete) {
    open(2);
    auto& charts = *capture().charts();
    ticks(200);
    EXPECT_EQ(charts.asynchrony().size(), CaptureCharts::points_max);
    EXPECT_GE(charts.asynchrony_max(), 10);
    EXPECT_EQ(charts.asynchrony_words(), "median 3.1 ms · p95 7.4 ms");
    EXPECT_THAT(charts.path_words().toStdString(), HasSubstr("Mbit/s · flowshare 1.02"));
    EXPECT_EQ(charts.rows().front().toMap().value(QStringLiteral("value")), "15.0/s");
    EXPECT_GE(*std::ranges::min_element(charts.asynchrony()), 0);
    port().set_step(0, CameraStep::silent);
    ticks(1);
    EXPECT_EQ(charts.asynchrony().back(), -1);
    EXPECT_EQ(CaptureCharts::scale_end(0), 1);
    EXPECT_EQ(CaptureCharts::scale_end(38), 50);
    EXPECT_EQ(CaptureCharts::scale_end(100), 100);
    EXPECT_EQ(CaptureCharts::scale_end(0.3), 0.5);
}

TEST_F(Capturing, triggers_change_by_pace_and_rate) {
    open(2);
    auto& control = *capture().control();
    EXPECT_EQ(control.pace(), "blocking");
    control.set_pace(QStringLiteral("together"));
    control.set_rate(24);
    EXPECT_EQ(port().trigger(), (CaptureTrigger{true, TriggerPace::together, 24}));
    EXPECT_TRUE(control.rates().contains(24)) << "an unusual rate can be seen too";
    control.set_armed(false);
    EXPECT_FALSE(port().trigger().armed);
    control.set_rate(1e9);
    EXPECT_EQ(control.rate(), CaptureControl::rate_max_hz);
    control.set_pace(QStringLiteral("nonsense"));
    EXPECT_EQ(control.pace(), "together");
}

TEST_F(Capturing, a_recording_tells_how_much_it_has) {
    open(2);
    auto& control = *capture().control();
    control.record(QUrl{QStringLiteral("https://example.org/x")});
    EXPECT_FALSE(control.recording()) << "only into files";
    control.record(QUrl::fromLocalFile(QStringLiteral("/tmp/x.ensembles")));
    ticks(20);
    EXPECT_TRUE(control.recording());
    EXPECT_EQ(control.recording_words(), "20 ensembles · 7.3 MB");
    control.stop_recording();
    EXPECT_EQ(control.recording_words(), "");
}

TEST_F(Capturing, each_end_says_why_and_what_to_do) {
    open(2);
    port().end(CaptureEnd::name_taken);
    EXPECT_EQ(capture().state(), "ended");
    EXPECT_THAT(capture().end_words().toStdString(), HasSubstr("Another member already receives"));
    capture().again();
    ticks(SimulatedCapture::ticks_to_join + 1);
    port().end(CaptureEnd::name_taken, QStringLiteral("Dina"));
    EXPECT_THAT(capture().end_words().toStdString(), HasSubstr("Dina already receives"));
    capture().again();
    EXPECT_EQ(capture().end_words(), "");
    ticks(SimulatedCapture::ticks_to_join + 1);
    EXPECT_EQ(capture().state(), "live");
    port().end(CaptureEnd::failed, QStringLiteral("The disk is full. Make room."));
    EXPECT_EQ(capture().end_words(), "The disk is full. Make room.");
    capture().again();
    capture().set_shown(false);
    port().end(CaptureEnd::refused);
    EXPECT_THAT(said.join(QLatin1Char{'|'}).toStdString(), HasSubstr("did not let the cluster in"))
        << "who looks at the call is told";
}

TEST_F(Capturing, the_lobby_and_a_lost_link_have_their_states) {
    enter(false);
    port().set_cameras(2);
    port().set({.lobby = true});
    capture().open(QStringLiteral("cluster"));
    ticks(SimulatedCapture::ticks_to_join + 2);
    EXPECT_EQ(capture().state(), "lobby");
    port().set({});
    ticks(2);
    EXPECT_EQ(capture().state(), "live");
    port().lose_link(true);
    EXPECT_EQ(capture().state(), "lost");
    EXPECT_EQ(cameras().count(), 2);
    port().lose_link(false);
    EXPECT_EQ(capture().state(), "live");
}

TEST_F(Capturing, a_recording_is_played_without_a_call_and_again) {
    port().set_cameras(2);
    capture().replay(QUrl::fromLocalFile(QStringLiteral("/tmp/studio.ensembles")));
    ticks(4);
    EXPECT_TRUE(capture().shown());
    EXPECT_TRUE(capture().replaying());
    EXPECT_EQ(capture().state(), "live");
    EXPECT_EQ(capture().name(), "studio.ensembles");
    EXPECT_EQ(capture().charts()->rows().size(), 3) << "of the path, a recording has nothing";
    auto& playback = *capture().playback();
    playback.seek(62);
    EXPECT_EQ(playback.place(), "1:02 of 5:00");
    playback.step(-2);
    EXPECT_NEAR(playback.position(), 61.8, 0.01);
    ticks(10);
    EXPECT_NEAR(playback.position(), 61.8, 0.01) << "who steps has paused";
    playback.set_playing(true);
    ticks(10);
    EXPECT_NEAR(playback.position(), 62.8, 0.01);
    playback.seek(playback.duration());
    ticks(1);
    EXPECT_FALSE(playback.playing()) << "it stays at its end";
    port().end(CaptureEnd::stopped);
    EXPECT_EQ(capture().state(), "ended");
    EXPECT_EQ(capture().end_words(), "") << "its end is no fault";
    capture().again();
    EXPECT_EQ(capture().state(), "live");
    capture().set_shown(false);
    EXPECT_FALSE(capture().on()) << "nothing else would show it again";
    capture().replay(QUrl::fromLocalFile(QStringLiteral("/tmp/broken.ensembles")));
    EXPECT_EQ(capture().end_words(), "This file is no recording of cameras.");
}

TEST_F(Capturing, what_failed_and_what_was_saved_is_told) {
    open(2);
    capture().scene()->save(QUrl::fromLocalFile(QStringLiteral("/tmp/scene.ply")));
    EXPECT_EQ(said.back(), "Saved as /tmp/scene.ply.");
    emit port().failed({CaptureProblem::Kind::recording_broken, QStringLiteral("hall.ens")});
    EXPECT_TRUE(said.back().startsWith("hall.ens cannot be written any more"));
}

class Calibrating : public Capturing {
  protected:
    void begin() {
        open(3);
        calibration().set_open(true);
        calibration().start(false, 9, 6, QStringLiteral("25"), {});
    }
    void take(int views) {
        for (int view = 0; view < views; ++view) {
            calibration().take_view();
            ticks(SimulatedCalibration::ticks_to_answer);
        }
    }
    [[nodiscard]] CaptureCalibration& calibration() { return *capture().calibration(); }
};

TEST_F(Calibrating, a_target_that_cannot_be_is_refused_with_the_reason) {
    EXPECT_EQ(calibration().complaint(false, 9, 6, QStringLiteral("25"), {}), "");
    EXPECT_EQ(calibration().complaint(false, 9, 6, QStringLiteral(" 24.5 "), {}), "");
    EXPECT_NE(calibration().complaint(false, 9, 7, QStringLiteral("25"), {}), "");
    EXPECT_NE(calibration().complaint(false, 9, 6, QStringLiteral("wide"), {}), "");
    EXPECT_NE(calibration().complaint(false, 9, 6, QStringLiteral("-3"), {}), "");
    EXPECT_NE(calibration().complaint(false, 9, 600, QStringLiteral("25"), {}), "");
    EXPECT_EQ(calibration().complaint(true, 9, 7, QStringLiteral("25"), QStringLiteral("18")), "");
    EXPECT_NE(calibration().complaint(true, 9, 7, QStringLiteral("25"), QStringLiteral("25")), "");
    calibration().start(false, 9, 7, QStringLiteral("25"), {});
    EXPECT_EQ(calibration().step(), "none");
}

TEST_F(Calibrating, views_are_taken_calculated_and_accepted) {
    begin();
    EXPECT_EQ(calibration().step(), "collecting");
    EXPECT_EQ(port().calibration().plan().square_mm, 25);
    port().calibration().hide_target_from({QStringLiteral("centre")});
    take(2);
    EXPECT_EQ(calibration().views_words(), "2 views. Take 10 or more.");
    EXPECT_EQ(calibration().unseen_words(), "Not seen by: centre.");
    EXPECT_FALSE(calibration().may_calculate());
    port().calibration().hide_target_from({});
    take(1);
    EXPECT_EQ(calibration().unseen_words(), "All cameras saw the target in the newest view.");
    EXPECT_TRUE(calibration().may_calculate());
    calibration().calculate();
    EXPECT_EQ(calibration().step(), "calculating");
    ticks(SimulatedCalibration::ticks_to_answer);
    EXPECT_EQ(calibration().step(), "done");
    EXPECT_EQ(calibration().error_words(), "Error 0.31 px. This is good.");
    const auto errors = calibration().errors();
    ASSERT_EQ(errors.size(), 3);
    EXPECT_TRUE(errors.at(1).toMap().value(QStringLiteral("rejected")).toBool());
    EXPECT_THAT(errors.at(1).toMap().value(QStringLiteral("words")).toString().toStdString(),
                HasSubstr("left out: left-top"));
    EXPECT_EQ(errors.at(1).toMap().value(QStringLiteral("error")).toDouble(), 1) << "the worst of all";
    calibration().accept(QUrl::fromLocalFile(QStringLiteral("/tmp/studio.json")));
    EXPECT_EQ(calibration().name(), "studio.json");
    EXPECT_FALSE(calibration().open());
    ticks(4);
    EXPECT_FALSE(capture().scene()->cloud()->empty()) << "now there is a scene";
    EXPECT_EQ(capture().scene()->words(), "Scene · 60000 points · 15 fps");
}

TEST_F(Capturing, a_scene_without_new_points_is_old_until_some_come) {
    open(2);
    port().calibration().set_name(QStringLiteral("/tmp/studio.json"));
    ticks(4);
    auto& scene = *capture().scene();
    scene.look(QDateTime::currentDateTime().addSecs(1));
    EXPECT_FALSE(scene.old());
    scene.look(QDateTime::currentDateTime().addSecs(5));
    EXPECT_TRUE(scene.old());
    EXPECT_THAT(scene.words().toStdString(), HasSubstr("nothing new since"));
    ticks(4);
    EXPECT_FALSE(scene.old());
    capture().control()->set_rate(0.1);
    scene.look(QDateTime::currentDateTime().addSecs(15));
    EXPECT_FALSE(scene.old()) << "at this rate none is due";
}

TEST_F(Calibrating, a_calculation_that_failed_says_why_and_keeps_the_views) {
    begin();
    take(3);
    port().calibration().refuse({CalibrationProblem::Kind::few_views, QStringLiteral("left"), 1});
    calibration().calculate();
    ticks(SimulatedCalibration::ticks_to_answer);
    EXPECT_EQ(calibration().step(), "collecting");
    EXPECT_EQ(calibration().problem(), "left sees the target in 1 view. It needs 3 at least, better 10. Show it the "
                                       "whole target, well lit and still.");
    EXPECT_EQ(calibration().views(), 3);
    calibration().cancel();
    EXPECT_EQ(calibration().step(), "none");
    port().calibration().refuse({.kind = CalibrationProblem::Kind::unreadable_file});
    calibration().load(QUrl::fromLocalFile(QStringLiteral("/tmp/x.json")));
    EXPECT_EQ(said.back(), "The file cannot be read. Choose another file.");
    EXPECT_EQ(calibration().name(), "");
}

TEST(CaptureWords, each_problem_of_a_calibration_has_words_of_its_own) {
    std::set<QString> sentences;
    for (int kind = 1; kind <= static_cast<int>(CalibrationProblem::Kind::busy); ++kind)
        sentences.insert(CaptureWords::problem({static_cast<CalibrationProblem::Kind>(kind), {}, 2}));
    EXPECT_EQ(sentences.size(), 18U);
}

TEST_F(Capturing, a_scene_of_somebody_else_is_received_only_while_it_is_looked_at) {
    enter(false);
    auto& scenes = *client.people()->scenes();
    conference.scenes().someone_shares(ada);
    EXPECT_EQ(scenes.words(), "Ada Moreau shares a scene in 3-D.");
    EXPECT_EQ(scenes.news(), "Ada Moreau shares a scene in 3-D.");
    EXPECT_FALSE(scenes.open()) << "it takes much of a link";
    EXPECT_EQ(conference.scenes().watched(), base::MemberIndex{});
    scenes.set_open(true);
    EXPECT_EQ(conference.scenes().watched(), ada);
    ticks(4);
    EXPECT_FALSE(scenes.cloud()->empty());
    conference.scenes().someone_shares(jonas);
    EXPECT_EQ(scenes.count(), 2);
    EXPECT_EQ(conference.scenes().watched(), ada) << "nobody is taken from what they look at";
    scenes.show_next();
    EXPECT_EQ(conference.scenes().watched(), jonas);
    EXPECT_TRUE(scenes.cloud()->empty());
    conference.scenes().someone_shares(jonas, false);
    EXPECT_EQ(conference.scenes().watched(), ada);
    scenes.set_open(false);
    EXPECT_EQ(conference.scenes().watched(), base::MemberIndex{});
    conference.scenes().someone_shares(ada, false);
    EXPECT_EQ(scenes.words(), "");
    EXPECT_EQ(scenes.news(), "A scene is no longer shared.");
}

TEST_F(Capturing, our_own_scene_is_not_offered_to_us) {
    enter(true);
    conference.scenes().someone_shares(robin);
    EXPECT_EQ(client.people()->scenes()->count(), 0);
}

} // namespace
} // namespace plenum::ui
