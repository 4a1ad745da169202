// SPDX-License-Identifier: Apache-2.0
#include "media/audio/send_chain.h"

#include <algorithm>
#include <cmath>

namespace plenum::media {
namespace {

void apply_gain(AudioBlock& block, double gain) {
    if (gain == 1) return;
    for (auto& sample : block) {
        sample = static_cast<std::int16_t>(std::lround(std::clamp(sample * gain, -32768.0, 32767.0)));
    }
}

} // namespace

std::optional<EncodedAudio> SendChain::capture(const AudioBlock& block) {
    auto processed = processing.process(block);
    apply_gain(processed, gain_);
    voice_in_pending_ = voice_.update(processed) || voice_in_pending_;
    meter_.update(processed);
    std::copy(processed.begin(), processed.end(), pending_.begin() + (half_filled_ ? block_samples : 0));
    half_filled_ = !half_filled_;
    if (half_filled_) return std::nullopt;
    const auto voice = std::exchange(voice_in_pending_, false);
    if (muted_) return std::nullopt;
    return EncodedAudio{encoder.encode(pending_), !voice, voice_.level_dbfs()};
}

} // namespace plenum::media
