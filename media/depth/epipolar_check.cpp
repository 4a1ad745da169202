// SPDX-License-Identifier: Apache-2.0
#include "media/depth/epipolar_check.h"

#include "media/depth/opencv.h"
#include "media/depth/rectification.h"

#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

namespace plenum::media::depth {
namespace {

/// Looked for at first, and kept in each cell of the picture, best first.
constexpr int features_max = 5000;
constexpr int cell_columns = 8;
constexpr int cell_rows = 6;
constexpr int features_per_cell = 60;
/// Matches kept in each cell: one thing full of detail does not outvote the rest.
constexpr int matches_per_cell = 12;
/// Coarser levels place features less exactly than the error that is measured.
constexpr int levels = 4;
/// Of a corner, in grey levels of 255: rooms are dim.
constexpr int contrast_min = 10;
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
/// Of the matches near the calibration: more than these are no chance, even if other things moved.
constexpr double near_share_min = 0.3;

/// Of the shift along rows, in the error.
constexpr double turn_weight = 0.25;
/// Standard deviations that a turn must differ from none.
constexpr double significant = 5;

struct Matches {
    std::vector<cv::Point2d> left;
    std::vector<cv::Point2d> right;
};

/// Counts what lies in each cell of a picture.
class Cells {
  public:
    Cells(cv::Size size, int each_max) : size_{size}, each_max_{each_max} {}

    /// Whether there is room for one more in its cell; takes it.
    bool take(const cv::Point2f& place) {
        const int column = std::clamp(static_cast<int>(place.x) * cell_columns / size_.width, 0, cell_columns - 1);
        const int row = std::clamp(static_cast<int>(place.y) * cell_rows / size_.height, 0, cell_rows - 1);
        return ++taken_[static_cast<std::size_t>(row * cell_columns + column)] <= each_max_;
    }

  private:
    cv::Size size_;
    int each_max_;
    std::array<int, cell_columns * cell_rows> taken_{};
};

/// Corners of a picture from all of its cells, with what they look like.
struct Features {
    explicit Features(const cv::Mat& grey) {
        const auto detector =
            cv::ORB::create(features_max, 1.2F, levels, 31, 0, 2, cv::ORB::HARRIS_SCORE, 31, contrast_min);
        detector->detect(grey, points);
        // Places decide between equals, so that the choice does not depend on the order of detection.
        std::ranges::sort(points, [](const cv::KeyPoint& a, const cv::KeyPoint& b) {
            return std::tuple{b.response, a.pt.y, a.pt.x} < std::tuple{a.response, b.pt.y, b.pt.x};
        });
        Cells cells{grey.size(), features_per_cell};
        std::erase_if(points, [&](const cv::KeyPoint& point) { return !cells.take(point.pt); });
        detector->compute(grey, points, descriptors);
    }
    std::vector<cv::KeyPoint> points;
    cv::Mat descriptors;
};

/// For each descriptor of `from` its match in `to`, where it has one.
std::vector<std::optional<cv::DMatch>> best_of(const cv::Mat& from, const cv::Mat& to) {
    std::vector<std::vector<cv::DMatch>> candidates;
    cv::BFMatcher{cv::NORM_HAMMING}.knnMatch(from, to, candidates, 2);
    std::vector<std::optional<cv::DMatch>> best(static_cast<std::size_t>(from.rows));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto& two = candidates[i];
        if (two.size() < 2 || two[0].distance > distance_max || two[0].distance > ratio_max * two[1].distance) continue;
        best[i] = two[0];
    }
    return best;
}

/// Those that are each other's best, from all cells of the left picture.
Matches match(const cv::Mat& left, const cv::Mat& right) {
    const Features here{left};
    const Features there{right};
    if (here.points.size() < 2 || there.points.size() < 2) return {};
    const auto to_right = best_of(here.descriptors, there.descriptors);
    const auto to_left = best_of(there.descriptors, here.descriptors);
    std::vector<cv::DMatch> mutual;
    for (const auto& one : to_right) {
        if (!one) continue;
        const auto& back = to_left[static_cast<std::size_t>(one->trainIdx)];
        if (back && back->trainIdx == one->queryIdx) mutual.push_back(*one);
    }
    std::ranges::sort(mutual, [](const cv::DMatch& a, const cv::DMatch& b) {
        return std::tuple{a.distance, a.queryIdx} < std::tuple{b.distance, b.queryIdx};
    });
    Matches matches;
    Cells cells{left.size(), matches_per_cell};
    for (const auto& one : mutual) {
        const auto& place = here.points[static_cast<std::size_t>(one.queryIdx)].pt;
        if (!cells.take(place)) continue;
        matches.left.emplace_back(place);
        matches.right.emplace_back(there.points[static_cast<std::size_t>(one.trainIdx)].pt);
    }
    return matches;
}

/// Which of the matches count.
using Choice = std::vector<std::uint8_t>;

std::size_t chosen(const Choice& choice) {
    return static_cast<std::size_t>(std::ranges::count_if(choice, [](std::uint8_t one) { return one != 0; }));
}

bool is_enough(const Choice& choice, double share_min) {
    const auto count = chosen(choice);
    return count >= agreeing_min && static_cast<double>(count) >= share_min * static_cast<double>(choice.size());
}

/// Rows by which matches differ, explained by a small motion of the right camera: three rotations, and two translations
/// whose effect grows with disparity.
class RowDeviation {
  public:
    RowDeviation(const Matches& matches, const Rectification::Geometry& geometry) {
        const int count = static_cast<int>(matches.left.size());
        effects_.create(count, parameters, CV_64F);
        rows_.create(count, 1, CV_64F);
        for (int i = 0; i < count; ++i) {
            const auto& left = matches.left[static_cast<std::size_t>(i)];
            const auto& right = matches.right[static_cast<std::size_t>(i)];
            const double x = (right.x - geometry.cx) / geometry.focal_px;
            const double y = (right.y - geometry.cy) / geometry.focal_px;
            const double disparity = (left.x - right.x) / geometry.focal_px;
            const cv::Vec<double, parameters> effect{x * y, 1 + y * y, x, disparity, y * disparity};
            std::ranges::copy(effect.val, effects_.ptr<double>(i));
            rows_.at<double>(i) = right.y - left.y;
        }
    }

