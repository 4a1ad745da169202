// SPDX-License-Identifier: Apache-2.0
#include "core/link/clock_filter.h"

#include <algorithm>
#include <chrono>

namespace plenum::link {

namespace {

/// t2 and t3 stand in whole µs on the wire, each cut off by less than one.
constexpr base::Duration rounding = std::chrono::microseconds{2};
/// No clock runs for longer; so that sums of times do not overflow.
constexpr base::Duration clock_max = std::chrono::hours{24 * 365 * 100};
/// Delays that vary by less, there and back together, are even: of sixteen each way the fastest differ by some 5 ms.
constexpr base::Duration even_within = std::chrono::milliseconds{150};
/// So many exchanges make a first clock where delays vary.
constexpr std::size_t first_samples = 32;

base::Duration drift(base::Duration age) { return age / (1'000'000 / ClockFilter::drift_ppm); }
base::Duration drift_since(base::LocalTime then, base::LocalTime now) {
    return drift(std::max(now - then, base::Duration::zero()));
}

} // namespace

wire::ClockRequestFrame ClockFilter::make_request(base::LocalTime t1) {
    if (requests_.size() >= requests_max) requests_.pop_front();
    requests_.push_back(t1);
    return {t1};
}

bool ClockFilter::handle_response(const wire::ClockResponseFrame& response, base::LocalTime t4) {
    const auto asked = std::ranges::find_if(requests_, [&](base::LocalTime request) {
        return base::to_us(request.time_since_epoch()) == base::to_us(response.request_sent_at.time_since_epoch());
    });
    if (asked == requests_.end()) return false;
    const auto t1 = asked->time_since_epoch();
    const auto t2 = response.received_at.time_since_epoch();
    const auto t3 = response.sent_at.time_since_epoch();
    const auto away = t4.time_since_epoch() - t1;
    if (t2 > clock_max || t3 > clock_max) return false;
    const auto held = t3 - t2;
    if (held < base::Duration::zero() || held > away + drift(away) + rounding) return false;
    const bool again = first_answered_at_ && *asked >= *first_answered_at_;
    requests_.erase(asked);
    if (!first_answered_at_) first_answered_at_ = t4;

    const auto unsure = rounding + drift(away);
    // What took no time may seem to have taken less, by the rounding.
    const auto least = std::min(t3 - t4.time_since_epoch(), t2 - t1) - unsure;
    const Sample sample{least, std::max(t2 - t1, t3 - t4.time_since_epoch()) + unsure, t4};
    trusted_ = trusted_ || again || (sample.most - sample.least) / 2 <= trusted_at_once;
    keep(sample);
    return true;
}

void ClockFilter::keep(const Sample& sample) {
    const auto now = sample.taken_at;
    // Two bounds that do not meet cannot both hold: the other's clock is another one now. Of those that are left any
    // two meet, so all do.
    std::erase_if(samples_, [&](const Sample& old) {
        return old.least_at(now) > sample.most || old.most_at(now) < sample.least;
    });
    const auto is_over = [&] { return samples_.size() >= samples_least && now - samples_.front().taken_at > fresh; };
    while (samples_.size() >= samples_max || is_over())
        samples_.pop_front();
    samples_.push_back(sample);
    find_tightest(now);
}

void ClockFilter::find_tightest(base::LocalTime now) {
    std::array<base::Duration, samples_max> ways{};
    const auto rank = [&](auto&& less_is_faster) {
        const auto end = std::ranges::transform(samples_, ways.begin(), less_is_faster).out;
        const auto behind = ways.begin() + static_cast<std::ptrdiff_t>(std::min(behind_fastest, samples_.size() - 1));
        std::ranges::nth_element(ways.begin(), behind, end);
        return *behind - *std::ranges::min_element(ways.begin(), end);
    };
    least_ = *std::ranges::max_element(samples_, {}, [&](const Sample& each) { return each.least_at(now); });
    most_ = *std::ranges::min_element(samples_, {}, [&](const Sample& each) { return each.most_at(now); });
    const auto back = rank([&](const Sample& each) { return -each.least_at(now); });
    const auto there = rank([&](const Sample& each) { return each.most_at(now); });
    doubt_ = samples_.size() > behind_fastest ? (back + there) / 2 : base::Duration::max();
}

std::optional<base::ClockOffset> ClockFilter::offset(base::LocalTime now) const {
    if (!least_ || !trusted_) return std::nullopt;
    const auto least = least_->least_at(now);
    const auto error = (most_->most_at(now) - least) / 2;
    return base::ClockOffset{least + error, error};
}

base::Duration ClockFilter::interval() const {
    if (samples_.empty()) return interval_even;
    const auto now = samples_.back().taken_at;
    const auto fastest = most_->most_at(now) - least_->least_at(now);
    const auto last = samples_.back().most - samples_.back().least;
    if (last - fastest <= even_within) return interval_even;
    return samples_.size() < first_samples ? interval_first : interval_uneven;
}

base::Duration ClockFilter::Sample::least_at(base::LocalTime now) const { return least - drift_since(taken_at, now); }
base::Duration ClockFilter::Sample::most_at(base::LocalTime now) const { return most + drift_since(taken_at, now); }

} // namespace plenum::link
