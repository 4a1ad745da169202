// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"
#include "media/depth/colour_depth.h"
#include "media/depth/match_settings.h"
#include "media/frame.h"

#include <memory>

namespace plenum::media::depth {

/// Two calibrated cameras that together measure depth: rectifies, matches, and gives the left picture with the depth of
/// its pixels. One thread at a time; OpenCV works on several inside.
class StereoPair {
  public:
    struct Options {
        MatchSettings matching{};
        /// What is searched. The number of disparities follows from it, and is at most `matching.disparities`: where
        /// that is too few, the nearest depth is given up.
        DepthRange range{};
        /// Goes into `ColourDepth::source`.
        std::uint8_t source{0};
    };

    /// Errors: bad_setting, with the cameras' names and what to do.
    [[nodiscard]] static Result<StereoPair> create(const CalibratedCamera& first, const CalibratedCamera& second,
                                                   const Options& options);
    StereoPair(StereoPair&&) noexcept;
    StereoPair& operator=(StereoPair&&) noexcept;
    ~StereoPair();

    /// Pictures of the two cameras, taken at the same moment, in the order of `create`. `to` is overwritten; given
    /// again each time, nothing is allocated. Errors: bad_data (not of the calibrated size), failed.
    [[nodiscard]] Result<void> measure(const VideoFrame& first, const VideoFrame& second, ColourDepth& to);

    /// What is measured, after the bound on disparities.
    [[nodiscard]] const DepthRange& range() const;
    [[nodiscard]] const DepthCamera& camera() const;

  private:
    struct Impl;
    explicit StereoPair(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media::depth
