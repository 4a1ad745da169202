// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/depth_stage.h"
#include "core/base/time.h"
#include "media/camera/picture_decoder.h"

namespace plenum::app {

/// Decodes the pictures of ensembles and shows them. For one thread.
class PictureStage {
  public:
    explicit PictureStage(const Studio::Callbacks& callbacks) : callbacks_{callbacks} {}

    /// What is no picture is left out.
    [[nodiscard]] CameraFrames take(const cluster::Ensemble& ensemble, base::LocalTime now);

  private:
    struct Camera {
        media::PictureDecoder decoder;
        base::LocalTime show_at{};
    };
    const Studio::Callbacks& callbacks_;
    std::map<cluster::FlowNumber, Camera> cameras_;
};

} // namespace plenum::app
