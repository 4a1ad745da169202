// SPDX-License-Identifier: Apache-2.0
#include "media/replay/replay_voice.h"

#include <algorithm>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;

constexpr Duration packet_max = duration_of_samples(packet_samples_max);
/// How far the times of packets that follow each other may be from what was decoded, before it is set right.
constexpr Duration drift_max = 60ms;
/// Packets that were lost sound on for so long (RFC 6716 §4.4: concealment fades).
constexpr int concealed_max = 12;

} // namespace

ReplayVoice::ReplayVoice(const ReplayHistory& history, base::MemberIndex sender, base::LocalTime at)
    : history_{history},
      sender_{sender},
      taken_{at - packet_max} {}

AudioBlock ReplayVoice::next(base::LocalTime at) {
    while (ready_.size() < block_samples && decode_next(at + duration_of_samples(ready_.size()))) {
    }
    if (ready_.size() < block_samples && begun_ && concealed_++ < concealed_max)
        append(decoder_.conceal(block_samples));
    AudioBlock block{};
    const auto size = std::min(ready_.size(), block_samples);
    std::copy_n(ready_.begin(), size, block.begin());
    ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(size));
    return block;
}

bool ReplayVoice::decode_next(base::LocalTime at) {
    const auto packet = history_.sound_after(sender_, taken_);
    if (!packet) return false;
    const bool follows = begun_ && packet->flow == flow_ && packet->sequence == sequence_.next();
    const auto early = follows ? drift_max : Duration{block_duration / 2};
    if (packet->begins > at + early) return false;
    taken_ = packet->begins;
    const bool late = packet->ends() + (follows ? drift_max : Duration{}) <= at;
    if (late) return true;
    const auto sound = decoder_.decode(packet->bytes);
    if (!sound) return true;
    flow_ = packet->flow;
    sequence_ = packet->sequence;
    concealed_ = 0;
    const bool first = !std::exchange(begun_, true);
    append(*sound);
    if (first && packet->begins < at) {
        const auto before = static_cast<std::size_t>((at - packet->begins).count() * sample_rate_hz / 1'000'000'000);
        ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(std::min(before, ready_.size())));
    }
    return true;
}

void ReplayVoice::append(const PacketSamples& sound) {
    const auto samples = sound.view();
    ready_.insert(ready_.end(), samples.begin(), samples.end());
}

} // namespace plenum::media
