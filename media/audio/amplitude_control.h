// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"

#include <array>

namespace plenum::media {

/// A sum of many voices, wider than samples are.
struct StereoSum {
    std::array<double, block_samples> left{};
    std::array<double, block_samples> right{};
};

[[nodiscard]] std::int16_t to_sample(double value);

/// Brings a sum of voices into range (push-pull §4.1, Amplitude Control, Figure 12). The problem: n voices may sum up
/// to n times full scale; scaled by the number of members, a single voice gets fainter with each listener. As in the
/// paper, the number of *speakers* counts, and overflows are looked for in each block. The scale is
///
/// - 1 as long as the sum fits, and whenever one person alone speaks;
/// - else what the highest peak needs to stay clear of the limiter: n voices at full scale need 1/n of it, and no less
///   is ever given. It falls within the first millisecond of the block with the peak and holds for a second, longer
///   than the pauses between words. Then it rises: by 1.5 dB a second while several speak, so that nobody hears it
///   pump, and by 6 dB a second once they have stopped for as long.
///
/// What peaks all the same (one voice with gain, the beginning of a louder sum) meets a soft limiter.
/// Rejected: whole numbers as in Figure 12. The step from one speaker to two is 6 dB, at an overflow of 1 dB.
class AmplitudeControl {
  public:
    /// `speakers`: who has voice in this block.
    [[nodiscard]] StereoBlock apply(const StereoSum& sum, int speakers);

    /// The factor in force, at most 1.
    [[nodiscard]] double scale() const { return scale_; }
    /// Of the last block.
    [[nodiscard]] int speakers() const { return speakers_; }
    /// Whether the limiter worked in the last block.
    [[nodiscard]] bool limiting() const { return limiting_; }

  private:
    [[nodiscard]] double next_scale(double peak);
    [[nodiscard]] std::int16_t limit(double value);

    double scale_{1};
    int speakers_{0};
    int held_blocks_{0};  ///< since the last peak that set the scale
    int alone_blocks_{0}; ///< since several spoke
    bool limiting_{false};
};

} // namespace plenum::media
