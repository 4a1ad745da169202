// SPDX-License-Identifier: Apache-2.0
#include "media/audio/computer_receiver.h"

#include <algorithm>
#include <cmath>

namespace plenum::media {
namespace {

AudioBlock take_block(std::vector<std::int16_t>& ready) {
    AudioBlock block{};
    const auto size = std::min(ready.size(), block_samples);
    std::copy_n(ready.begin(), size, block.begin());
    ready.erase(ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(size));
    return block;
}

} // namespace

void ComputerReceiver::push(AudioPacket packet, base::LocalTime arrived_at) {
    // Malformed ones keep their place: they are concealed like lost ones.
    if (const auto size = OpusSpeechDecoder::samples_in(packet.bytes); size > 0) packet_size_ = size;
    packet.duration = duration_of_samples(packet_size_);
    playout_.push(std::move(packet), arrived_at);
}

std::optional<StereoBlock> ComputerReceiver::next_block(base::LocalTime now) {
    while (left_.ready.size() < block_samples && decode_next(now + duration_of_samples(left_.ready.size()))) {
    }
    active_ = !left_.ready.empty();
    if (!active_) return std::nullopt;
    return StereoBlock{take_block(left_.ready), take_block(right_.ready)};
}

bool ComputerReceiver::decode_next(base::LocalTime now) {
    const auto item = playout_.pop(now);
    using Kind = PlayoutItem::Kind;
    if (item.kind == Kind::empty) return false;
    if (item.kind == Kind::stretch) {
        append(decoder_.conceal(block_samples), true);
        return true;
    }
    if (item.kind == Kind::packet) {
        if (auto sound = decoder_.decode(item.bytes)) {
            if (item.shorten) {
                sound->left = blend_halves(sound->left);
                sound->right = blend_halves(sound->right);
            }
            append(*sound, false);
            return true;
        }
        ++counters_.malformed;
    }
    ++counters_.concealed;
    append(decoder_.conceal(static_cast<std::size_t>(item.duration / block_duration) * block_samples), true);
    return true;
}

void ComputerReceiver::append(const StereoSamples& sound, bool concealed) {
    samples_ += sound.size();
    if (concealed) samples_concealed_ += sound.size();
    const auto faster = playout_.rate_correction();
    left_.rate.process(sound.left.view(), faster, left_.ready);
    right_.rate.process(sound.right.view(), faster, right_.ready);
}

double ComputerReceiver::concealed_ratio() const {
    return samples_ == 0 ? 0.0 : static_cast<double>(samples_concealed_) / static_cast<double>(samples_);
}

} // namespace plenum::media
