// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"
#include "media/depth/calibration_error.h"
#include "media/depth/target.h"
#include "media/frame.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace plenum::media::depth {

/// One camera in one view.
struct ViewOfCamera {
    std::string view;
    std::string camera;
    friend bool operator==(const ViewOfCamera&, const ViewOfCamera&) = default;
};

struct ViewError {
    ViewOfCamera of;
    /// Root mean square, in pixels.
    double error_px{0};
    std::size_t corners{0};
};

struct CalibrationReport {
    Calibration calibration;
    /// Of every camera in every view that was used.
    std::vector<ViewError> errors;
    /// Where the target was not found.
    std::vector<ViewOfCamera> unseen;
    /// Left out, since they fit much worse than the others: blurred, or taken while the target moved.
    std::vector<ViewError> rejected;
};

/// Calibrates one camera, a stereo pair or a cluster from pictures of a target that is held at several places and
/// tilts. Intrinsics come first (Zhang 2000), then the pose of each camera relative to one that is known, over the
/// pairs that share most views, and at last all numbers are refined together.
class Calibrator {
  public:
    static constexpr std::size_t views_max = 100;
    /// Views with the target that each camera, and each pair on the way to the reference, must have.
    static constexpr std::size_t views_min = 3;

    struct Options {
        CalibrationTarget target;
        /// One name a camera; the first is the reference.
        std::vector<std::string> cameras;
    };

    /// Errors: bad_target, no_cameras, too_many_cameras, name_twice.
    [[nodiscard]] static CalibrationResult<Calibrator> create(Options options);
    Calibrator(Calibrator&&) noexcept;
    Calibrator& operator=(Calibrator&&) noexcept;
    ~Calibrator();

    /// Pictures that all cameras took at the same moment, in the order of their names; an empty frame where a camera
    /// took none. A camera's pictures are all of one size. Returns the cameras that do not see the target, by index.
    /// Takes 10 to 100 ms a picture. Errors: wrong_picture, views_full.
    [[nodiscard]] CalibrationResult<std::vector<std::size_t>> add_view(const std::string& name,
                                                                       std::span<const VideoFrame> pictures);
    [[nodiscard]] std::size_t views() const;

    /// Takes seconds. Errors: few_views, few_common_views, which do not connect a camera to the reference,
    /// open_focal_length, for views that are too much alike, no_fit.
    [[nodiscard]] CalibrationResult<CalibrationReport> calibrate() const;

  private:
    struct Impl;
    explicit Calibrator(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media::depth
