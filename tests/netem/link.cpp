// SPDX-License-Identifier: Apache-2.0
#include "tests/netem/link.h"

#include <algorithm>

namespace plenum::netem {

namespace {

constexpr std::uint64_t bits_to_ns = 8ULL * 1'000'000'000ULL;

} // namespace

std::vector<Passage> Link::offer(std::size_t bytes, LocalTime now) {
    counters_.packets += 1;
    counters_.bytes += bytes;
    if (!settings.connected) {
        counters_.disconnected += 1;
        return {};
    }
    const auto departure = leave_queue(bytes, now);
    if (!departure) {
        counters_.queue_full += 1;
        return {};
    }
    // Lost on the wire, after it took its share of the rate.
    if (draw_loss()) {
        counters_.lost += 1;
        return {};
    }
    std::vector<Passage> passages{pass(*departure)};
    if (random_.chance(settings.duplicate)) {
        counters_.duplicated += 1;
        passages.push_back(pass(*departure));
    }
    counters_.passed += passages.size();
    return passages;
}

bool Link::draw_loss() {
    const auto lost = random_.chance(settings.loss);
    if (!settings.burst) return lost;
    const auto& burst = *settings.burst;
    if (random_.chance(burst_bad_ ? burst.leave : burst.enter)) burst_bad_ = !burst_bad_;
    return random_.chance(burst_bad_ ? burst.loss_bad : burst.loss_good) || lost;
}

std::optional<LocalTime> Link::leave_queue(std::size_t bytes, LocalTime now) {
    if (settings.rate_bps == 0) return now;
    const auto begin = std::max(now, queue_empty_at_);
    const auto waiting_ns = static_cast<std::uint64_t>((begin - now).count());
    const auto waiting_bytes = waiting_ns * settings.rate_bps / bits_to_ns;
    if (waiting_bytes + bytes > settings.queue_bytes_max) return std::nullopt;
    counters_.queue_bytes_peak = std::max<std::uint64_t>(counters_.queue_bytes_peak, waiting_bytes + bytes);
    queue_empty_at_ = begin + Duration{static_cast<std::int64_t>(bytes * bits_to_ns / settings.rate_bps)};
    return queue_empty_at_;
}

Passage Link::pass(LocalTime departure) {
    auto at = departure + settings.delay;
    if (settings.jitter > Duration::zero()) {
        at += Duration{random_.between(-settings.jitter.count(), settings.jitter.count())};
    }
    if (random_.chance(settings.reorder)) {
        counters_.reordered += 1;
        at += settings.reorder_delay;
    } else if (settings.keep_order) {
        at = std::max(at, last_out_);
        last_out_ = at;
    }
    const auto corrupt = random_.chance(settings.corrupt);
    if (corrupt) counters_.corrupted += 1;
    return {std::max(at, departure), corrupt};
}

} // namespace plenum::netem
