// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/bundle_adjustment.h"
#include "media/depth/calibration_error.h"

#include <map>
#include <span>

namespace plenum::media::depth {

/// Where the refinement of a cluster begins.
struct CalibrationStart {
    std::vector<CalibratedCamera> cameras;
    /// Each leads from the target's frame to the reference frame; the identity for a view that no camera saw.
    std::vector<Pose> views;
};

/// Finds it: the intrinsics of each camera alone, then poses along the pairs that share most views. Private to depth;
/// may throw cv::Exception.
class CalibrationStarter {
  public:
    /// All must outlive this. Names and sizes are one a camera.
    CalibrationStarter(const TargetFinder& finder, const std::vector<Observation>& observations,
                       std::span<const std::string> names, std::span<const ImageSize> sizes);

    /// Errors: as `Calibrator::calibrate`. `views` is how many there are.
    [[nodiscard]] CalibrationResult<CalibrationStart> find(std::size_t views);

  private:
    /// Two cameras' corners of one view that both saw.
    struct Common {
        std::vector<std::vector<cv::Point3f>> points_m;
        std::vector<std::vector<cv::Point2f>> first;
        std::vector<std::vector<cv::Point2f>> second;
    };

    [[nodiscard]] CalibrationResult<void> find_intrinsics(std::size_t camera);
    /// Chains all cameras to the first, best connected pair first (Prim's algorithm).
    [[nodiscard]] CalibrationResult<void> find_poses();
    [[nodiscard]] Common common(std::size_t first, std::size_t second) const;
    [[nodiscard]] Pose pose_of_pair(std::size_t first, std::size_t second) const;
    void find_views();

    const TargetFinder& finder_;
    const std::vector<Observation>& observations_;
    std::span<const std::string> names_;
    std::span<const ImageSize> sizes_;
    CalibrationStart start_;
};

} // namespace plenum::media::depth
