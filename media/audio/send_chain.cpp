// SPDX-License-Identifier: Apache-2.0
#include "media/audio/send_chain.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plenum::media {
namespace {

constexpr CaptureProcessing::Options no_processing{false, false, false};

void apply_gain(AudioBlock& block, double gain) {
    if (gain == 1) return;
    for (auto& sample : block) {
        sample = static_cast<std::int16_t>(std::lround(std::clamp(sample * gain, -32768.0, 32767.0)));
    }
}

} // namespace

SendChain::SendChain(OpusSpeechEncoder encoder, const CaptureProcessing::Options& processing, AudioMode mode)
    : encoder_{std::move(encoder)},
      processing_{mode == AudioMode::low_delay ? no_processing : processing},
      wanted_processing_{processing} {
    duration_.set_bitrate(encoder_.options().bitrate_bps);
    set_mode(mode);
}

std::optional<EncodedAudio> SendChain::capture(const AudioBlock& block) {
    // Between two packets, so that none is of neither duration.
    if (pending_.size == 0) packet_duration_ = duration_.duration();
    const auto processed = processing_.process(block);
    for (std::size_t at = 0; at < processed.size(); at += block_samples) {
        AudioBlock part;
        std::ranges::copy(processed.subspan(at, block_samples), part.begin());
        take(part);
    }
    if (duration_of_samples(pending_.size) < packet_duration_) return std::nullopt;
    return encode();
}

void SendChain::take(AudioBlock block) {
    apply_gain(block, gain_);
    voice_in_pending_ = voice_.update(block) || voice_in_pending_;
    meter_.update(block);
    std::ranges::copy(block, pending_.samples.begin() + static_cast<std::ptrdiff_t>(pending_.size));
    pending_.size += block_samples;
}

std::optional<EncodedAudio> SendChain::encode() {
    const auto voice = std::exchange(voice_in_pending_, false);
    const auto sound = std::exchange(pending_, {});
    if (muted_) return std::nullopt;
    return EncodedAudio{encoder_.encode(sound.view()), !voice, voice_.level_dbfs(), duration_of_samples(sound.size)};
}

void SendChain::set_mode(AudioMode mode) {
    duration_.set_mode(mode);
    encoder_.set_low_delay(mode == AudioMode::low_delay);
    restart();
}

void SendChain::set_processing(const CaptureProcessing::Options& options) {
    wanted_processing_ = options;
    restart();
}

void SendChain::restart() {
    processing_.set_options(duration_.mode() == AudioMode::low_delay ? no_processing : wanted_processing_);
    pending_.size = 0; // what is there of a packet: the filters begin anew anyway
    voice_in_pending_ = false;
}

void SendChain::set_bitrate(int bitrate_bps) {
    encoder_.set_bitrate(bitrate_bps);
    duration_.set_bitrate(bitrate_bps);
}

void SendChain::set_loss_percent(int loss_percent) {
    encoder_.set_loss_percent(loss_percent);
    duration_.set_loss_percent(loss_percent);
}

} // namespace plenum::media
