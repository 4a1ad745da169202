// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"
#include "media/frame.h"

#include <opencv2/core.hpp>

#include <new>
#include <string>

/// Private to depth: between our values and OpenCV's, and the boundary that its exceptions do not cross.
namespace plenum::media::depth {

/// Runs `work`, which returns a Result. What OpenCV throws becomes an error whose text says what was being done.
template <class Work>
[[nodiscard]] auto guarded(const char* doing, Work&& work) -> decltype(work()) {
    try {
        return work();
    } catch (const cv::Exception& error) {
        return media_error(MediaError::Kind::failed, std::string{doing} + " failed: OpenCV says: " + error.err);
    } catch (const std::bad_alloc&) {
        return media_error(MediaError::Kind::failed, std::string{doing} + " failed: not enough memory.");
    }
}

[[nodiscard]] inline cv::Size to_cv(ImageSize size) { return {size.width, size.height}; }
/// 3×3, double.
[[nodiscard]] cv::Matx33d camera_matrix(const Intrinsics& intrinsics);
/// 1×5, double.
[[nodiscard]] cv::Mat distortion_row(const Intrinsics& intrinsics);
[[nodiscard]] cv::Matx33d rotation_of(const Pose& pose);
[[nodiscard]] cv::Vec3d translation_of(const Pose& pose);
[[nodiscard]] Pose to_pose(const cv::Matx33d& rotation, const cv::Vec3d& translation);

/// Errors: bad_data where the frame is empty or its pixels do not fit its size, or the size is not `expected`.
[[nodiscard]] Result<void> check_picture(const VideoFrame& frame, ImageSize expected);
/// The luma of a frame, height×width, 8 bit; shares its pixels, which must not be written.
[[nodiscard]] cv::Mat luma_of(const VideoFrame& frame);

} // namespace plenum::media::depth
