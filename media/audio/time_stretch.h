// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace plenum::media {

/// Plays sound faster or slower than it was recorded, at the pitch that it had (WSOLA: Verhelst and Roelands, ICASSP
/// 1993).
///
/// The problem: sound that is played faster is higher too, and pieces that are cut out leave clicks. The intuition:
/// take pieces of 15 ms at the pace that is wanted, and move each a little, so that it looks like what would have
/// followed the piece before; then fade from one into the other. Voices repeat themselves after 3 to 12 ms, so such a
/// place is always near. Rejected: a phase vocoder smears consonants; GStreamer's scaletempo changes its tempo by
/// seeks of a pipeline, and nothing here has one.
///
/// Both channels are cut at the same places, so voices stay where they are between left and right. Not for several
/// threads.
class TimeStretch {
  public:
    static constexpr double tempo_min = 0.5;
    static constexpr double tempo_max = 3;

    /// 2 is twice as fast; clamped. At 1 everything comes out as it went in.
    void set_tempo(double tempo);
    /// The next 5 ms as they were recorded.
    void push(const StereoBlock& block);
    /// The next 5 ms to be heard; nullopt: push more.
    [[nodiscard]] std::optional<StereoBlock> pop();
    /// What was pushed is forgotten.
    void clear();

  private:
    [[nodiscard]] bool can_join() const;
    void join();
    [[nodiscard]] std::size_t best_place() const;
    /// How alike the pieces at two places are, −1 … 1, by every `step`-th sample.
    [[nodiscard]] double likeness(std::size_t a, std::size_t b, std::size_t step) const;
    void forget_done();

    double tempo_{1};
    // What may still be needed of the source; places are indices into these.
    std::vector<float> left_;
    std::vector<float> right_;
    std::vector<float> middle_;
    /// Where the next piece would be taken if only the pace counted.
    double ideal_{0};
    /// Where the last piece ended.
    std::size_t after_{0};
    bool begun_{false};
    std::vector<float> out_left_;
    std::vector<float> out_right_;
};

} // namespace plenum::media
