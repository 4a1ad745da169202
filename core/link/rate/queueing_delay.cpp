// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate/queueing_delay.h"

#include <algorithm>

namespace plenum::link {

namespace {

/// More is no jitter.
constexpr base::Duration jitter_max = std::chrono::seconds{1};
/// One window more for so much unrest. Of k windows the least leaps a k-th as far, so that some milliseconds stay,
/// below what counts as a queue. Less sees queues later, more takes jitter for one.
constexpr base::Duration unrest_for_window = std::chrono::milliseconds{5};
/// However long a path's packets take, more is jitter.
constexpr base::Duration grain_max = std::chrono::milliseconds{20};

} // namespace

void QueueingDelay::handle_arrival(std::uint32_t arrived_us, base::LocalTime sent_at, base::LocalTime now) {
    if (!arrived_us_) {
        arrived_us_ = arrived_us;
        first_sent_at_ = sent_at;
    }
    // Signed, since an acknowledgement may be overtaken; a peer that lies makes the sum wrap and harms its own rate.
    arrived_ += static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(arrived_us - *arrived_us_)});
    arrived_us_ = arrived_us;
    constexpr std::int64_t bound = std::int64_t{1} << 50;
    const auto passed = std::clamp(static_cast<std::int64_t>(arrived_), -bound, bound);
    const auto delay = base::from_us(passed) - (sent_at - first_sent_at_);

    if (samples_ == 0) window_first_ = delay;
    window_least_ = samples_ == 0 ? delay : std::min(window_least_, delay);
    window_sum_ = samples_ == 0 ? base::Duration::zero() : window_sum_;
    window_sum_ += std::clamp<base::Duration>(delay - window_first_, -jitter_max, jitter_max);
    ++samples_;
    const auto number = bucket_number(now);
    auto& bucket = buckets_[static_cast<std::size_t>(number) % buckets];
    bucket = {number, bucket.number == number ? std::min(bucket.least, delay) : delay};
}

std::int64_t QueueingDelay::bucket_number(base::LocalTime now) { return now.time_since_epoch() / bucket_length; }

base::Duration QueueingDelay::least(base::LocalTime now) const {
    const auto oldest = bucket_number(now) - static_cast<std::int64_t>(buckets);
    auto result = base::Duration::max();
    for (const auto& bucket : buckets_)
        if (bucket.number > oldest) result = std::min(result, bucket.least);
    return result;
}

void QueueingDelay::note_window() {
    std::ranges::rotate(windows_, windows_.end() - 1);
    windows_.front() = window_least_;
    windows_known_ = std::min(windows_known_ + 1, windows_max);
    if (windows_known_ < 3) return;
    const auto aside = windows_[1] - (windows_[0] + windows_[2]) / 2;
    unrest_ = (15 * unrest_ + std::min(std::chrono::abs(aside), jitter_max)) / 16;
}

std::size_t QueueingDelay::windows_together(base::Duration grain) const {
    const auto leaps = std::max(unrest_ - std::min(grain, grain_max), base::Duration::zero());
    return std::min(windows_known_, 1 + static_cast<std::size_t>(leaps / unrest_for_window));
}

std::optional<base::Duration> QueueingDelay::close_window(base::LocalTime now, base::Duration grain) {
    if (samples_ == 0) return std::nullopt;
    // Of n packets with uniform jitter the least is late by 2 / (n + 1) of the mean.
    const auto mean = window_first_ + window_sum_ / samples_;
    noise_ = (7 * noise_ + 2 * std::max(mean - window_least_, base::Duration::zero()) / (samples_ + 1)) / 8;
    samples_ = 0;
    note_window();
    const auto standing = *std::ranges::min_element(windows_.begin(), windows_.begin() + windows_together(grain));
    const auto without_queue = least(now);
    // The windows' own packets may be older than all that is remembered, when nothing was heard for long.
    latest_ = std::max(standing - without_queue, base::Duration::zero());
    return latest_;
}

} // namespace plenum::link
