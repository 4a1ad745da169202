// SPDX-License-Identifier: Apache-2.0
#include "media/audio/voice_receiver.h"

#include <algorithm>
#include <cmath>

namespace plenum::media {
namespace {

std::size_t samples_of(base::Duration duration) {
    return static_cast<std::size_t>(duration / block_duration) * block_samples;
}

} // namespace

PacketSamples blend_halves(const PacketSamples& sound) {
    PacketSamples blended{.size = sound.size / 2};
    for (std::size_t i = 0; i < blended.size; ++i) {
        const auto share = static_cast<double>(i) / static_cast<double>(blended.size);
        blended.samples[i] = static_cast<std::int16_t>(
            std::lround(sound.samples[i] * (1 - share) + sound.samples[blended.size + i] * share));
    }
    return blended;
}

void VoiceReceiver::push(AudioPacket packet, base::LocalTime arrived_at) {
    // Malformed ones keep their place: they are concealed like lost ones.
    if (const auto size = OpusSpeechDecoder::samples_in(packet.bytes); size > 0) packet_size_ = size;
    packet.duration = duration_of_samples(packet_size_);
    playout_.push(std::move(packet), arrived_at);
}

std::optional<AudioBlock> VoiceReceiver::next_block(base::LocalTime now) {
    // What is decoded next is heard after what is ready.
    while (ready_.size() < block_samples && decode_next(now + duration_of_samples(ready_.size()))) {
    }
    active_ = !ready_.empty();
    if (!active_) return std::nullopt;
    AudioBlock block{};
    const auto size = std::min(ready_.size(), block_samples);
    std::copy_n(ready_.begin(), size, block.begin());
    ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(size));
    return block;
}

bool VoiceReceiver::decode_next(base::LocalTime now) {
    const auto item = playout_.pop(now);
    using Kind = PlayoutItem::Kind;
    switch (item.kind) {
    case Kind::empty: return false;
    case Kind::stretch: append(decoder_.conceal(block_samples), true); return true;
    case Kind::lost: append(make_good(item), true); return true;
    case Kind::packet: break;
    }
    if (const auto sound = decoder_.decode(item.bytes)) {
        append(item.shorten ? blend_halves(*sound) : *sound, false);
        return true;
    }
    ++counters_.malformed;
    append(make_good({.duration = item.duration}), true);
    return true;
}

PacketSamples VoiceReceiver::make_good(const PlayoutItem& item) {
    if (OpusSpeechDecoder::has_correction(item.bytes)) {
        ++counters_.corrected;
        return decoder_.decode_correction(item.bytes, samples_of(item.duration));
    }
    ++counters_.concealed;
    return decoder_.conceal(samples_of(item.duration));
}

void VoiceReceiver::append(const PacketSamples& sound, bool concealed) {
    samples_ += sound.size;
    if (concealed) samples_concealed_ += sound.size;
    rate_.process(sound.view(), playout_.rate_correction(), ready_);
}

double VoiceReceiver::concealed_ratio() const {
    return samples_ == 0 ? 0.0 : static_cast<double>(samples_concealed_) / static_cast<double>(samples_);
}

} // namespace plenum::media
