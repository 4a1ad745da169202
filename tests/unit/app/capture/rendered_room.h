// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/ensembles.h"
#include "media/camera/picture_encoder.h"
#include "media/depth/calibration.h"
#include "tests/unit/media/depth/scene.h"

#include <vector>

namespace plenum::app::test {

/// A wall 2 m away with a thing before it, and two cameras 10 cm apart.
class RenderedRoom {
  public:
    RenderedRoom() {
        using namespace media::depth::test;
        scene_ = {{pose({}, {-3, -2, 2}), 6, 4, random_texture(1, {1200, 800})},
                  {pose({}, {0.0, -0.3, 1.2}), 0.5, 0.5, random_texture(3, {230, 230})}};
    }
    /// As it was calibrated.
    [[nodiscard]] media::depth::Calibration calibration() const {
        return {{media::depth::test::camera("left"), media::depth::test::camera("right", {0.1, 0, 0})}, 0.2};
    }
    /// What both see; `turned`: how much the right one was turned since the calibration, in degrees.
    [[nodiscard]] std::vector<media::VideoFrame> pictures(cv::Vec3d turned = {}) const {
        const auto right = media::depth::test::camera("right", {0.1, 0, 0}, turned);
        return {media::depth::test::render(scene_, media::depth::test::camera("left")).frame,
                media::depth::test::render(scene_, right).frame};
    }
    /// The same as an ensemble.
    [[nodiscard]] static cluster::Ensemble ensemble(const std::vector<media::VideoFrame>& pictures,
                                                    std::uint64_t number) {
        auto encoder = media::PictureEncoder::create({.quality = 95}).value();
        cluster::Ensemble made;
        made.id = {{1, base::MemberIndex{2}}, base::SequenceNumber{number}};
        made.captured_at = base::ConferenceTime{base::from_us(static_cast<std::int64_t>(number) * 66'000)};
        made.complete = true;
        for (std::size_t i = 0; i < pictures.size(); ++i)
            made.frames.emplace(cluster::FlowNumber{static_cast<std::uint8_t>(i)},
                                media::pack(encoder->encode(pictures[i]).value()));
        return made;
    }

  private:
    media::depth::test::Scene scene_;
};

} // namespace plenum::app::test
