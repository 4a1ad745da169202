// SPDX-License-Identifier: Apache-2.0
#include "media/depth/calibrator.h"

#include "media/depth/opencv.h"
#include "tests/unit/media/depth/scene.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace plenum::media::depth {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr double degree = 3.14159265358979 / 180;

VideoFrame blank_frame() { return test::frame_of(cv::Mat(480, 640, CV_8UC1, cv::Scalar{120})); }

/// The series of opencv-doc: 13 pairs, number 10 is missing.
std::vector<std::string> series() {
    std::vector<std::string> numbers;
    for (int i = 1; i <= 14; ++i)
        if (i != 10) numbers.push_back(fmt::format("{:02}", i));
    return numbers;
}

CalibrationReport calibrated(const Calibrator& calibrator) {
    auto report = calibrator.calibrate();
    EXPECT_TRUE(report) << because(report.error());
    return report ? std::move(*report) : CalibrationReport{};
}

/// A target held before the cameras, at places and tilts that differ.
std::vector<Pose> held_targets(double distance_m, int count) {
    std::vector<Pose> poses;
    for (int i = 0; i < count; ++i) {
        const cv::Vec3d tilt{i % 3 * 25.0 - 25, i % 4 * 22.0 - 33, i % 5 * 8.0 - 16};
        poses.push_back(test::pose(tilt, {i % 4 * 0.07 - 0.2, i % 3 * 0.07 - 0.16, distance_m + i % 2 * 0.12}));
    }
    return poses;
}

/// A sheet with the target printed on it, such that corner 0 of the target is at the origin of `held`.
test::Sheet printed(const CalibrationTarget& target, const Pose& held) {
    test::Sheet sheet;
    const auto drawn = draw_target(target, {1200, 900});
    EXPECT_TRUE(drawn) << drawn.error().text;
    cv::Mat grey = (luma_of(*drawn) - 16) * (255.0 / 219);
    cv::cvtColor(grey, sheet.texture, cv::COLOR_GRAY2BGR);
    const auto* const charuco = std::get_if<CharucoTarget>(&target);
    const auto* const board = std::get_if<ChessboardTarget>(&target);
    const double square_m = charuco ? charuco->square_m : board->square_m;
    const int columns = charuco ? charuco->columns : board->columns + 1;
    const int rows = charuco ? charuco->rows : board->rows + 1;
    // Squares with a border, as draw_target lays them out.
    const int side = charuco ? 0 : std::min(1200 / (columns + 2), 900 / (rows + 2));
    const double pixel_m = charuco ? 0 : square_m / side;
    sheet.width_m = 1200 * pixel_m;
    sheet.height_m = 900 * pixel_m;
    if (charuco) {
        // OpenCV's layout: as large as fits within the margin, in the middle.
        const int margin = std::min(1200 / (columns + 1), 900 / (rows + 1)) / 2;
        const double scale = std::min((1200 - 2.0 * margin) / columns, (900 - 2.0 * margin) / rows);
        sheet.width_m = 1200 * square_m / scale;
        sheet.height_m = 900 * square_m / scale;
    }
    // From the middle of the sheet to its corner.
    sheet.to_reference = then(test::pose({}, {-sheet.width_m / 2, -sheet.height_m / 2, 0}), held);
    return sheet;
}

void expect_like(const CalibratedCamera& found, const CalibratedCamera& truth) {
    EXPECT_NEAR(found.intrinsics.fx, truth.intrinsics.fx, 0.01 * truth.intrinsics.fx) << truth.name;
    EXPECT_NEAR(found.intrinsics.fy, truth.intrinsics.fy, 0.01 * truth.intrinsics.fy) << truth.name;
    EXPECT_NEAR(found.intrinsics.cx, truth.intrinsics.cx, 5) << truth.name;
    EXPECT_NEAR(found.intrinsics.cy, truth.intrinsics.cy, 5) << truth.name;
    EXPECT_LT(distance_m(found.from_reference, truth.from_reference), 0.005) << truth.name;
    EXPECT_LT(angle_between(found.from_reference, truth.from_reference), 0.4 * degree) << truth.name;
    EXPECT_LT(found.error_px, 0.3) << truth.name;
}

/// Calibrates cameras from rendered views of the target.
CalibrationResult<CalibrationReport> calibrate_rendered(const CalibrationTarget& target,
                                                        const std::vector<CalibratedCamera>& cameras,
                                                        const std::vector<Pose>& held) {
    Calibrator::Options options{target, {}};
    for (const auto& camera : cameras)
        options.cameras.push_back(camera.name);
    auto calibrator = Calibrator::create(options);
    if (!calibrator) return std::unexpected{calibrator.error()};
    for (std::size_t i = 0; i < held.size(); ++i) {
        std::vector<VideoFrame> pictures;
        for (const auto& camera : cameras)
            pictures.push_back(test::with_noise(test::render({printed(target, held[i])}, camera, 2).frame, i, 2));
        const auto added = calibrator->add_view(fmt::format("view {}", i + 1), pictures);
        if (!added) return std::unexpected{added.error()};
    }
    return calibrator->calibrate();
}

