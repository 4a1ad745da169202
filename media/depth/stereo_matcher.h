// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/match_settings.h"

#include <opencv2/core.hpp>

namespace cv {
class StereoMatcher;
}

namespace plenum::media::depth {

/// Disparity of a rectified pair. Private to depth; one thread at a time; may throw cv::Exception.
class StereoMatcher {
  public:
    /// In sixteenths of a pixel.
    static constexpr int fraction = 16;

    /// Precondition: `settings` passed `check`.
    explicit StereoMatcher(const MatchSettings& settings);

    /// 8-bit grey pictures of one size into sixteenths of a pixel (CV_16S): how much further left a point of the left
    /// picture appears in the right one. Less than `disparity_min` · 16 where nothing reliable is known.
    void match(const cv::Mat& left, const cv::Mat& right, cv::Mat& disparity);

  private:
    void check_with_second_match(const cv::Mat& left, const cv::Mat& right, cv::Mat& disparity);

    MatchSettings settings_;
    cv::Ptr<cv::StereoMatcher> matcher_;
    // Kept, so that no picture allocates.
    cv::Mat mirrored_left_;
    cv::Mat mirrored_right_;
    cv::Mat mirrored_disparity_;
};

} // namespace plenum::media::depth
