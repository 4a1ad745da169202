// SPDX-License-Identifier: Apache-2.0
#include "media/audio/delay_target.h"

#include <algorithm>
#include <span>

namespace plenum::media {
namespace {

using base::Duration;

constexpr double percentile_long = 0.97;
constexpr double percentile_short = 0.90;
constexpr double loss_worth_delay = 0.01;
constexpr double loss_share = 0.01; // forgets within some hundred packets
constexpr std::uint64_t sequence_jump_max = 1'000'000;

Duration percentile(std::span<Duration> values, double share) {
    const auto index = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
    return values[index];
}

} // namespace

bool DelayTarget::plausible(std::uint64_t sequence) const {
    return !any() || sequence <= highest_seen_ + sequence_jump_max;
}

Duration DelayTarget::handle_packet(std::uint64_t sequence, Duration transit) {
    transits_[transit_count_ % window_long] = transit;
    ++transit_count_;
    note_sequence(sequence);
    return update();
}

void DelayTarget::note_sequence(std::uint64_t sequence) {
    if (sequence <= highest_seen_) {
        // Out of order, not lost after all.
        loss_ratio_ = std::max(0.0, loss_ratio_ - loss_share);
        return;
    }
    const auto missing = transit_count_ > 1 ? std::min<std::uint64_t>(sequence - highest_seen_ - 1, 50) : 0;
    for (std::uint64_t i = 0; i < missing; ++i)
        loss_ratio_ += (1.0 - loss_ratio_) * loss_share;
    loss_ratio_ -= loss_ratio_ * loss_share;
    highest_seen_ = sequence;
}

Duration DelayTarget::update() {
    std::array<Duration, window_long> sorted;
    const auto size = std::min(transit_count_, window_long);
    const auto recent = std::min(transit_count_, window_short);
    for (std::size_t i = 0; i < recent; ++i)
        sorted[i] = transits_[(transit_count_ - 1 - i) % window_long];
    const auto jitter_short = percentile({sorted.data(), recent}, percentile_short);
    std::copy_n(transits_.begin(), size, sorted.begin());
    const auto jitter_long = percentile({sorted.data(), size}, percentile_long);
    const auto transit_min = *std::min_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(size));

    auto target = std::max(jitter_long, jitter_short) - transit_min + options_.margin;
    if (loss_ratio_ > loss_worth_delay) target += options_.packet_duration;
    target = std::clamp(target, options_.delay_min, options_.delay_max);
    const auto moved = (target_ - target) + (transit_min_ - transit_min);
    target_ = target;
    transit_min_ = transit_min;
    return moved;
}

} // namespace plenum::media
