// SPDX-License-Identifier: Apache-2.0
#include "media/depth/opencv.h"

#include <fmt/format.h>

namespace plenum::media::depth {

cv::Matx33d camera_matrix(const Intrinsics& intrinsics) {
    return {intrinsics.fx, 0, intrinsics.cx, 0, intrinsics.fy, intrinsics.cy, 0, 0, 1};
}

cv::Mat distortion_row(const Intrinsics& intrinsics) {
    cv::Mat row(1, static_cast<int>(intrinsics.distortion.size()), CV_64F);
    std::ranges::copy(intrinsics.distortion, row.begin<double>());
    return row;
}

cv::Matx33d rotation_of(const Pose& pose) { return cv::Matx33d{pose.rotation.data()}; }

cv::Vec3d translation_of(const Pose& pose) { return cv::Vec3d{pose.translation_m.data()}; }

Pose to_pose(const cv::Matx33d& rotation, const cv::Vec3d& translation) {
    Pose pose;
    std::copy_n(rotation.val, pose.rotation.size(), pose.rotation.begin());
    std::copy_n(translation.val, pose.translation_m.size(), pose.translation_m.begin());
    return pose;
}

Result<void> check_picture(const VideoFrame& frame, ImageSize expected) {
    const auto bad = [](std::string why) { return media_error(MediaError::Kind::bad_data, std::move(why)); };
    if (frame.empty()) return bad("A camera gave no picture.");
    if (ImageSize{frame.width, frame.height} != expected)
        return bad(fmt::format("A picture has {}x{} pixels, the calibration is for {}x{}. Set the camera to that size "
                               "or calibrate again.",
                               frame.width, frame.height, expected.width, expected.height));
    const auto luma = static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height);
    if (frame.width % 2 != 0 || frame.height % 2 != 0)
        return bad(fmt::format("A picture has {}x{} pixels, and both numbers must be even. Crop the pictures, or set "
                               "the camera to another size.",
                               frame.width, frame.height));
    if (frame.pixels->size() != luma / 2 * 3) return bad("A picture's pixels do not fit its size.");
    return {};
}

cv::Mat luma_of(const VideoFrame& frame) {
    // OpenCV has no view of constant pixels.
    return {frame.height, frame.width, CV_8UC1, const_cast<std::uint8_t*>(frame.pixels->data())};
}

} // namespace plenum::media::depth
