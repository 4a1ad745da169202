// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"

#include <vector>

namespace plenum::ui {

/// A generated moving picture of somebody in front of a wall, a loop of a few seconds; each frame is drawn once.
class SimulatedPicture {
  public:
    static constexpr int width = 480;
    static constexpr int height = 270;
    static constexpr int frames_per_loop = 60;

    /// `tint` chooses the colours; any number.
    explicit SimulatedPicture(int tint) : tint_{tint}, loop_(frames_per_loop) {}

    [[nodiscard]] media::VideoFrame at(int tick);

  private:
    int tint_;
    std::vector<media::VideoFrame> loop_;
};

} // namespace plenum::ui
