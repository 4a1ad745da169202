// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"
#include "media/frame.h"

#include <memory>
#include <optional>

namespace plenum::media::depth {

struct EpipolarError {
    /// Median distance in rows between the two pictures of a point, after rectification. Below 1 where the calibration
    /// holds. Absent where the pictures do not tell: too few points that both show.
    std::optional<double> median_px;
    /// Points on which it rests.
    std::size_t matches{0};
};

/// Tells from a live pair of pictures whether the calibration still holds: a point appears in the same row of both
/// rectified pictures, wherever in space it is. So a scene that moves changes nothing, if both pictures are of the same
/// moment.
///
/// Features (ORB) are matched both ways. Only matches that agree on one pose of the two cameras, whichever it is, count
/// (five-point method under RANSAC). So false matches say nothing, and a camera that moved is seen all the same. A turn
/// around the vertical axis moves points along their rows, and is seen later than others.
class EpipolarCheck {
  public:
    /// Errors: bad_setting, as for `StereoPair`.
    [[nodiscard]] static Result<EpipolarCheck> create(const CalibratedCamera& first, const CalibratedCamera& second);
    EpipolarCheck(EpipolarCheck&&) noexcept;
    EpipolarCheck& operator=(EpipolarCheck&&) noexcept;
    ~EpipolarCheck();

    /// Pictures of the same moment, in the order of `create`. Takes 30 to 100 ms at 640x480: once in a few seconds is
    /// enough. Errors: bad_data (the size), failed.
    [[nodiscard]] Result<EpipolarError> measure(const VideoFrame& first, const VideoFrame& second) const;

  private:
    struct Impl;
    explicit EpipolarCheck(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media::depth
