// SPDX-License-Identifier: Apache-2.0
#include "media/depth/epipolar_check.h"

#include "media/depth/opencv.h"
#include "media/depth/rectification.h"

#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>

#include <algorithm>
#include <cmath>

namespace plenum::media::depth {
namespace {

constexpr int features_max = 1200;
/// Coarser levels place features less exactly than the error that is measured.
constexpr int levels = 4;
/// Of 256 bits of a descriptor; descriptors of different things differ in half of them.
constexpr float distance_max = 60;
/// The best match must be clearly better than the second (Lowe 2004).
constexpr float ratio_max = 0.8F;
/// Pixels that a match may be off the pose on which most agree.
constexpr double agreement_px = 1.5;
constexpr double confidence = 0.999;
/// Fewer matches, or a smaller part of them, agree on some pose by chance.
constexpr std::size_t agreeing_min = 30;
constexpr double agreeing_share_min = 0.4;

struct Matches {
    std::vector<cv::Point2d> left;
    std::vector<cv::Point2d> right;
};

/// For each descriptor of `from` its match in `to`, or -1.
std::vector<int> best_of(const cv::Mat& from, const cv::Mat& to) {
    std::vector<std::vector<cv::DMatch>> candidates;
    cv::BFMatcher{cv::NORM_HAMMING}.knnMatch(from, to, candidates, 2);
    std::vector<int> best(static_cast<std::size_t>(from.rows), -1);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto& two = candidates[i];
        if (two.size() < 2 || two[0].distance > distance_max || two[0].distance > ratio_max * two[1].distance) continue;
        best[i] = two[0].trainIdx;
    }
    return best;
}

} // namespace

struct EpipolarCheck::Impl {
    [[nodiscard]] Matches match(const cv::Mat& left, const cv::Mat& right) const {
        const auto detector = cv::ORB::create(features_max, 1.2F, levels);
        std::vector<cv::KeyPoint> left_points;
        std::vector<cv::KeyPoint> right_points;
        cv::Mat left_features;
        cv::Mat right_features;
        detector->detectAndCompute(left, cv::noArray(), left_points, left_features);
        detector->detectAndCompute(right, cv::noArray(), right_points, right_features);
        Matches matches;
        if (left_points.size() < 2 || right_points.size() < 2) return matches;
        const auto to_right = best_of(left_features, right_features);
        const auto to_left = best_of(right_features, left_features);
        for (std::size_t i = 0; i < to_right.size(); ++i) {
            if (to_right[i] < 0) continue;
            const auto partner = static_cast<std::size_t>(to_right[i]);
            if (to_left[partner] != static_cast<int>(i)) continue;
            matches.left.emplace_back(left_points[i].pt);
            matches.right.emplace_back(right_points[partner].pt);
        }
        return matches;
    }

    [[nodiscard]] EpipolarError measure(const cv::Mat& left, const cv::Mat& right) const {
        const auto raw = match(left, right);
        EpipolarError error{std::nullopt, 0};
        if (raw.left.size() < agreeing_min) return error;
        const auto lefts = rectification.left_points(raw.left);
        const auto rights = rectification.right_points(raw.right);
        const auto& geometry = rectification.geometry();
        std::vector<std::uint8_t> agrees;
        const auto essential = cv::findEssentialMat(lefts, rights, geometry.focal_px, {geometry.cx, geometry.cy},
                                                    cv::RANSAC, confidence, agreement_px, agrees);
        if (essential.empty()) return error;
        std::vector<double> rows;
        for (std::size_t i = 0; i < lefts.size(); ++i)
            if (agrees[i] != 0) rows.push_back(std::abs(lefts[i].y - rights[i].y));
        error.matches = rows.size();
        if (rows.size() < agreeing_min ||
            static_cast<double>(rows.size()) < agreeing_share_min * static_cast<double>(lefts.size()))
            return error;
        const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
        std::ranges::nth_element(rows, middle);
        error.median_px = *middle;
        return error;
    }

    Rectification rectification;
};

Result<EpipolarCheck> EpipolarCheck::create(const CalibratedCamera& first, const CalibratedCamera& second) {
    auto rectification = Rectification::create(first, second);
    if (!rectification) return std::unexpected{rectification.error()};
    return EpipolarCheck{std::make_unique<Impl>(std::move(*rectification))};
}

EpipolarCheck::EpipolarCheck(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
EpipolarCheck::EpipolarCheck(EpipolarCheck&&) noexcept = default;
EpipolarCheck& EpipolarCheck::operator=(EpipolarCheck&&) noexcept = default;
EpipolarCheck::~EpipolarCheck() = default;

Result<EpipolarError> EpipolarCheck::measure(const VideoFrame& first, const VideoFrame& second) const {
    for (const auto* frame : {&first, &second})
        if (const auto checked = check_picture(*frame, impl_->rectification.geometry().size); !checked)
            return std::unexpected{checked.error()};
    return guarded("Comparing the cameras", [&]() -> Result<EpipolarError> {
        const bool swapped = impl_->rectification.swapped();
        return impl_->measure(luma_of(swapped ? second : first), luma_of(swapped ? first : second));
    });
}

} // namespace plenum::media::depth
