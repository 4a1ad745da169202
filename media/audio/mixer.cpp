// SPDX-License-Identifier: Apache-2.0
#include "media/audio/mixer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace plenum::media {
namespace {

constexpr std::int64_t sample_max = 32767;
constexpr int calm_blocks_max = 50; // half a second
/// Above it the limiter bends the curve: 3 dB below full scale.
constexpr double knee = 0.708;

std::int16_t to_sample(double value) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -32768.0, 32767.0)));
}

/// Linear up to the knee, then towards full scale without reaching it.
double bend(double value) {
    const auto size = std::abs(value) / static_cast<double>(sample_max);
    if (size <= knee) return value;
    const auto over = (size - knee) / (1 - knee);
    const auto bent = knee + (1 - knee) * (over / (1 + over));
    return std::copysign(bent * static_cast<double>(sample_max), value);
}

} // namespace

void Mixer::begin() {
    sum_.fill(0);
    added_ = 0;
}

void Mixer::add(Source source, const AudioBlock& block) {
    auto& channel = channels_[source];
    const auto target = channel.muted ? 0.0 : channel.gain;
    const auto from = channel.gain_now.value_or(target);
    const auto step = (target - from) / static_cast<double>(block_samples);
    AudioBlock scaled;
    for (std::size_t i = 0; i < block_samples; ++i) {
        const auto value = block[i] * (from + step * static_cast<double>(i + 1));
        scaled[i] = to_sample(value);
        sum_[i] += std::lround(value);
    }
    channel.gain_now = target;
    channel.meter.update(scaled);
    channel.voice.update(scaled);
    ++added_;
}

AudioBlock Mixer::finish() {
    std::int64_t peak = 0;
    for (const auto sample : sum_)
        peak = std::max(peak, std::abs(sample));
    track_speakers(peak);
    const auto block = limit(1.0 / speakers_);
    master_.update(block);
    return block;
}

void Mixer::track_speakers(std::int64_t peak) {
    // One voice alone is never scaled; its peaks belong to the limiter.
    const auto bound = std::max(1, added_);
    const auto fits = [peak](int count) { return peak <= sample_max * count; };
    if (!fits(speakers_) && speakers_ < bound) {
        while (speakers_ < bound && !fits(speakers_))
            ++speakers_;
        calm_blocks_ = 0;
        return;
    }
    if (speakers_ == 1 || !fits(speakers_ - 1)) {
        calm_blocks_ = 0;
    } else if (++calm_blocks_ >= calm_blocks_max) {
        --speakers_;
        calm_blocks_ = 0;
    }
}

AudioBlock Mixer::limit(double scale) {
    // Down within the block's first millisecond, up over the whole block: loud is heard less than a step in volume.
    const auto ramp = scale < scale_now_ ? block_samples / 10 : block_samples;
    const auto step = (scale - scale_now_) / static_cast<double>(ramp);
    limiting_ = false;
    AudioBlock block;
    for (std::size_t i = 0; i < block_samples; ++i) {
        if (i < ramp) scale_now_ += step;
        const auto value = static_cast<double>(sum_[i]) * scale_now_;
        limiting_ = limiting_ || std::abs(value) > knee * static_cast<double>(sample_max);
        block[i] = to_sample(bend(value));
    }
    scale_now_ = scale;
    return block;
}

void Mixer::set_gain_db(Source source, double gain_db) {
    if (std::isnan(gain_db)) return;
    channels_[source].gain = from_db(std::clamp(gain_db, gain_db_min, gain_db_max));
}
void Mixer::set_muted(Source source, bool muted) { channels_[source].muted = muted; }
void Mixer::remove(Source source) { channels_.erase(source); }

Level Mixer::level(Source source) const {
    const auto found = channels_.find(source);
    return found == channels_.end() ? Level{} : found->second.meter.level();
}
bool Mixer::speaking(Source source) const {
    const auto found = channels_.find(source);
    return found != channels_.end() && found->second.voice.speaking();
}

} // namespace plenum::media
