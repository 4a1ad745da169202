// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"

namespace plenum::media {

/// Levels below this are told as this: one bit of 16.
inline constexpr float level_floor_dbfs = -96.0F;

/// Of one block; 0 dBFS is full scale.
struct Level {
    float peak_dbfs{level_floor_dbfs};
    float rms_dbfs{level_floor_dbfs};
};

[[nodiscard]] Level measure_level(const AudioBlock& block);
/// dBFS of an amplitude (0 … 1, full scale 1), bounded below by the floor.
[[nodiscard]] float to_dbfs(double amplitude);
/// Amplitude factor of a gain in dB.
[[nodiscard]] double from_db(double decibel);

/// A meter as people know it: jumps up at once, the peak falls by 20 dB a second, the mean follows within 100 ms.
class LevelMeter {
  public:
    void update(const AudioBlock& block);
    [[nodiscard]] Level level() const { return level_; }

  private:
    Level level_;
};

} // namespace plenum::media
