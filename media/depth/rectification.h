// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"

#include <opencv2/core.hpp>

namespace plenum::media::depth {

/// Turns the pictures of two cameras so that a point appears in the same row of both (Bouguet's method,
/// cv::stereoRectify). Left is the camera whose partner stands to its right. Private to depth.
class Rectification {
  public:
    /// What the rectified left camera is: no distortion, square pixels.
    struct Geometry {
        ImageSize size;
        double focal_px{0};
        double cx{0};
        double cy{0};
        double baseline_m{0};
        /// Leads from the reference frame to the frame of the rectified left camera.
        Pose from_reference;
    };

    /// Errors: bad_setting, where the pictures differ in size, or the cameras do not stand side by side, as they must
    /// for matching along rows, or look too far apart.
    [[nodiscard]] static Result<Rectification> create(const CalibratedCamera& first, const CalibratedCamera& second);

    /// Whether the second camera is the left one.
    [[nodiscard]] bool swapped() const { return swapped_; }
    [[nodiscard]] const Geometry& geometry() const { return geometry_; }
    /// 8-bit pictures with one or three channels, of the calibration's size. May throw cv::Exception.
    void apply_left(const cv::Mat& picture, cv::Mat& rectified) const;
    void apply_right(const cv::Mat& picture, cv::Mat& rectified) const;
    /// Where pixels of a camera's picture are in its rectified picture.
    [[nodiscard]] std::vector<cv::Point2d> left_points(const std::vector<cv::Point2d>& pixels) const;
    [[nodiscard]] std::vector<cv::Point2d> right_points(const std::vector<cv::Point2d>& pixels) const;

  private:
    struct Side {
        cv::Matx33d matrix;
        cv::Mat distortion;
        cv::Matx33d rotation;
        cv::Matx34d projection;
        /// As cv::remap takes them, in fixed point, which is fastest.
        cv::Mat map;
        cv::Mat map_fraction;
    };

    Rectification() = default;
    [[nodiscard]] static std::vector<cv::Point2d> points(const Side& side, const std::vector<cv::Point2d>& pixels);

    Side left_;
    Side right_;
    Geometry geometry_;
    bool swapped_{false};
};

} // namespace plenum::media::depth