    /// The matches that a motion explains which is small, or none: those near the calibration at first, then those
    /// near the motion that these show.
    [[nodiscard]] Choice near_calibration() const {
        auto choice = within(cv::Mat::zeros(parameters, 1, CV_64F));
        for (int i = 0; i < 3 && chosen(choice) >= agreeing_min; ++i)
            choice = within(fit(choice).motion);
        return choice;
    }
    [[nodiscard]] double median_px(const Choice& choice) const {
        std::vector<double> distances;
        for (int i = 0; i < rows_.rows; ++i)
            if (choice[static_cast<std::size_t>(i)] != 0) distances.push_back(std::abs(rows_.at<double>(i)));
        const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
        std::ranges::nth_element(distances, middle);
        return *middle;
    }
    /// The turn around the vertical axis, in pixels along the row at the middle; 0 where it is not significant.
    [[nodiscard]] double turn_px(const Choice& choice) const {
        const auto found = fit(choice);
        const double turn = std::abs(found.motion.at<double>(0));
        return turn > significant * found.turn_deviation ? turn : 0;
    }

  private:
    static constexpr int parameters = 5;
    struct Fit {
        cv::Mat motion;
        double turn_deviation{0};
    };

    [[nodiscard]] Choice within(const cv::Mat& motion) const {
        const cv::Mat left_over = rows_ - effects_ * motion;
        Choice choice;
        for (int i = 0; i < rows_.rows; ++i)
            choice.push_back(std::abs(left_over.at<double>(i)) < agreement_px ? 1 : 0);
        return choice;
    }
    /// Least squares over the chosen.
    [[nodiscard]] Fit fit(const Choice& choice) const {
        cv::Mat effects;
        cv::Mat rows;
        for (int i = 0; i < rows_.rows; ++i) {
            if (choice[static_cast<std::size_t>(i)] == 0) continue;
            effects.push_back(effects_.row(i));
            rows.push_back(rows_.row(i));
        }
        cv::Mat inverse;
        cv::invert(effects.t() * effects, inverse, cv::DECOMP_SVD);
        const cv::Mat motion = inverse * (effects.t() * rows);
        const double variance = cv::norm(rows - effects * motion, cv::NORM_L2SQR) / std::max(1, rows.rows - parameters);
        return {motion, std::sqrt(variance * inverse.at<double>(0, 0))};
    }

    cv::Mat effects_;
    cv::Mat rows_;
};

} // namespace

struct EpipolarCheck::Impl {
    [[nodiscard]] EpipolarError measure(const cv::Mat& left, const cv::Mat& right) const {
        const auto raw = match(left, right);
        EpipolarError error{std::nullopt, 0};
        if (raw.left.size() < agreeing_min) return error;
        const auto& geometry = rectification.geometry();
        const Matches rectified{rectification.left_points(raw.left), rectification.right_points(raw.right)};
        const RowDeviation deviation{rectified, geometry};
        auto choice = deviation.near_calibration();
        if (!is_enough(choice, near_share_min)) {
            choice.clear();
            const auto essential =
                cv::findEssentialMat(rectified.left, rectified.right, geometry.focal_px, {geometry.cx, geometry.cy},
                                     cv::RANSAC, confidence, agreement_px, choice);
            if (essential.empty() || !is_enough(choice, agreeing_share_min)) return error;
        }
        error.matches = chosen(choice);
        error.error_px = std::max(deviation.median_px(choice), turn_weight * deviation.turn_px(choice));
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