TEST(Calibrator, FindsOneRealCameraWithinHalfAPixel) {
    auto calibrator = Calibrator::create({ChessboardTarget{9, 6, 0.025}, {"left"}});
    ASSERT_TRUE(calibrator);
    for (const auto& number : series())
        ASSERT_TRUE(calibrator->add_view(number, {{test::frame_of(test::picture("left" + number + ".jpg", false))}}));
    const auto report = calibrated(*calibrator);
    EXPECT_THAT(report.unseen, IsEmpty());
    EXPECT_LE(report.calibration.error_px, 0.5);
    EXPECT_GT(report.calibration.error_px, 0.05);
    RecordProperty("error_px", fmt::format("{:.3f}", report.calibration.error_px));
}

TEST(Calibrator, FindsARealPairWithinHalfAPixel) {
    auto calibrator = Calibrator::create({ChessboardTarget{9, 6, 0.025}, {"left", "right"}});
    ASSERT_TRUE(calibrator);
    for (const auto& number : series())
        ASSERT_TRUE(calibrator->add_view(number, {{test::frame_of(test::picture("left" + number + ".jpg", false)),
                                                   test::frame_of(test::picture("right" + number + ".jpg", false))}}));
    const auto report = calibrated(*calibrator);
    EXPECT_THAT(report.unseen, IsEmpty());
    EXPECT_LE(report.calibration.error_px, 0.5);
    for (const auto& camera : report.calibration.cameras)
        EXPECT_LE(camera.error_px, 0.5) << camera.name;
    for (const auto& error : report.errors)
        EXPECT_LE(error.error_px, 1) << error.of.camera << error.of.view;
    EXPECT_THAT(report.rejected, IsEmpty());
    // 3.33 squares of the board, by OpenCV's sample stereo_calib.
    const auto& pose = report.calibration.cameras[1].from_reference;
    EXPECT_NEAR(distance_m({}, pose), 3.33 * 0.025, 0.002);
    RecordProperty("error_px", fmt::format("{:.3f}", report.calibration.error_px));
}

TEST(Calibrator, FindsFourCamerasAroundAChessboard) {
    const std::vector<CalibratedCamera> cameras{test::camera("a"), test::camera("b", {0.12, 0, 0}, {0, -3, 0}),
                                                test::camera("c", {0.3, 0.02, 0.03}, {1, -15, 2}),
                                                test::camera("d", {0.42, 0.01, 0.05}, {0, -20, 178})};
    const auto report = calibrate_rendered(ChessboardTarget{9, 6, 0.03}, cameras, held_targets(0.75, 8));
    ASSERT_TRUE(report) << because(report.error());
    for (std::size_t i = 0; i < cameras.size(); ++i)
        expect_like(report->calibration.cameras[i], cameras[i]);
}

TEST(Calibrator, FindsCamerasThatSeePartsOfACharucoBoard) {
    const std::vector<CalibratedCamera> cameras{test::camera("a"), test::camera("b", {0.25, 0, 0}, {0, -12, 0}),
                                                test::camera("c", {0.5, 0, 0.1}, {0, -28, 0})};
    const auto report = calibrate_rendered(CharucoTarget{8, 6, 0.06, 0.045}, cameras, held_targets(0.65, 8));
    ASSERT_TRUE(report) << because(report.error());
    const auto in_part = [](const ViewError& error) { return error.corners < 7 * 5; };
    EXPECT_TRUE(std::ranges::any_of(report->errors, in_part));
    for (std::size_t i = 0; i < cameras.size(); ++i)
        expect_like(report->calibration.cameras[i], cameras[i]);
}

TEST(Calibrator, NamesViewsInWhichACameraDoesNotSeeTheTarget) {
    auto calibrator = Calibrator::create({ChessboardTarget{9, 6, 0.025}, {"left", "right"}});
    ASSERT_TRUE(calibrator);
    const auto left = test::frame_of(test::picture("left01.jpg", false));
    const auto half = calibrator->add_view("window", {{left, blank_frame()}});
    ASSERT_TRUE(half);
    EXPECT_EQ(*half, std::vector<std::size_t>{1});
    const auto none = calibrator->add_view("door", {{VideoFrame{}, blank_frame()}});
    ASSERT_TRUE(none);
    EXPECT_EQ(none->size(), 2U);
    for (const std::string number : {"02", "03", "04", "05"})
        ASSERT_TRUE(calibrator->add_view(number, {{test::frame_of(test::picture("left" + number + ".jpg", false)),
                                                   test::frame_of(test::picture("right" + number + ".jpg", false))}}));
    const auto report = calibrated(*calibrator);
    const std::vector<ViewOfCamera> unseen{{"window", "right"}, {"door", "left"}, {"door", "right"}};
    EXPECT_EQ(report.unseen, unseen);
}

