// SPDX-License-Identifier: Apache-2.0
#include "media/audio/voice_receiver.h"

#include <algorithm>
#include <cmath>

namespace plenum::media {
namespace {

/// One block out of two: the first fades into the second.
AudioBlock blend_halves(const AudioPacketSamples& samples) {
    AudioBlock block;
    for (std::size_t i = 0; i < block_samples; ++i) {
        const auto share = static_cast<double>(i) / static_cast<double>(block_samples);
        block[i] =
            static_cast<std::int16_t>(std::lround(samples[i] * (1 - share) + samples[block_samples + i] * share));
    }
    return block;
}

} // namespace

std::optional<AudioBlock> VoiceReceiver::next_block(base::LocalTime now) {
    if (samples_left_ == 0) decode_next(now);
    active_ = samples_left_ > 0;
    if (!active_) return std::nullopt;
    AudioBlock block;
    std::copy_n(samples_.end() - static_cast<std::ptrdiff_t>(samples_left_), block_samples, block.begin());
    samples_left_ -= block_samples;
    return block;
}

void VoiceReceiver::decode_next(base::LocalTime now) {
    auto item = playout.pop(now);
    using Kind = PlayoutItem::Kind;
    if (item.kind == Kind::empty) return;
    if (item.kind == Kind::stretch) {
        const auto block = decoder_.conceal_block();
        std::copy(block.begin(), block.end(), samples_.begin() + block_samples);
        samples_left_ = block_samples;
        ++blocks_;
        ++blocks_concealed_;
        return;
    }
    if (item.kind == Kind::packet) {
        if (auto samples = decoder_.decode(item.bytes)) return fill(*samples, false, item.shorten);
        ++counters_.malformed;
        item.bytes.clear();
    }
    if (OpusSpeechDecoder::has_correction(item.bytes)) {
        ++counters_.corrected;
        return fill(decoder_.decode_correction(item.bytes), true, false);
    }
    ++counters_.concealed;
    fill(decoder_.conceal(), true, false);
}

void VoiceReceiver::fill(const AudioPacketSamples& samples, bool concealed, bool shorten) {
    samples_ = samples;
    samples_left_ = packet_samples;
    if (shorten) {
        const auto block = blend_halves(samples);
        std::copy(block.begin(), block.end(), samples_.begin() + block_samples);
        samples_left_ = block_samples;
    }
    const auto blocks = samples_left_ / block_samples;
    blocks_ += blocks;
    if (concealed) blocks_concealed_ += blocks;
}

double VoiceReceiver::concealed_ratio() const {
    return blocks_ == 0 ? 0.0 : static_cast<double>(blocks_concealed_) / static_cast<double>(blocks_);
}

} // namespace plenum::media
