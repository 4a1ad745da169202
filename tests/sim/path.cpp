// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/path.h"

#include <algorithm>

namespace plenum::sim {

namespace {

constexpr std::uint32_t million = 1'000'000;
constexpr std::uint64_t flipped_bits_max = 8;

base::Duration time_on_wire(std::uint64_t bytes, std::uint64_t kbps) {
    return base::Duration{static_cast<std::int64_t>(bytes * 8'000'000 / kbps)};
}

base::Duration longest_queue(const PathConditions& conditions) {
    return std::max(conditions.queue_max, time_on_wire(queue_bytes_min, conditions.bandwidth_kbps));
}

base::Duration draw_between(base::Random& random, base::Duration low, base::Duration high) {
    return base::Duration{random.between(low.count(), high.count())};
}

} // namespace

std::uint32_t BurstLoss::mean_ppm() const {
    if (enter_ppm + leave_ppm == 0) return good_ppm;
    const auto weighed = std::uint64_t{leave_ppm} * good_ppm + std::uint64_t{enter_ppm} * bad_ppm;
    return static_cast<std::uint32_t>(weighed / (enter_ppm + leave_ppm));
}

base::Duration longest_delay(const PathConditions& conditions) {
    const auto flight = conditions.delay_max + conditions.spikes.height_max;
    if (conditions.bandwidth_kbps == 0) return flight;
    // A datagram that finds the queue just below its bound is the last that it takes.
    const auto datagram = time_on_wire(datagram_bytes_max, conditions.bandwidth_kbps);
    return flight + longest_queue(conditions) + datagram;
}

std::optional<VirtualTime> Path::leave_queue(const PathConditions& conditions, std::size_t bytes, VirtualTime now) {
    if (conditions.bandwidth_kbps == 0) return now;
    if (free_at_ - now > longest_queue(conditions)) return std::nullopt;
    free_at_ = std::max(free_at_, now) + time_on_wire(bytes + header_bytes, conditions.bandwidth_kbps);
    return free_at_;
}

void Path::weather(const BurstLoss& burst, VirtualTime at) {
    auto slots = burst.slot > base::Duration{} ? (at - slot_at_) / burst.slot : 1;
    slot_at_ += slots * burst.slot;
    for (; slots > 0; --slots)
        if (weather_.chance(bad_ ? burst.leave_ppm : burst.enter_ppm)) bad_ = !bad_;
}

bool Path::loses(const PathConditions& conditions, VirtualTime at) {
    const bool lost = random_.chance(conditions.loss_ppm);
    if (!conditions.burst.active()) return lost;
    weather(conditions.burst, at);
    return weather_.chance(bad_ ? conditions.burst.bad_ppm : conditions.burst.good_ppm) || lost;
}

bool Path::damages(const PathConditions& conditions, base::Bytes& datagram) {
    if (conditions.corrupt_ppm + conditions.truncate_ppm == 0 || datagram.empty()) return false;
    const auto draw = weather_.below(million);
    if (draw < conditions.truncate_ppm) {
        datagram.resize(weather_.below(datagram.size()));
        return true;
    }
    if (draw - conditions.truncate_ppm >= conditions.corrupt_ppm) return false;
    const auto first = weather_.below(datagram.size() * 8);
    datagram[first / 8] ^= static_cast<std::uint8_t>(1U << first % 8);
    for (auto more = weather_.below(flipped_bits_max); more > 0; --more) {
        const auto bit = weather_.below(datagram.size() * 8);
        // Never the first again, so that it stays damaged.
        if (bit != first) datagram[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    }
    return true;
}

base::Duration Path::spike(const Spikes& spikes, VirtualTime at) {
    if (spikes.every == base::Duration{}) return {};
    while (at >= spike_until_) {
        const auto pause = draw_between(weather_, {}, 2 * spikes.every);
        // The first begins anywhere, so that paths do not spike together.
        spike_from_ = (spikes_drawn_ ? spike_until_ : VirtualTime{}) + pause;
        spike_until_ = spike_from_ + draw_between(weather_, spikes.length_min, spikes.length_max) + base::Duration{1};
        spike_height_ = draw_between(weather_, spikes.height_min, spikes.height_max);
        spikes_drawn_ = true;
    }
    return at >= spike_from_ ? spike_height_ : base::Duration{};
}

Path::Arrival Path::arrival(const PathConditions& conditions, VirtualTime departs_at) {
    const auto delay = draw_between(random_, conditions.delay_min, conditions.delay_max);
    Arrival result{departs_at + delay + spike(conditions.spikes, departs_at)};
    if (random_.chance(conditions.reorder_ppm)) {
        result.overtakes = result.at < last_arrival_;
    } else {
        result.at = last_arrival_ = std::max(result.at, last_arrival_);
    }
    return result;
}

} // namespace plenum::sim