TEST(Calibrator, LeavesOutAndNamesAViewDuringWhichTheTargetMoved) {
    auto calibrator = Calibrator::create({ChessboardTarget{9, 6, 0.025}, {"left", "right"}});
    ASSERT_TRUE(calibrator);
    for (const std::string number : {"01", "02", "03", "04", "06", "07", "08"}) {
        const std::string of_right = number == "04" ? "05" : number;
        ASSERT_TRUE(
            calibrator->add_view(number, {{test::frame_of(test::picture("left" + number + ".jpg", false)),
                                           test::frame_of(test::picture("right" + of_right + ".jpg", false))}}));
    }
    const auto report = calibrated(*calibrator);
    ASSERT_FALSE(report.rejected.empty());
    for (const auto& error : report.rejected)
        EXPECT_EQ(error.of.view, "04");
    EXPECT_LE(report.calibration.error_px, 0.5);
}

TEST(Calibrator, SaysWhichCameraLacksViews) {
    auto calibrator = Calibrator::create({ChessboardTarget{9, 6, 0.025}, {"left", "right"}});
    ASSERT_TRUE(calibrator);
    EXPECT_THAT(because(calibrator->calibrate().error()), HasSubstr("left sees the target in 0 views"));
    for (const std::string number : {"01", "02", "03"})
        ASSERT_TRUE(calibrator->add_view(
            number, {{test::frame_of(test::picture("left" + number + ".jpg", false)), blank_frame()}}));
    const auto report = calibrator->calibrate();
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error(), (CalibrationError{CalibrationError::Cause::few_views, "right", 0, {}}));
    EXPECT_THAT(because(report.error()), HasSubstr("right sees the target in 0 views"));
}

TEST(Calibrator, SaysWhichCameraNothingConnects) {
    auto calibrator = Calibrator::create({ChessboardTarget{9, 6, 0.025}, {"left", "right"}});
    ASSERT_TRUE(calibrator);
    for (const std::string number : {"01", "02", "03", "04"}) {
        ASSERT_TRUE(calibrator->add_view(
            number, {{test::frame_of(test::picture("left" + number + ".jpg", false)), VideoFrame{}}}));
        ASSERT_TRUE(calibrator->add_view(
            number, {{VideoFrame{}, test::frame_of(test::picture("right" + number + ".jpg", false))}}));
    }
    const auto report = calibrator->calibrate();
    ASSERT_FALSE(report);
    EXPECT_THAT(because(report.error()), HasSubstr("right sees the target together with"));
}

TEST(Calibrator, RefusesViewsThatLeaveTheFocalLengthOpen) {
    // Always from the front: near with a short lens looks as far with a long one.
    std::vector<Pose> held;
    for (int i = 0; i < 5; ++i)
        held.push_back(test::pose({}, {0.02 * i - 0.04, 0.01 * i - 0.02, 0.8}));
    const auto report = calibrate_rendered(ChessboardTarget{9, 6, 0.03}, {test::camera("a")}, held);
    ASSERT_FALSE(report);
    EXPECT_THAT(because(report.error()), HasSubstr("Add views with the target tilted"));
}

TEST(Calibrator, RefusesSettingsAndPicturesThatMakeNoSense) {
    EXPECT_THAT(because(Calibrator::create({ChessboardTarget{8, 6, 0.025}, {"a"}}).error()), HasSubstr("upside down"));
    EXPECT_FALSE(Calibrator::create({ChessboardTarget{9, 6, 0}, {"a"}}));
    EXPECT_FALSE(Calibrator::create({ChessboardTarget{1000, 1001, 0.1}, {"a"}}));
    EXPECT_FALSE(Calibrator::create({CharucoTarget{8, 6, 0.03, 0.03}, {"a"}}));
    EXPECT_FALSE(Calibrator::create({CharucoTarget{800, 6, 0.03, 0.02}, {"a"}}));
    EXPECT_FALSE(Calibrator::create({ChessboardTarget{}, {}}));
    EXPECT_FALSE(Calibrator::create({ChessboardTarget{}, {"a", "a"}}));
    auto calibrator = Calibrator::create({ChessboardTarget{}, {"a"}});
    ASSERT_TRUE(calibrator);
    EXPECT_FALSE(calibrator->add_view("none", {}));
    ASSERT_TRUE(calibrator->add_view("one", {{blank_frame()}}));
    auto torn = blank_frame();
    torn.pixels = std::make_shared<base::Bytes>(100);
    EXPECT_THAT(because(calibrator->add_view("torn", {{torn}}).error()), HasSubstr("do not fit"));
    torn = blank_frame();
    torn.width = 320;
    EXPECT_THAT(because(calibrator->add_view("other", {{torn}}).error()), HasSubstr("320x480"));
    EXPECT_EQ(calibrator->views(), 1U);
}

} // namespace
} // namespace plenum::media::depth
