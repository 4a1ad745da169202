// SPDX-License-Identifier: Apache-2.0
#include "media/audio/sound_mixdown.h"

#include "media/audio/amplitude_control.h"

#include <algorithm>

namespace plenum::media {

void SoundMixdown::push(Stream stream, std::span<const std::int16_t> interleaved) {
    if (interleaved.size() < 2 || (!streams_.contains(stream) && streams_.size() >= streams_max)) return;
    auto& waiting = streams_[stream];
    waiting.ended = waiting.idle = false;
    const auto room = samples_max - std::min(samples_max, waiting.size());
    const auto taken = interleaved.first(2 * std::min(interleaved.size() / 2, room));
    waiting.samples.insert(waiting.samples.end(), taken.begin(), taken.end());
}

void SoundMixdown::end(Stream stream) {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return;
    found->second.ended = true;
    if (found->second.samples.empty()) streams_.erase(found);
}

bool SoundMixdown::is_due() const {
    const auto expected = [](const auto& each) { return !each.second.ended && !each.second.idle; };
    const bool all = std::ranges::any_of(streams_, expected) && std::ranges::all_of(streams_, [&](const auto& each) {
                         return !expected(each) || each.second.size() >= packet_samples_max;
                     });
    const bool late =
        std::ranges::any_of(streams_, [](const auto& each) { return each.second.size() >= 2 * packet_samples_max; });
    // Of those that ended, no other brings time along.
    const bool rest = !streams_.empty() && std::ranges::none_of(streams_, expected) &&
                      std::ranges::any_of(streams_, [](const auto& each) { return !each.second.samples.empty(); });
    return all || late || rest;
}

std::optional<StereoSamples> SoundMixdown::poll() {
    if (!is_due()) return std::nullopt;
    std::array<double, 2 * packet_samples_max> sum{};
    for (auto& [stream, waiting] : streams_) {
        const auto count = std::min(waiting.samples.size(), sum.size());
        for (std::size_t i = 0; i < count; ++i)
            sum[i] += waiting.samples[i];
        waiting.samples.erase(waiting.samples.begin(), waiting.samples.begin() + static_cast<std::ptrdiff_t>(count));
        if (count < sum.size()) waiting.idle = true;
    }
    std::erase_if(streams_, [](const auto& each) { return each.second.ended && each.second.samples.empty(); });
    StereoSamples sound;
    sound.left.size = sound.right.size = packet_samples_max;
    for (std::size_t i = 0; i < packet_samples_max; ++i) {
        sound.left.samples[i] = to_sample(sum[2 * i]);
        sound.right.samples[i] = to_sample(sum[2 * i + 1]);
    }
    return sound;
}

} // namespace plenum::media
