// SPDX-License-Identifier: Apache-2.0
#include "media/depth/stereo_matcher.h"

#include <opencv2/calib3d.hpp>

#include <algorithm>
#include <cstdlib>

namespace plenum::media::depth {
namespace {

/// Penalties of semi-global matching for a change of disparity by one and by more, times the block's area (OpenCV's
/// documentation of StereoSGBM).
constexpr int small_change = 8;
constexpr int large_change = 32;
/// The best match must be better than the second by so many per cent.
constexpr int uniqueness_semi_global = 10;
constexpr int uniqueness_block = 15;
constexpr int gradient_cap_semi_global = 63;
constexpr int gradient_cap_block = 31;
constexpr int texture_min = 10;

cv::Ptr<cv::StereoMatcher> make_matcher(const MatchSettings& settings) {
    if (settings.method == MatchMethod::block) {
        const auto matcher =
            cv::StereoBM::create(settings.disparities, std::max(settings.block_side, block_matching_side_min));
        matcher->setPreFilterCap(gradient_cap_block);
        matcher->setTextureThreshold(texture_min);
        matcher->setUniquenessRatio(uniqueness_block);
        return matcher;
    }
    const int area = settings.block_side * settings.block_side;
    const auto matcher = cv::StereoSGBM::create();
    matcher->setNumDisparities(settings.disparities);
    matcher->setBlockSize(settings.block_side);
    matcher->setP1(small_change * area);
    matcher->setP2(large_change * area);
    matcher->setPreFilterCap(gradient_cap_semi_global);
    matcher->setUniquenessRatio(uniqueness_semi_global);
    matcher->setMode(cv::StereoSGBM::MODE_SGBM_3WAY);
    return matcher;
}

} // namespace

Result<void> check(const MatchSettings& settings) {
    const auto bad = [](const char* why) { return media_error(MediaError::Kind::bad_setting, why); };
    if (settings.disparities < 16 || settings.disparities > 256 || settings.disparities % 16 != 0)
        return bad("The number of disparities must be a multiple of 16 from 16 to 256.");
    if (settings.disparity_min < 0 || settings.disparity_min > image_side_max)
        return bad("The least disparity must be 0 to 4096 pixels.");
    if (settings.block_side < 3 || settings.block_side > 21 || settings.block_side % 2 == 0)
        return bad("The side of a block must be an odd number from 3 to 21.");
    if (settings.check_px < 1 || settings.check_px > 16)
        return bad("Left and right matches may differ by 1 to 16 pixels.");
    return {};
}

StereoMatcher::StereoMatcher(const MatchSettings& settings) : settings_{settings}, matcher_{make_matcher(settings)} {
    matcher_->setMinDisparity(settings.disparity_min);
    matcher_->setSpeckleWindowSize(speckle_pixels);
    matcher_->setSpeckleRange(speckle_range);
    // OpenCV's own check, from the costs. -1 leaves it out of block matching but not out of the semi-global one, which
    // takes it for 1; more than a picture's width leaves it out of both.
    matcher_->setDisp12MaxDiff(settings.check == LeftRightCheck::from_costs ? settings.check_px : image_side_max);
}

void StereoMatcher::match(const cv::Mat& left, const cv::Mat& right, cv::Mat& disparity) {
    matcher_->compute(left, right, disparity);
    if (settings_.check == LeftRightCheck::second_match) check_with_second_match(left, right, disparity);
}

void StereoMatcher::check_with_second_match(const cv::Mat& left, const cv::Mat& right, cv::Mat& disparity) {
    // In a mirror, the right picture is the left one.
    cv::flip(left, mirrored_left_, 1);
    cv::flip(right, mirrored_right_, 1);
    matcher_->compute(mirrored_right_, mirrored_left_, mirrored_disparity_);
    const int known_min = settings_.disparity_min * fraction;
    const auto unknown = static_cast<std::int16_t>(known_min - fraction);
    const int width = disparity.cols;
    for (int row = 0; row < disparity.rows; ++row) {
        auto* const of_left = disparity.ptr<std::int16_t>(row);
        const auto* const of_right = mirrored_disparity_.ptr<std::int16_t>(row);
        for (int column = 0; column < width; ++column) {
            const int value = of_left[column];
            if (value < known_min) continue;
            const int partner = column - (value + fraction / 2) / fraction;
            if (partner < 0) continue;
            const int other = of_right[width - 1 - partner];
            if (other < known_min || std::abs(other - value) > settings_.check_px * fraction) of_left[column] = unknown;
        }
    }
}

} // namespace plenum::media::depth
