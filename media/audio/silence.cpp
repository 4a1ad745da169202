// SPDX-License-Identifier: Apache-2.0
#include "media/audio/silence.h"

#include <algorithm>
#include <utility>

namespace plenum::media {

bool VoiceDetector::update(const AudioBlock& block) {
    constexpr float blocks_per_s = 200;
    constexpr float fall_share = 0.13F; // the floor is down on a quieter background within some 50 ms
    level_dbfs_ = measure_level(block).rms_dbfs;
    // A low voice has one period in 10 ms: a single block of 5 ms may fall between two of its pulses.
    const auto level = std::max(level_dbfs_, std::exchange(level_before_dbfs_, level_dbfs_));
    if (level < floor_dbfs_) {
        floor_dbfs_ += (level - floor_dbfs_) * fall_share;
    } else {
        floor_dbfs_ = std::min(level, floor_dbfs_ + options_.floor_rise_db_per_s / blocks_per_s);
    }
    const auto threshold = std::max(options_.voice_min_dbfs, floor_dbfs_ + options_.above_floor_db);
    if (level_dbfs_ > threshold) {
        hangover_ = options_.hangover_blocks;
    } else if (hangover_ > 0) {
        --hangover_;
    }
    return speaking();
}

} // namespace plenum::media
