// SPDX-License-Identifier: Apache-2.0
#include "media/depth/calibrator.h"
#include "media/depth/epipolar_check.h"
#include "media/depth/moved_camera_alarm.h"
#include "tests/unit/media/depth/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace plenum::media::depth {
namespace {

using testing::HasSubstr;
using Verdict = MovedCameraAlarm::Verdict;

/// A wall with two things before it; `shift` moves these.
test::Scene room(double shift_m = 0) {
    return {
        {test::pose({}, {-3, -2, 3}), 6, 4, test::random_texture(1, {1200, 800})},
        {test::pose({0, 20, 0}, {-0.9 + shift_m, -0.4 + shift_m, 1.6}), 0.8, 0.8, test::random_texture(2, {280, 280})},
        {test::pose({}, {0.1, -0.3 + shift_m, 1.2}), 0.5, 0.5, test::random_texture(3, {230, 230})}};
}

const cv::Vec3d right_at{0.1, 0.002, 0.003};
const cv::Vec3d right_turn{0.5, -1.5, 1};

VideoFrame seen(const test::Scene& scene, const CalibratedCamera& camera, std::uint64_t seed) {
    return test::with_noise(test::render(scene, camera).frame, seed, 3);
}

/// The error with which a pair is measured while its right camera stands and looks elsewhere.
EpipolarError measured(cv::Vec3d moved, cv::Vec3d turned, const test::Scene& scene = room()) {
    const auto left = test::camera("left");
    const auto right = test::camera("right", right_at, right_turn);
    const auto check = EpipolarCheck::create(left, right);
    EXPECT_TRUE(check);
    const auto now = test::camera("right", right_at + moved, right_turn + turned);
    const auto error = check->measure(seen(scene, left, 11), seen(scene, now, 12));
    EXPECT_TRUE(error);
    return *error;
}

TEST(EpipolarCheck, IsBelowAPixelWhileTheCalibrationHolds) {
    const auto error = measured({}, {});
    ASSERT_TRUE(error.error_px);
    EXPECT_LT(*error.error_px, 0.8);
    EXPECT_GT(error.matches, 100U);
}

TEST(EpipolarCheck, SeesACameraThatWasTurnedOrPushed) {
    for (const auto& turned : {cv::Vec3d{1, 0, 0}, cv::Vec3d{-0.5, 0, 0}, cv::Vec3d{0, 0, 2}, cv::Vec3d{0, 0, -1},
                               cv::Vec3d{0.4, 0, 0}, cv::Vec3d{1, 2, 1}, cv::Vec3d{5, 5, 5}}) {
        const auto error = measured({}, turned);
        ASSERT_TRUE(error.error_px) << turned;
        EXPECT_GT(*error.error_px, 2) << turned;
    }
    const auto pushed = measured({0, 0.03, 0}, {});
    ASSERT_TRUE(pushed.error_px);
    EXPECT_GT(*pushed.error_px, 3);
}

TEST(EpipolarCheck, SeesATurnAroundTheVerticalAxis) {
    for (const double degrees : {-3.0, -1.5, 1.5, 3.0}) {
        const auto error = measured({}, {0, degrees, 0});
        ASSERT_TRUE(error.error_px);
        EXPECT_GT(*error.error_px, 2) << degrees;
    }
}

TEST(EpipolarCheck, IsNotMisledByThingsThatMoveBetweenTheShutters) {
    const auto left = test::camera("left");
    const auto right = test::camera("right", right_at, right_turn);
    const auto check = EpipolarCheck::create(left, right);
    ASSERT_TRUE(check);
    // 2 cm apart, as far as hands move in 20 ms.
    const auto error = check->measure(seen(room(), left, 1), seen(room(0.02), right, 2));
    ASSERT_TRUE(error && error->error_px);
    EXPECT_LT(*error->error_px, 1);
}

TEST(EpipolarCheck, AgreesWithTheCalibrationOfRealCameras) {
    auto calibrator = Calibrator::create({ChessboardTarget{9, 6, 0.025}, {"left", "right"}});
    ASSERT_TRUE(calibrator);
    std::vector<std::array<VideoFrame, 2>> pairs;
    for (const std::string number : {"01", "02", "03", "04", "05", "06"}) {
        pairs.push_back({test::frame_of(test::picture("left" + number + ".jpg", false)),
                         test::frame_of(test::picture("right" + number + ".jpg", false))});
        ASSERT_TRUE(calibrator->add_view(number, pairs.back()));
    }
    const auto report = calibrator->calibrate();
    ASSERT_TRUE(report) << because(report.error());
    const auto& cameras = report->calibration.cameras;
    auto turned = cameras[1];
    turned.from_reference = then(turned.from_reference, test::pose({1, 0, 0}, {}));
    const auto check = EpipolarCheck::create(cameras[0], cameras[1]);
    const auto check_turned = EpipolarCheck::create(cameras[0], turned);
    ASSERT_TRUE(check && check_turned);
    int told = 0;
    for (const auto& [left, right] : pairs) {
        const auto error = check->measure(left, right);
        const auto error_turned = check_turned->measure(left, right);
        ASSERT_TRUE(error && error_turned);
        if (!error->error_px || !error_turned->error_px) continue;
        ++told;
        EXPECT_LT(*error->error_px, 1);
        EXPECT_GT(*error_turned->error_px, 3);
    }
    EXPECT_GE(told, 3);
}

TEST(EpipolarCheck, CannotTellBeforeABlankWall) {
    const cv::Mat white(100, 100, CV_8UC3, cv::Scalar{200, 200, 200});
    const test::Scene wall{{test::pose({}, {-3, -2, 2}), 6, 4, white}};
    EXPECT_FALSE(measured({}, {}, wall).error_px);
    EXPECT_FALSE(measured({}, {3, 0, 0}, wall).error_px);
}

TEST(EpipolarCheck, CannotTellFromPicturesOfDifferentThings) {
    const auto left = test::camera("left");
    const auto right = test::camera("right", right_at, right_turn);
    const auto check = EpipolarCheck::create(left, right);
    ASSERT_TRUE(check);
    const test::Scene other{{test::pose({}, {-3, -2, 3}), 6, 4, test::random_texture(99, {1200, 800})}};
    const auto error = check->measure(seen(room(), left, 1), seen(other, right, 2));
    ASSERT_TRUE(error);
    EXPECT_FALSE(error->error_px);
}

MovedCameraAlarm alarm(std::vector<std::string> names) {
    auto created = MovedCameraAlarm::create({.names = std::move(names)});
    EXPECT_TRUE(created);
    return std::move(*created);
}

void take(MovedCameraAlarm& to, CameraPair pair, std::optional<double> error_px, int times = 3) {
    for (int i = 0; i < times; ++i)
        to.take(pair, error_px);
}

TEST(MovedCameraAlarm, NamesTheOneOfThreeThatMoved) {
    auto three = alarm({"left", "middle", "right"});
    take(three, {0, 1}, 0.3);
    take(three, {1, 2}, 0.4);
    take(three, {0, 2}, 0.4);
    EXPECT_EQ(three.verdict(1), Verdict::steady);
    EXPECT_EQ(three.text(), "");
    take(three, {0, 1}, 6);
    take(three, {2, 1}, 8);
    take(three, {0, 2}, 0.4);
    EXPECT_EQ(three.verdict(0), Verdict::steady);
    EXPECT_EQ(three.verdict(1), Verdict::moved);
    EXPECT_EQ(three.verdict(2), Verdict::steady);
    EXPECT_EQ(three.text(), "Moved since the calibration: middle. Calibrate again.");
}

TEST(MovedCameraAlarm, NamesARenderedCameraThatWasTurned) {
    const std::vector<CalibratedCamera> calibrated{test::camera("left"), test::camera("middle", {0.1, 0, 0}),
                                                   test::camera("right", {0.2, 0, 0}, {0, -3, 0})};
    auto now = calibrated;
    now[2] = test::camera("right", {0.2, 0, 0}, {0.6, -3, 0.2});
    auto three = alarm({"left", "middle", "right"});
    for (std::uint64_t round = 0; round < 3; ++round) {
        std::vector<VideoFrame> frames;
        for (std::size_t i = 0; i < now.size(); ++i)
            frames.push_back(seen(room(), now[i], 10 * round + i));
        for (const CameraPair pair : {CameraPair{0, 1}, CameraPair{0, 2}, CameraPair{1, 2}}) {
            const auto check = EpipolarCheck::create(calibrated[pair.first], calibrated[pair.second]);
            ASSERT_TRUE(check);
            const auto error = check->measure(frames[pair.first], frames[pair.second]);
            ASSERT_TRUE(error);
            three.take(pair, error->error_px);
        }
    }
    EXPECT_EQ(three.text(), "Moved since the calibration: right. Calibrate again.");
}

TEST(MovedCameraAlarm, NamesBothOfTwo) {
    auto two = alarm({"left", "right"});
    take(two, {0, 1}, 6);
    EXPECT_EQ(two.verdict(0), Verdict::moved_or_partner);
    EXPECT_EQ(two.verdict(1), Verdict::moved_or_partner);
    EXPECT_THAT(two.text(), HasSubstr("left or right"));
}

TEST(MovedCameraAlarm, WaitsUntilSeveralMeasurementsSayTheSame) {
    auto two = alarm({"left", "right"});
    take(two, {0, 1}, 0.3);
    for (int i = 0; i < 10; ++i) {
        take(two, {0, 1}, 6, 2);
        take(two, {0, 1}, 1.5, 1);
    }
    EXPECT_EQ(two.verdict(0), Verdict::steady);
    take(two, {0, 1}, 6);
    EXPECT_EQ(two.verdict(0), Verdict::moved_or_partner);
    // Between the thresholds the alarm stays, below them it ends.
    take(two, {0, 1}, 1.5, 20);
    EXPECT_EQ(two.verdict(0), Verdict::moved_or_partner);
    take(two, {0, 1}, 0.5, 2);
    EXPECT_EQ(two.verdict(0), Verdict::moved_or_partner);
    take(two, {0, 1}, 0.5, 1);
    EXPECT_EQ(two.verdict(0), Verdict::steady);
}

TEST(MovedCameraAlarm, CannotTellWhileNothingIsSeen) {
    auto two = alarm({"left", "right"});
    EXPECT_EQ(two.verdict(0), Verdict::cannot_tell);
    take(two, {0, 1}, std::nullopt, 50);
    EXPECT_EQ(two.verdict(0), Verdict::cannot_tell);
    EXPECT_EQ(two.text(), "");
    take(two, {0, 1}, 0.3);
    take(two, {0, 1}, std::nullopt, 9);
    EXPECT_EQ(two.verdict(0), Verdict::steady);
    take(two, {0, 1}, std::nullopt, 1);
    EXPECT_EQ(two.verdict(0), Verdict::cannot_tell);
    take(two, {0, 1}, 6);
    take(two, {0, 1}, std::nullopt, 50);
    EXPECT_EQ(two.verdict(0), Verdict::moved_or_partner);
}

TEST(MovedCameraAlarm, IgnoresPairsThatAreNone) {
    auto two = alarm({"left", "right"});
    take(two, {0, 0}, 9);
    take(two, {0, 2}, 9);
    EXPECT_EQ(two.verdict(0), Verdict::cannot_tell);
    EXPECT_FALSE(MovedCameraAlarm::create({.names = {"alone"}}));
    EXPECT_FALSE(MovedCameraAlarm::create({.names = {"a", "b"}, .raise_px = 1, .clear_px = 2}));
    EXPECT_FALSE(MovedCameraAlarm::create({.names = {"a", "b"}, .agreeing = 0}));
}

} // namespace
} // namespace plenum::media::depth
