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
/// Up to which a doubt is small, up to which it is worth no datagram of its own, and up to which nobody notices it.
constexpr base::Duration small_doubt = std::chrono::milliseconds{40};
constexpr base::Duration no_doubt = std::chrono::milliseconds{10};
constexpr base::Duration least_doubt = std::chrono::milliseconds{2};

/// Of so many ways behind the fastest the distance is judged by; further behind, ways are less and less like it.
constexpr std::size_t behind_max = 32;
/// Where datagrams wait for those before them the shortest delays are rarer than those just above: what follows from
/// the others is too little, by up to this in simulated paths of 20 to 500 ms that keep the order.
constexpr double in_queues = 2.5;
/// By `behind`: how many times as far as that many lie behind the fastest it may itself lie behind the fastest that
/// there can be. Where delays just above the least are alike often, distances from one to the next have one exponential
/// distribution, and the first exceeds c times the sum of the m after it with a probability of (1 + c)^-m.
constexpr auto times_behind = [] {
    std::array<double, behind_max + 1> table{};
    for (std::size_t behind = 1; behind <= behind_max; ++behind) {
        const auto is_enough = [&](double times) {
            double once_in = 1;
            for (std::size_t i = 0; i < behind; ++i)
                once_in *= 1 + times;
            return once_in >= ClockFilter::wrong_once_in;
        };
        double above = ClockFilter::wrong_once_in;
        for (double step = above / 2; step > 1.0 / 1024; step /= 2) {
            if (is_enough(above - step)) above -= step;
        }
        table.at(behind) = above;
    }
    return table;
}();

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
    if (t2 > clock_max || t3 > clock_max || response.error > clock_max) return false;
    const auto held = t3 - t2;
    if (held < base::Duration::zero() || held > away + drift(away) + rounding) return false;
    const bool again = first_answered_at_ && *asked >= *first_answered_at_;
    requests_.erase(asked);
    if (!first_answered_at_) first_answered_at_ = t4;

    const auto unsure = rounding + drift(away) + response.error;
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
    const auto contradicted = std::erase_if(samples_, [&](const Sample& old) {
        return old.least_at(now) > sample.most || old.most_at(now) < sample.least;
    });
    if (contradicted > 0) trend_.clear();
    trend_.add(sample.least, sample.most, now);
    const auto is_over = [&] { return samples_.size() >= samples_least && now - samples_.front().taken_at > fresh; };
    while (samples_.size() >= samples_max || is_over())
        samples_.pop_front();
    samples_.push_back(sample);
    find_tightest(now);
}

void ClockFilter::find_tightest(base::LocalTime now) {
    least_ = *std::ranges::max_element(samples_, {}, [&](const Sample& each) { return each.least_at(now); });
    most_ = *std::ranges::min_element(samples_, {}, [&](const Sample& each) { return each.most_at(now); });
    const auto behind = std::min(samples_.size() / 2, behind_max);
    doubt_ = base::Duration::max();
    if (behind == 0) return;
    std::array<base::Duration, samples_max> ways{};
    const auto distance = [&](auto&& way) {
        const auto end = std::ranges::transform(samples_, ways.begin(), way).out;
        const auto far = ways.begin() + static_cast<std::ptrdiff_t>(behind);
        std::ranges::nth_element(ways.begin(), far, end);
        return *far - *std::ranges::min_element(ways.begin(), far);
    };
    const auto back = distance([&](const Sample& each) { return -each.least_at(now); });
    const auto there = distance([&](const Sample& each) { return each.most_at(now); });
    // The middle is wrong by half of what one fastest way is further behind than the other.
    const auto wrong = static_cast<double>(std::max(back, there).count()) / 2 * times_behind.at(behind) * in_queues;
    doubt_ = base::Duration{static_cast<base::Duration::rep>(std::min(wrong, static_cast<double>(clock_max.count())))};
}

std::optional<base::ClockOffset> ClockFilter::offset(base::LocalTime now) const {
    if (!least_ || !trusted_) return std::nullopt;
    const auto least = least_->least_at(now);
    const auto most = most_->most_at(now);
    const auto likely = std::clamp(trend_.offset(now), least, most);
    return base::ClockOffset{likely, std::max(likely - least, most - likely)};
}

std::optional<base::Duration> ClockFilter::doubt_last() const {
    if (samples_.empty()) return std::nullopt;
    const auto now = samples_.back().taken_at;
    return std::min(doubt_, (most_->most_at(now) - least_->least_at(now)) / 2);
}

base::Duration ClockFilter::interval() const {
    const auto doubt = doubt_last();
    if (!doubt || *doubt > small_doubt) return interval_first;
    return *doubt > no_doubt ? interval_uneven : interval_even;
}

base::Duration ClockFilter::interval_riding() const {
    const auto doubt = doubt_last();
    return !doubt || *doubt > least_doubt ? interval_first : interval_even;
}

base::Duration ClockFilter::Sample::least_at(base::LocalTime now) const { return least - drift_since(taken_at, now); }
base::Duration ClockFilter::Sample::most_at(base::LocalTime now) const { return most + drift_since(taken_at, now); }

} // namespace plenum::link
