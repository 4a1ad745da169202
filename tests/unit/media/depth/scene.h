// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"
#include "media/frame.h"

#include <opencv2/core.hpp>

#include <string>
#include <vector>

/// Rendered scenes with known cameras, and pictures of opencv-doc.
namespace plenum::media::depth::test {

/// A textured rectangle: (0, 0) is its top left corner, x and y grow along its sides, and it is seen from both.
struct Sheet {
    /// Leads from the sheet's frame to the reference frame.
    Pose to_reference;
    double width_m{1};
    double height_m{1};
    /// Blue, green, red; stretched over the sheet.
    cv::Mat texture;
};

using Scene = std::vector<Sheet>;

struct Rendering {
    VideoFrame frame;
    /// z in the frame of the camera, in metres (CV_32F); 0 where nothing is seen.
    cv::Mat depth_m;
};

/// By one ray through the middle of each pixel, or `rays`² of them. What no sheet covers is grey.
[[nodiscard]] Rendering render(const Scene& scene, const CalibratedCamera& camera, int rays = 1);

/// Rectangles of all sizes and colours over each other with some grain: edges and corners as rooms have them.
[[nodiscard]] cv::Mat random_texture(std::uint64_t seed, cv::Size size);
/// Of normal distribution, as sensors have it; changes the luma of the frame.
[[nodiscard]] VideoFrame with_noise(const VideoFrame& frame, std::uint64_t seed, double deviation);

/// Turns by so many degrees around z, then around x, then around y, then moves. Parameters are in the order x, y, z.
[[nodiscard]] Pose pose(cv::Vec3d degrees, cv::Vec3d metres);
/// 640x480, 60° wide, with some distortion; `at` is where it stands in the reference frame, `turned` how it looks.
[[nodiscard]] CalibratedCamera camera(const std::string& name, cv::Vec3d at = {}, cv::Vec3d turned = {});

[[nodiscard]] VideoFrame frame_of(const cv::Mat& picture);
/// A picture of opencv-doc; fails the test where it is missing.
[[nodiscard]] cv::Mat picture(const std::string& name, bool colour);

} // namespace plenum::media::depth::test
