// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"
#include "media/frame.h"

#include <memory>
#include <optional>

namespace plenum::media::depth {

struct EpipolarError {
    /// How far the pictures deviate from the calibration: below 1 where it holds. The larger of the median distance in
    /// rows between the two pictures of a point, after rectification, and of a quarter of the shift along the rows that
    /// a turn around the vertical axis explains. Absent where the pictures do not tell: too few points that both show.
    std::optional<double> error_px;
    /// Points on which it rests.
    std::size_t matches{0};
};

/// Tells from a live pair of pictures whether the calibration still holds: a point appears in the same row of both
/// rectified pictures, wherever in space it is. So a scene that moves changes nothing, if both pictures are of the same
/// moment.
///
/// Features (ORB) from all parts of the picture are matched both ways. Matches count if they agree with the
/// calibration, or with a motion of a camera that is small; where too few do, those on one pose of the two cameras,
/// whichever it is (five-point method under RANSAC). So false matches say nothing, and things that moved between two
/// shutters are left out. A turn around the vertical axis moves points along their rows, where depth does so too; it is
/// seen by the small tilt that it gives the rows.
class EpipolarCheck {
  public:
    /// Errors: bad_setting, as for `StereoPair`.
    [[nodiscard]] static Result<EpipolarCheck> create(const CalibratedCamera& first, const CalibratedCamera& second);
    EpipolarCheck(EpipolarCheck&&) noexcept;
    EpipolarCheck& operator=(EpipolarCheck&&) noexcept;
    ~EpipolarCheck();

    /// Pictures of the same moment, in the order of `create`. Takes 100 to 300 ms at 640x480: once in a few seconds is
    /// enough. Errors: bad_data (the size), failed.
    [[nodiscard]] Result<EpipolarError> measure(const VideoFrame& first, const VideoFrame& second) const;

  private:
    struct Impl;
    explicit EpipolarCheck(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media::depth
