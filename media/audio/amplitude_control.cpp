// SPDX-License-Identifier: Apache-2.0
#include "media/audio/amplitude_control.h"

#include <algorithm>
#include <cmath>

namespace plenum::media {
namespace {

constexpr double sample_max = 32767;
/// Above it the limiter bends the curve: 3 dB below full scale. Several voices are scaled to stay below.
constexpr double knee = 0.708;
constexpr std::size_t attack_samples = 48; // 1 ms
constexpr int hold_blocks = 200;           // 1 s
constexpr double rise_alone = 1.00346;     // of a block: 6 dB a second
constexpr double rise_together = 1.00086;  // 1.5 dB a second

} // namespace

std::int16_t to_sample(double value) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -32768.0, 32767.0)));
}

StereoBlock AmplitudeControl::apply(const StereoSum& sum, int speakers) {
    speakers_ = speakers;
    double peak = 0;
    for (std::size_t i = 0; i < block_samples; ++i)
        peak = std::max({peak, std::abs(sum.left[i]), std::abs(sum.right[i])});
    const auto next = next_scale(peak);
    const auto ramp = next < scale_ ? attack_samples : block_samples;
    const auto step = (next - scale_) / static_cast<double>(ramp);
    limiting_ = false;
    StereoBlock block;
    for (std::size_t i = 0; i < block_samples; ++i) {
        if (i < ramp) scale_ += step;
        block.left[i] = limit(sum.left[i] * scale_);
        block.right[i] = limit(sum.right[i] * scale_);
    }
    scale_ = next;
    return block;
}

double AmplitudeControl::next_scale(double peak) {
    const auto fits =
        speakers_ < 2 || peak <= knee * sample_max ? 1.0 : std::max(knee * sample_max / peak, knee / speakers_);
    alone_blocks_ = speakers_ < 2 ? alone_blocks_ + 1 : 0;
    if (fits <= scale_) {
        held_blocks_ = 0;
        return fits;
    }
    if (++held_blocks_ <= hold_blocks) return scale_;
    return std::min(scale_ * (alone_blocks_ > hold_blocks ? rise_alone : rise_together), fits);
}

/// Linear up to the knee, then towards full scale without reaching it.
std::int16_t AmplitudeControl::limit(double value) {
    const auto size = std::abs(value) / sample_max;
    if (size <= knee) return to_sample(value);
    limiting_ = true;
    const auto over = (size - knee) / (1 - knee);
    return to_sample(std::copysign((knee + (1 - knee) * (over / (1 + over))) * sample_max, value));
}

} // namespace plenum::media
