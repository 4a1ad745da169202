// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"
#include "media/depth/target_corners.h"

#include <opencv2/core.hpp>

#include <cstdint>
#include <vector>

namespace plenum::media::depth {

/// A target that one camera saw in one view.
struct Observation {
    std::size_t camera{0};
    std::size_t view{0};
    TargetCorners corners;
};

/// Refines intrinsics, poses of cameras and poses of the target together, until the squared distance between corners
/// seen and corners predicted is least (Levenberg–Marquardt on the normal equations; Hartley and Zisserman, Multiple
/// View Geometry, 2nd ed., appendix A6). The pose of the first camera stays. Private to depth; may throw cv::Exception.
class BundleAdjustment {
  public:
    /// `cameras` and `views` are the start; a view's pose leads from the target's frame to the reference frame. The
    /// finder and the observations must outlive this.
    BundleAdjustment(const TargetFinder& finder, const std::vector<Observation>& observations,
                     const std::vector<CalibratedCamera>& cameras, const std::vector<Pose>& views);

    enum class Refine : std::uint8_t {
        /// Poses alone. Intrinsics would bend to fit a view that is wrong.
        poses = 1,
        everything = 2,
    };
    void run(Refine what);
    /// As refined; names and errors are not set.
    [[nodiscard]] Intrinsics intrinsics(std::size_t camera) const;
    [[nodiscard]] Pose camera_pose(std::size_t camera) const;
    /// Sum of squared distances in pixels, of one observation.
    [[nodiscard]] double squared_error(const Observation& observation) const;

  private:
    /// fx, fy, cx, cy, k1, k2, p1, p2, k3; then the pose as rotation vector and translation.
    static constexpr int lens_parameters = 9;
    static constexpr int pose_parameters = 6;
    static constexpr int camera_parameters = lens_parameters + pose_parameters;
    using CameraState = cv::Vec<double, camera_parameters>;
    using PoseState = cv::Vec<double, pose_parameters>;

    /// What is refined.
    struct State {
        std::vector<CameraState> cameras;
        std::vector<PoseState> views;
    };
    /// Jᵀ·J and Jᵀ·residual of all observations.
    struct NormalEquations {
        cv::Mat square;
        cv::Mat gradient;
        double cost{0};
    };

    /// Predicted minus seen, 2n×1; where `jacobian` is given, its 2n×21: camera's parameters, then the view's.
    [[nodiscard]] cv::Mat residual(const State& state, const Observation& observation, cv::Mat* jacobian) const;
    [[nodiscard]] NormalEquations linearise(const State& state, Refine what) const;
    /// Takes what is not to change out of the equations.
    void fix(NormalEquations& equations, Refine what) const;
    [[nodiscard]] double cost(const State& state) const;
    [[nodiscard]] State moved(const State& state, const cv::Mat& step) const;
    [[nodiscard]] int view_offset(std::size_t view) const;

    const TargetFinder& finder_;
    const std::vector<Observation>& observations_;
    std::vector<ImageSize> sizes_;
    State state_;
};

} // namespace plenum::media::depth
