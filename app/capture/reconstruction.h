// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/calibration.h"
#include "media/depth/cloud_fusion.h"
#include "media/depth/moved_camera_alarm.h"
#include "media/depth/stereo_pair.h"

#include <span>
#include <vector>

namespace plenum::app {

/// Makes depth and points of the pictures that calibrated cameras took at the same moment. One thread at a time.
class Reconstruction {
  public:
    /// What is searched in depth. 128 disparities: objects on a desk are near.
    struct Options {
        media::depth::DepthRange range{};
        int disparities{128};
    };
    /// Each camera makes a pair with the one that is nearest and suits it. Errors: bad_setting where no two do.
    [[nodiscard]] static media::Result<Reconstruction> create(media::depth::Calibration calibration,
                                                              const Options& options);

    [[nodiscard]] const media::depth::Calibration& calibration() const { return calibration_; }
    /// By index in the calibration, the lower one first.
    [[nodiscard]] const std::vector<media::depth::CameraPair>& pairs() const { return which_; }
    /// Whether pictures of this size were calibrated.
    [[nodiscard]] bool is_size_of(std::size_t camera, const media::VideoFrame& frame) const;

    /// Depth of one pair.
    struct PairDepth {
        media::depth::CameraPair pair;
        media::depth::ColourDepth picture;
        media::depth::DepthRange range;
    };
    /// Pictures in the order of the calibration's cameras; an empty one where there is none, or it has another size.
    /// Pairs without both pictures are left out. The result stays until the next call.
    [[nodiscard]] std::span<const PairDepth> measure(std::span<const media::VideoFrame> pictures);
    /// Points of the last measurement, in the reference frame.
    [[nodiscard]] media::depth::PointCloud fuse();

  private:
    Reconstruction(media::depth::Calibration calibration, media::depth::CloudFusion fusion)
        : calibration_{std::move(calibration)},
          fusion_{std::move(fusion)} {}

    media::depth::Calibration calibration_;
    std::vector<media::depth::CameraPair> which_;
    std::vector<media::depth::StereoPair> pairs_;
    /// The first ones are valid.
    std::vector<PairDepth> measured_;
    std::size_t measured_pairs_{0};
    media::depth::CloudFusion fusion_;
};

} // namespace plenum::app
