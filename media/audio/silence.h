// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/level.h"

namespace plenum::media {

/// Tells talk from silence, block by block (push-pull §4.1, Silence Detection). The paper's fixed threshold on the
/// mean amplitude is replaced, as its footnote 4 asks, by one that follows the background noise: the floor sinks at
/// once and rises slowly, voice is what stands clearly above it, and a hangover keeps the ends of words.
class VoiceDetector {
  public:
    struct Options {
        /// Voice is this much above the noise floor.
        float above_floor_db{9.0F};
        /// Below this nothing is voice, however quiet the room.
        float voice_min_dbfs{-55.0F};
        /// Blocks for which voice lasts after its last loud block.
        int hangover_blocks{50};
        /// How fast the floor follows a rising background.
        float floor_rise_db_per_s{4.0F};
    };
    VoiceDetector() : VoiceDetector{Options{}} {}
    explicit VoiceDetector(const Options& options) : options_{options} {}

    /// Whether this block is talk (hangover included).
    bool update(const AudioBlock& block);
    [[nodiscard]] bool speaking() const { return hangover_ > 0; }
    [[nodiscard]] float noise_floor_dbfs() const { return floor_dbfs_; }
    /// RMS of the last block.
    [[nodiscard]] float level_dbfs() const { return level_dbfs_; }

  private:
    Options options_;
    float floor_dbfs_{-60.0F};
    float level_dbfs_{level_floor_dbfs};
    float level_before_dbfs_{level_floor_dbfs};
    int hangover_{0};
};

} // namespace plenum::media
