// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/target.h"

#include <opencv2/core.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace plenum::media::depth {

/// Corners of a target in one picture, by ascending number.
struct TargetCorners {
    std::vector<int> numbers;
    /// Pixels, to a fraction; one for each number.
    std::vector<cv::Point2f> image;
};

/// Finds a target in pictures. Private to depth.
class TargetFinder {
  public:
    /// Precondition: `target` passed `check`.
    explicit TargetFinder(const CalibrationTarget& target);
    TargetFinder(TargetFinder&&) noexcept;
    TargetFinder& operator=(TargetFinder&&) noexcept;
    ~TargetFinder();

    /// In an 8-bit grey picture; nullopt where the target is not seen, or too little of it to calibrate with. May throw
    /// cv::Exception.
    [[nodiscard]] std::optional<TargetCorners> find(const cv::Mat& grey) const;
    /// Where the corner with each number is on the target, in metres; z is 0.
    [[nodiscard]] const std::vector<cv::Point3f>& points_m() const { return points_m_; }
    [[nodiscard]] std::vector<cv::Point3f> points_m(const std::vector<int>& numbers) const;

  private:
    struct Charuco;

    void use(const ChessboardTarget& board);
    void use(const CharucoTarget& board);
    [[nodiscard]] std::optional<TargetCorners> find_chessboard(const cv::Mat& grey) const;
    [[nodiscard]] std::optional<TargetCorners> find_charuco(const cv::Mat& grey) const;
    /// Whether corners are enough for a homography.
    [[nodiscard]] bool is_enough(const std::vector<int>& numbers) const;

    cv::Size corners_;
    std::unique_ptr<Charuco> charuco_;
    std::vector<cv::Point3f> points_m_;
};

} // namespace plenum::media::depth
