// SPDX-License-Identifier: Apache-2.0
#include "media/depth/stereo_pair.h"
#include "tests/bench/rows/rows.h"

#include <fmt/format.h>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <chrono>

/// Milliseconds from two pictures of 640x480, as cameras give them, to points in space: rectifying, matching,
/// unprojecting. Beside it the same calls of OpenCV bare, with settings and maps made once.
namespace plenum::bench {

namespace {

namespace depth = media::depth;

constexpr int width = 640;
constexpr int height = 480;
constexpr double focal_px = 555;
constexpr double baseline_m = 0.1;
/// A little distortion, so that rectifying has work.
constexpr double k1 = -0.02;
constexpr int pictures_per_run = 20;
constexpr const char* left_name = "/usr/share/doc/opencv-doc/examples/data/aloeL.jpg";
constexpr const char* right_name = "/usr/share/doc/opencv-doc/examples/data/aloeR.jpg";

struct Pictures {
    media::VideoFrame left;
    media::VideoFrame right;
};

media::VideoFrame frame_of(const cv::Mat& picture) {
    cv::Mat small;
    cv::resize(picture, small, {width, height}, 0, 0, cv::INTER_AREA);
    cv::Mat planes;
    cv::cvtColor(small, planes, cv::COLOR_BGR2YUV_I420);
    return {width, height, std::make_shared<base::Bytes>(planes.data, planes.data + planes.total()), {}};
}

std::expected<Pictures, std::string> read_pictures() {
    const auto left = cv::imread(left_name);
    const auto right = cv::imread(right_name);
    if (left.empty() || right.empty()) return std::unexpected("the Debian package opencv-doc is not there");
    return Pictures{frame_of(left), frame_of(right)};
}

depth::CalibratedCamera camera(const char* name, double x_m) {
    depth::CalibratedCamera camera;
    camera.name = name;
    camera.intrinsics = {{width, height}, focal_px, focal_px, width / 2.0, height / 2.0, {k1, 0, 0, 0, 0}};
    camera.from_reference.translation_m = {-x_m, 0, 0};
    return camera;
}

Samples timed(const std::function<void()>& work) {
    Samples samples;
    work(); // what is made once
    for (int i = 0; i < pictures_per_run; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        samples.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    return samples;
}

Run ours(const depth::MatchSettings& settings) {
    const auto pictures = read_pictures();
    if (!pictures) return std::unexpected(pictures.error());
    const depth::DepthRange range{0.5, 50};
    auto pair = depth::StereoPair::create(camera("left", 0), camera("right", baseline_m),
                                          {.matching = settings, .range = range});
    if (!pair) return std::unexpected(pair.error().text);
    depth::ColourDepth picture;
    depth::PointCloud cloud;
    std::string failure;
    auto samples = timed([&] {
        const auto measured = pair->measure(pictures->left, pictures->right, picture);
        if (!measured) failure = measured.error().text;
        cloud.clear();
        depth::append_points(picture, pair->range(), cloud);
    });
    if (!failure.empty()) return std::unexpected(failure);
    if (cloud.size() < width * height / 4) return std::unexpected("too few points");
    return samples;
}

cv::Ptr<cv::StereoMatcher> bare_matcher(const depth::MatchSettings& settings) {
    if (settings.method == depth::MatchMethod::block) {
        const auto matcher = cv::StereoBM::create(settings.disparities, 9);
        matcher->setTextureThreshold(10);
        matcher->setUniquenessRatio(15);
        matcher->setSpeckleWindowSize(100);
        matcher->setSpeckleRange(2);
        matcher->setDisp12MaxDiff(1);
        return matcher;
    }
    return cv::StereoSGBM::create(
        0, settings.disparities, settings.block_side, 8 * settings.block_side * settings.block_side,
        32 * settings.block_side * settings.block_side, 1, 63, 10, 100, 2, cv::StereoSGBM::MODE_SGBM_3WAY);
}

Run bare(const depth::MatchSettings& settings) {
    const auto pictures = read_pictures();
    if (!pictures) return std::unexpected(pictures.error());
    const cv::Matx33d matrix{focal_px, 0, width / 2.0, 0, focal_px, height / 2.0, 0, 0, 1};
    const cv::Vec<double, 5> lens{k1, 0, 0, 0, 0};
    cv::Mat left_turn, right_turn, left_projection, right_projection, to_depth;
    cv::stereoRectify(matrix, lens, matrix, lens, {width, height}, cv::Matx33d::eye(), cv::Vec3d{-baseline_m, 0, 0},
                      left_turn, right_turn, left_projection, right_projection, to_depth, cv::CALIB_ZERO_DISPARITY, 0);
    cv::Mat left_map, left_fraction, right_map, right_fraction;
    cv::initUndistortRectifyMap(matrix, lens, left_turn, left_projection, {width, height}, CV_16SC2, left_map,
                                left_fraction);
    cv::initUndistortRectifyMap(matrix, lens, right_turn, right_projection, {width, height}, CV_16SC2, right_map,
                                right_fraction);
    const auto planes_of = [](const media::VideoFrame& frame) {
        return cv::Mat(height / 2 * 3, width, CV_8UC1, const_cast<std::uint8_t*>(frame.pixels->data()));
    };
    const cv::Mat left_planes = planes_of(pictures->left);
    const cv::Mat right_planes = planes_of(pictures->right);
    const auto matcher = bare_matcher(settings);
    cv::Mat left, right, colour, left_colour, disparity, real, points;
    return timed([&] {
        cv::remap(left_planes.rowRange(0, height), left, left_map, left_fraction, cv::INTER_LINEAR);
        cv::remap(right_planes.rowRange(0, height), right, right_map, right_fraction, cv::INTER_LINEAR);
        matcher->compute(left, right, disparity);
        cv::cvtColor(left_planes, colour, cv::COLOR_YUV2BGR_I420);
        cv::remap(colour, left_colour, left_map, left_fraction, cv::INTER_LINEAR);
        disparity.convertTo(real, CV_32F, 1.0 / 16);
        cv::reprojectImageTo3D(real, points, to_depth, true);
    });
}

Measure depth_measure(const std::string& name, const depth::MatchSettings& settings) {
    return {name, [=](const ContestOptions& options) {
                return hold({.name = name,
                             .unit = "ms",
                             .contestants = {{"", [=] { return ours(settings); }},
                                             {"OpenCV", [=] { return bare(settings); }, "1.15, and 50 ms"}}},
                            options);
            }};
}

} // namespace

std::vector<Measure> depth_measures() {
    return {depth_measure("depth-640x480", {}),
            depth_measure("depth-640x480-block", {.method = depth::MatchMethod::block})};
}

} // namespace plenum::bench
