// SPDX-License-Identifier: Apache-2.0
#include "media/audio/delay_target.h"

#include <algorithm>
#include <span>
#include <utility>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;

constexpr double percentile_long = 0.97;
constexpr double percentile_short = 0.90;
constexpr Duration span_long = 10s;
constexpr Duration span_short = 1s;
constexpr double loss_worth_delay = 0.01;
constexpr double loss_share = 0.01; // forgets within some hundred packets
constexpr std::uint64_t sequence_jump_max = 1'000'000;
/// Added as long as little is known: it is gone after `span_short`.
constexpr Duration margin_unknown = 10ms;
/// The long window changes little from one packet to the next.
constexpr std::size_t packets_between = 8;
/// Requests come in step with the loudspeaker; a machine held up for longer is no rule to go by.
constexpr double percentile_requests = 0.97;
constexpr Duration request_jitter_max = 20ms;
constexpr std::size_t requests_between = 16;

Duration percentile(std::span<Duration> values, double share) {
    const auto index = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
    return values[index];
}

} // namespace

bool DelayTarget::plausible(std::uint64_t sequence) const {
    return !any() || sequence <= highest_seen_ + sequence_jump_max;
}

Duration DelayTarget::handle_packet(std::uint64_t sequence, Duration duration, Duration transit) {
    transits_.push(transit);
    note_sequence(sequence);
    packet_duration_ = duration;
    const auto transit_min_before = transit_min_;
    measure_transits();
    return set_target() + (transit_min_before - transit_min_);
}

Duration DelayTarget::handle_request(Duration early) {
    requests_.push(early);
    if (requests_.count % requests_between != 0) return {};
    auto values = requests_.values;
    const auto size = std::min(requests_.count, values.size());
    request_jitter_ =
        std::clamp(percentile({values.data(), size}, percentile_requests), Duration::zero(), request_jitter_max);
    return set_target();
}

void DelayTarget::note_sequence(std::uint64_t sequence) {
    if (sequence <= highest_seen_) {
        // Out of order, not lost after all.
        loss_ratio_ = std::max(0.0, loss_ratio_ - loss_share);
        return;
    }
    const auto missing = transits_.count > 1 ? std::min<std::uint64_t>(sequence - highest_seen_ - 1, 50) : 0;
    for (std::uint64_t i = 0; i < missing; ++i)
        loss_ratio_ += (1.0 - loss_ratio_) * loss_share;
    loss_ratio_ -= loss_ratio_ * loss_share;
    highest_seen_ = sequence;
}

void DelayTarget::measure_transits() {
    std::array<Duration, packets_max> recent;
    // The newest first.
    const auto take = [&](Duration span) {
        const auto size = std::min({transits_.count, packets_max, static_cast<std::size_t>(span / packet_duration_)});
        for (std::size_t i = 0; i < size; ++i)
            recent[i] = transits_.values[(transits_.count - 1 - i) % packets_max];
        return std::span{recent.data(), size};
    };
    const auto newest = transits_.values[(transits_.count - 1) % packets_max];
    if (transits_.count % packets_between == 1 || newest < transit_min_) {
        const auto all = take(span_long);
        transit_min_ = std::ranges::min(all);
        transit_long_ = percentile(all, percentile_long);
    }
    jitter_ = std::max(transit_long_, percentile(take(span_short), percentile_short)) - transit_min_;
}

Duration DelayTarget::set_target() {
    const auto known = packet_duration_ * static_cast<std::int64_t>(transits_.count);
    const auto unknown = std::max(Duration::zero(), span_short - known) * margin_unknown.count() / span_short.count();
    auto target = jitter_ + request_jitter_ + options_.margin + unknown;
    if (loss_ratio_ > loss_worth_delay) target += packet_duration_;
    target = std::clamp(target, options_.delay_min, options_.delay_max);
    return std::exchange(target_, target) - target;
}

} // namespace plenum::media
