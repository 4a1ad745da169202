// SPDX-License-Identifier: Apache-2.0
#include "media/depth/opencv.h"
#include "media/depth/rectification.h"
#include "media/depth/stereo_matcher.h"
#include "media/depth/stereo_pair.h"
#include "tests/unit/media/depth/scene.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include <chrono>
#include <cmath>
#include <functional>

namespace plenum::media::depth {
namespace {

using testing::HasSubstr;

/// Of the pixels with a true disparity, those with none or one that is off by more than two pixels.
double bad_share(const cv::Mat& disparity, const cv::Mat& truth) {
    int known = 0;
    int bad = 0;
    for (int row = 0; row < truth.rows; ++row) {
        for (int column = 0; column < truth.cols; ++column) {
            const int right = truth.at<std::uint8_t>(row, column);
            if (right == 0) continue;
            ++known;
            const double found = disparity.at<std::int16_t>(row, column) / 16.0;
            if (found < 0 || std::abs(found - right) > 2) ++bad;
        }
    }
    return static_cast<double>(bad) / known;
}

double seconds_of(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// As OpenCV's sample stereo_match.cpp sets it up for these pictures.
cv::Ptr<cv::StereoSGBM> sample_matcher(int disparities, int channels) {
    return cv::StereoSGBM::create(0, disparities, 3, 8 * channels * 9, 32 * channels * 9, 1, 63, 10, 100, 32,
                                  cv::StereoSGBM::MODE_SGBM);
}

TEST(StereoMatcher, IsAsRightOnAloeAsTheSampleOfOpenCvAndFaster) {
    const auto left = test::picture("aloeL.jpg", true);
    const auto right = test::picture("aloeR.jpg", true);
    const auto truth = test::picture("aloeGT.png", false);
    ASSERT_FALSE(left.empty() || right.empty() || truth.empty());
    const int disparities = (left.cols / 8 + 15) & -16;
    cv::Mat of_sample;
    const auto sample = sample_matcher(disparities, left.channels());
    const double sample_s = seconds_of([&] { sample->compute(left, right, of_sample); });
    StereoMatcher matcher{{.disparities = disparities}};
    cv::Mat grey_left;
    cv::Mat grey_right;
    cv::Mat ours;
    const double ours_s = seconds_of([&] {
        cv::cvtColor(left, grey_left, cv::COLOR_BGR2GRAY);
        cv::cvtColor(right, grey_right, cv::COLOR_BGR2GRAY);
        matcher.match(grey_left, grey_right, ours);
    });
    const double sample_bad = bad_share(of_sample, truth);
    const double ours_bad = bad_share(ours, truth);
    RecordProperty("bad", fmt::format("{:.4f}, sample {:.4f}", ours_bad, sample_bad));
    RecordProperty("seconds", fmt::format("{:.3f}, sample {:.3f}", ours_s, sample_s));
    EXPECT_LE(ours_bad, sample_bad);
    EXPECT_LE(ours_s, sample_s);
    // The share is none if nothing is compared.
    EXPECT_GT(sample_bad, 0.2);
}

TEST(StereoMatcher, FindsFewerWrongDisparitiesByASecondMatch) {
    cv::Mat left;
    cv::Mat right;
    cv::Mat truth;
    cv::resize(test::picture("aloeL.jpg", false), left, {640, 554}, 0, 0, cv::INTER_AREA);
    cv::resize(test::picture("aloeR.jpg", false), right, {640, 554}, 0, 0, cv::INTER_AREA);
    cv::resize(test::picture("aloeGT.png", false), truth, {640, 554}, 0, 0, cv::INTER_NEAREST);
    const auto wrong_share = [&](LeftRightCheck check, MatchMethod method) {
        StereoMatcher matcher{{.method = method, .check = check, .disparities = 112, .block_side = 9}};
        cv::Mat disparity;
        matcher.match(left, right, disparity);
        int found = 0;
        int wrong = 0;
        for (int i = 0; i < static_cast<int>(truth.total()); ++i) {
            const int half = truth.data[i];
            const int value = disparity.ptr<std::int16_t>()[i];
            if (half == 0 || value < 0) continue;
            ++found;
            if (std::abs(value / 16.0 - half / 2.0) > 2) ++wrong;
        }
        EXPECT_GT(found, static_cast<int>(truth.total()) * 4 / 10);
        return static_cast<double>(wrong) / found;
    };
    for (const auto method : {MatchMethod::semi_global, MatchMethod::block}) {
        const double without = wrong_share(LeftRightCheck::none, method);
        const double from_costs = wrong_share(LeftRightCheck::from_costs, method);
        const double second_match = wrong_share(LeftRightCheck::second_match, method);
        EXPECT_LT(from_costs, without);
        EXPECT_LT(second_match, 0.9 * without);
    }
}

TEST(StereoMatcher, RefusesSettingsOutOfBounds) {
    EXPECT_TRUE(check(MatchSettings{}));
    EXPECT_FALSE(check(MatchSettings{.disparities = 0}));
    EXPECT_FALSE(check(MatchSettings{.disparities = 65}));
    EXPECT_FALSE(check(MatchSettings{.disparities = 16'000}));
    EXPECT_FALSE(check(MatchSettings{.disparity_min = -1}));
    EXPECT_FALSE(check(MatchSettings{.block_side = 4}));
    EXPECT_FALSE(check(MatchSettings{.check_px = 0}));
}

/// A wall behind two sheets, one of them tilted.
test::Scene room() {
    return {{test::pose({}, {-3, -2, 3}), 6, 4, test::random_texture(1, {1200, 800})},
            {test::pose({0, 20, 0}, {-0.9, -0.4, 1.6}), 0.8, 0.8, test::random_texture(2, {280, 280})},
            {test::pose({}, {0.1, -0.3, 1.2}), 0.5, 0.5, test::random_texture(3, {230, 230})}};
}

/// Points of the cloud whose depth in the camera's picture differs by less than a share of it from the true one.
double right_share(const PointCloud& cloud, const CalibratedCamera& camera, const cv::Mat& depth_m, double share) {
    std::size_t right = 0;
    for (const auto& point : cloud) {
        const cv::Vec3d at = rotation_of(camera.from_reference) * cv::Vec3d{point.x, point.y, point.z} +
                             translation_of(camera.from_reference);
        std::vector<cv::Point2d> pixel;
        cv::projectPoints(std::vector<cv::Point3d>{{at[0], at[1], at[2]}}, cv::Vec3d{}, cv::Vec3d{},
                          camera_matrix(camera.intrinsics), distortion_row(camera.intrinsics), pixel);
        const cv::Point place{cvRound(pixel[0].x), cvRound(pixel[0].y)};
        if (!cv::Rect{{}, depth_m.size()}.contains(place)) continue;
        const double truth = static_cast<double>(depth_m.at<float>(place));
        if (truth > 0 && std::abs(at[2] - truth) < share * truth) ++right;
    }
    return static_cast<double>(right) / static_cast<double>(cloud.size());
}

class StereoPairOfARoom : public testing::TestWithParam<MatchMethod> {};

TEST_P(StereoPairOfARoom, MeasuresTheDepthOfARenderedScene) {
    const auto left = test::camera("left", {0.05, 0.01, 0}, {0, 2, 0});
    const auto right = test::camera("right", {0.15, 0.012, 0.004}, {0.5, -1.5, 1});
    auto pair = StereoPair::create(left, right, {.matching = {.method = GetParam()}, .range = {0.8, 4}, .source = 3});
    ASSERT_TRUE(pair) << pair.error().text;
    const auto scene = room();
    auto of_left = test::render(scene, left);
    of_left.frame.captured_at = base::ConferenceTime{base::from_us(5)};
    const auto of_right = test::render(scene, right);
    ColourDepth picture;
    ASSERT_TRUE(pair->measure(of_left.frame, of_right.frame, picture));
    EXPECT_EQ(picture.source, 3);
    EXPECT_EQ(picture.captured_at, of_left.frame.captured_at);
    PointCloud cloud;
    append_points(picture, pair->range(), cloud);
    EXPECT_GT(cloud.size(), 640U * 480U * 6 / 10);
    EXPECT_GT(right_share(cloud, left, of_left.depth_m, 0.02), 0.95);
}

INSTANTIATE_TEST_SUITE_P(Methods, StereoPairOfARoom, testing::Values(MatchMethod::semi_global, MatchMethod::block));

TEST(StereoPair, TakesItsCamerasInAnyOrder) {
    const auto left = test::camera("left");
    const auto right = test::camera("right", {0.1, 0, 0});
    auto pair = StereoPair::create(left, right, {});
    auto turned = StereoPair::create(right, left, {});
    ASSERT_TRUE(pair && turned);
    const auto of_left = test::render(room(), left).frame;
    const auto of_right = test::render(room(), right).frame;
    ColourDepth one;
    ColourDepth other;
    ASSERT_TRUE(pair->measure(of_left, of_right, one));
    ASSERT_TRUE(turned->measure(of_right, of_left, other));
    EXPECT_EQ(one.inverse_depth, other.inverse_depth);
    EXPECT_EQ(one.bgr, other.bgr);
}

TEST(StereoPair, KeepsTheColoursOfPoints) {
    const cv::Mat red(400, 400, CV_8UC3, cv::Scalar{20, 30, 200});
    cv::Mat texture = test::random_texture(7, {400, 400}) / 8 + red / 1.2;
    const test::Scene scene{{test::pose({}, {-1, -1, 1.5}), 2, 2, texture}};
    const auto left = test::camera("left");
    const auto right = test::camera("right", {0.1, 0, 0});
    auto pair = StereoPair::create(left, right, {});
    ASSERT_TRUE(pair);
    ColourDepth picture;
    ASSERT_TRUE(pair->measure(test::render(scene, left).frame, test::render(scene, right).frame, picture));
    PointCloud cloud;
    append_points(picture, pair->range(), cloud);
    ASSERT_GT(cloud.size(), 100'000U);
    double red_sum = 0;
    double blue_sum = 0;
    for (const auto& point : cloud) {
        red_sum += point.red;
        blue_sum += point.blue;
    }
    EXPECT_NEAR(red_sum / static_cast<double>(cloud.size()), 180, 12);
    EXPECT_NEAR(blue_sum / static_cast<double>(cloud.size()), 32, 12);
}

TEST(StereoPair, GivesNoPointsBeyondItsRange) {
    const auto left = test::camera("left");
    const auto right = test::camera("right", {0.1, 0, 0});
    auto pair = StereoPair::create(left, right, {.range = {1, 2}});
    ASSERT_TRUE(pair);
    EXPECT_GE(pair->range().near_m, 1);
    ColourDepth picture;
    ASSERT_TRUE(pair->measure(test::render(room(), left).frame, test::render(room(), right).frame, picture));
    PointCloud cloud;
    append_points(picture, pair->range(), cloud);
    ASSERT_GT(cloud.size(), 10'000U);
    for (const auto& point : cloud) {
        ASSERT_GE(point.z, 0.99F);
        ASSERT_LE(point.z, 2.01F);
    }
}

TEST(StereoPair, SaysWhyCamerasMakeNoPair) {
    const auto left = test::camera("left");
    const auto why_not = [&](const CalibratedCamera& other) {
        const auto pair = StereoPair::create(left, other, {});
        return pair ? std::string{} : pair.error().text;
    };
    EXPECT_THAT(why_not(test::camera("above", {0, 0.1, 0})), HasSubstr("side by side"));
    EXPECT_THAT(why_not(test::camera("behind", {0, 0, 0.1})), HasSubstr("side by side"));
    EXPECT_THAT(why_not(left), HasSubstr("side by side"));
    EXPECT_THAT(why_not(test::camera("across", {1, 0, 1}, {0, -90, 0})), HasSubstr("60"));
    EXPECT_THAT(why_not(test::camera("far", {20, 0, 0})), HasSubstr("too far apart"));
    auto small = test::camera("small", {0.1, 0, 0});
    small.intrinsics.size = {320, 240};
    small.intrinsics.cx = 160;
    small.intrinsics.cy = 120;
    EXPECT_THAT(why_not(small), HasSubstr("different sizes"));
    auto broken = test::camera("broken", {0.1, 0, 0});
    broken.intrinsics.fx = std::nan("");
    EXPECT_FALSE(StereoPair::create(left, broken, {}));
    EXPECT_FALSE(StereoPair::create(left, test::camera("right", {0.1, 0, 0}), {.range = {3, 2}}));
}

TEST(StereoPair, RefusesPicturesOfAnotherSize) {
    auto pair = StereoPair::create(test::camera("left"), test::camera("right", {0.1, 0, 0}), {});
    ASSERT_TRUE(pair);
    const auto good = test::frame_of(cv::Mat(480, 640, CV_8UC1, cv::Scalar{0}));
    const auto small = test::frame_of(cv::Mat(240, 320, CV_8UC1, cv::Scalar{0}));
    ColourDepth picture;
    EXPECT_TRUE(pair->measure(good, good, picture));
    EXPECT_FALSE(pair->measure(good, small, picture));
    EXPECT_FALSE(pair->measure(VideoFrame{}, good, picture));
}

} // namespace
} // namespace plenum::media::depth
