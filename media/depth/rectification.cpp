// SPDX-License-Identifier: Apache-2.0
#include "media/depth/rectification.h"

#include "media/depth/opencv.h"

#include <fmt/format.h>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include <cmath>
#include <numbers>

namespace plenum::media::depth {
namespace {

/// Cameras that look further apart see too little of the same.
constexpr double angle_max = std::numbers::pi / 3;
/// A baseline that leaves the row by more than this part of it belongs to cameras that stand above each other or one
/// behind the other.
constexpr double slope_max = 0.5;
/// Pixels outside stay black.
constexpr double crop_to_valid = 0;

} // namespace

Result<Rectification> Rectification::create(const CalibratedCamera& first, const CalibratedCamera& second) {
    const auto refuse = [&](const char* why) {
        return media_error(MediaError::Kind::bad_setting, fmt::format("{} and {} {}", first.name, second.name, why));
    };
    for (const auto* camera : {&first, &second}) {
        if (const auto checked = check(camera->intrinsics); !checked) return std::unexpected{checked.error()};
        if (const auto checked = check(camera->from_reference); !checked) return std::unexpected{checked.error()};
    }
    if (first.intrinsics.size != second.intrinsics.size)
        return refuse("have pictures of different sizes. Set both to the same size and calibrate again.");
    if (angle_between(first.from_reference, second.from_reference) > angle_max)
        return refuse("look more than 60° apart. Pair each with a camera that looks more in the same direction.");
    const auto relative = then(inverse(first.from_reference), second.from_reference);
    // Where the second stands, in the frame of the first.
    const auto [x, y, z] = inverse(relative).translation_m;
    if (std::hypot(x, y, z) < 1e-6 || std::hypot(y, z) > slope_max * std::hypot(x, y, z))
        return refuse("do not stand side by side. Turn or move them so that one is to the right of the other.");
    return guarded("Rectifying", [&]() -> Result<Rectification> {
        Rectification result;
        result.swapped_ = x < 0;
        const auto& left = result.swapped_ ? second : first;
        const auto& right = result.swapped_ ? first : second;
        const auto from_left = result.swapped_ ? inverse(relative) : relative;
        result.left_.matrix = camera_matrix(left.intrinsics);
        result.left_.distortion = distortion_row(left.intrinsics);
        result.right_.matrix = camera_matrix(right.intrinsics);
        result.right_.distortion = distortion_row(right.intrinsics);
        cv::Matx44d disparity_to_depth;
        const auto size = to_cv(left.intrinsics.size);
        cv::stereoRectify(result.left_.matrix, result.left_.distortion, result.right_.matrix, result.right_.distortion,
                          size, rotation_of(from_left), translation_of(from_left), result.left_.rotation,
                          result.right_.rotation, result.left_.projection, result.right_.projection, disparity_to_depth,
                          cv::CALIB_ZERO_DISPARITY, crop_to_valid, size);
        for (auto* side : {&result.left_, &result.right_})
            cv::initUndistortRectifyMap(side->matrix, side->distortion, side->rotation, side->projection, size,
                                        CV_16SC2, side->map, side->map_fraction);
        const auto& projection = result.left_.projection;
        const double focal = projection(0, 0);
        result.geometry_ = {left.intrinsics.size,
                            focal,
                            projection(0, 2),
                            projection(1, 2),
                            -result.right_.projection(0, 3) / focal,
                            then(left.from_reference, to_pose(result.left_.rotation, {}))};
        if (!(focal > 1) || !(result.geometry_.baseline_m > 0))
            return media_error(MediaError::Kind::failed, "The calibration of these cameras gives no common view.");
        return result;
    });
}

void Rectification::apply_left(const cv::Mat& picture, cv::Mat& rectified) const {
    cv::remap(picture, rectified, left_.map, left_.map_fraction, cv::INTER_LINEAR);
}

void Rectification::apply_right(const cv::Mat& picture, cv::Mat& rectified) const {
    cv::remap(picture, rectified, right_.map, right_.map_fraction, cv::INTER_LINEAR);
}

std::vector<cv::Point2d> Rectification::left_points(const std::vector<cv::Point2d>& pixels) const {
    return points(left_, pixels);
}

std::vector<cv::Point2d> Rectification::right_points(const std::vector<cv::Point2d>& pixels) const {
    return points(right_, pixels);
}

std::vector<cv::Point2d> Rectification::points(const Side& side, const std::vector<cv::Point2d>& pixels) {
    std::vector<cv::Point2d> rectified;
    if (!pixels.empty())
        cv::undistortPoints(pixels, rectified, side.matrix, side.distortion, side.rotation, side.projection);
    return rectified;
}

} // namespace plenum::media::depth
