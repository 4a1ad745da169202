// SPDX-License-Identifier: Apache-2.0
#include "app/capture/picture_stage.h"

#include "media/camera/camera_picture.h"

namespace plenum::app {
namespace {

/// 15 a second; a picture that comes a little early is shown.
constexpr base::Duration show_interval = std::chrono::milliseconds{60};

} // namespace

CameraFrames PictureStage::take(const cluster::Ensemble& ensemble, base::LocalTime now) {
    CameraFrames frames;
    for (const auto& [number, bytes] : ensemble.frames) {
        const auto picture = media::unpack_camera_picture(bytes);
        if (!picture) continue;
        auto& camera = cameras_[number];
        auto frame = camera.decoder.decode(*picture);
        if (!frame) continue;
        if (callbacks_.picture && now >= camera.show_at) {
            camera.show_at = now + show_interval;
            callbacks_.picture(number, *frame);
        }
        frames.insert_or_assign(number, *std::move(frame));
    }
    return frames;
}

} // namespace plenum::app
