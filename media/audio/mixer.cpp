// SPDX-License-Identifier: Apache-2.0
#include "media/audio/mixer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plenum::media {
namespace {

/// Steady music is background to a `VoiceDetector` after a while; this loud, it counts as a speaker.
constexpr float loud_dbfs = -30;

} // namespace

double SenderMix::factor_of(double gain_db) {
    return gain_db <= gain_db_min ? 0 : from_db(std::min(gain_db, gain_db_max));
}

void Mixer::begin() {
    sum_ = {};
    speakers_ = 0;
}

Mixer::Gains Mixer::gains_of(Source source, const SenderMix& mix) const {
    if (mix.muted || (solos_ > 0 && !mix.solo && source.member != base::MemberIndex{})) return {0, 0};
    const auto gain = SenderMix::factor_of(mix.gain_db) * sum_gain_;
    if (mix.pan == 0) return {gain, gain};
    const auto angle = (mix.pan + 1) * std::numbers::pi / 4;
    return {gain * std::numbers::sqrt2 * std::cos(angle), gain * std::numbers::sqrt2 * std::sin(angle)};
}

void Mixer::add(Source source, const StereoBlock& block) {
    auto& channel = channels_[source];
    const auto target = gains_of(source, channel.mix);
    const auto from = channel.gains.value_or(target);
    const auto slide = [](double begin, double end, std::size_t i) {
        return begin + (end - begin) * static_cast<double>(i + 1) / static_cast<double>(block_samples);
    };
    AudioBlock heard;
    for (std::size_t i = 0; i < block_samples; ++i) {
        const auto left = block.left[i] * slide(from.left, target.left, i);
        const auto right = block.right[i] * slide(from.right, target.right, i);
        sum_.left[i] += left;
        sum_.right[i] += right;
        heard[i] = to_sample(std::copysign(std::sqrt((left * left + right * right) / 2), left + right));
    }
    channel.gains = target;
    channel.meter.update(heard);
    if (channel.voice.update(heard) || channel.voice.level_dbfs() > loud_dbfs) ++speakers_;
}

StereoBlock Mixer::finish() {
    const auto block = amplitude_.apply(sum_, speakers_);
    master_.update(to_mono(block));
    return block;
}

void Mixer::set_mix(Source source, SenderMix mix) {
    if (std::isnan(mix.gain_db) || std::isnan(mix.pan)) return;
    mix.gain_db = std::clamp(mix.gain_db, SenderMix::gain_db_min, SenderMix::gain_db_max);
    mix.pan = std::clamp(mix.pan, -1.0, 1.0);
    auto& now = channels_[source].mix;
    solos_ += (mix.solo ? 1 : 0) - (now.solo ? 1 : 0);
    now = mix;
}

void Mixer::set_sum_gain_db(double gain_db) {
    if (!std::isnan(gain_db)) sum_gain_ = SenderMix::factor_of(gain_db);
}

SenderMix Mixer::mix(Source source) const {
    const auto found = channels_.find(source);
    return found == channels_.end() ? SenderMix{} : found->second.mix;
}

void Mixer::remove(Source source) {
    set_mix(source, {});
    channels_.erase(source);
}

Level Mixer::level(Source source) const {
    const auto found = channels_.find(source);
    return found == channels_.end() ? Level{} : found->second.meter.level();
}
bool Mixer::speaking(Source source) const {
    const auto found = channels_.find(source);
    return found != channels_.end() && found->second.voice.speaking();
}

AudioBlock to_mono(const StereoBlock& block) {
    AudioBlock mono;
    for (std::size_t i = 0; i < block_samples; ++i)
        mono[i] = static_cast<std::int16_t>((block.left[i] + block.right[i]) / 2);
    return mono;
}

} // namespace plenum::media
