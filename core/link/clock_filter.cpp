// SPDX-License-Identifier: Apache-2.0
#include "core/link/clock_filter.h"

#include <algorithm>
#include <chrono>

namespace plenum::link {

namespace {

/// t2 and t3 stand in whole µs on the wire, each cut off by less than one: 1 µs of offset, half of one of delay.
constexpr base::Duration rounding = std::chrono::microseconds{2};

base::Duration drift(base::Duration age) { return age / (1'000'000 / ClockFilter::drift_ppm); }

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
    const auto held = t3 - t2;
    if (held < base::Duration::zero() || held > away + drift(away) + rounding) return false;
    const bool again = first_answered_at_ && *asked >= *first_answered_at_;
    requests_.erase(asked);
    if (!first_answered_at_) first_answered_at_ = t4;

    const auto delay = std::max(away - held, base::Duration::zero());
    // Halved first: what the peer says may be near the end of time.
    const Sample sample{(t2 - t1) / 2 + (t3 - t4.time_since_epoch()) / 2, delay / 2 + rounding + drift(away), t4};
    trusted_ = trusted_ || again || sample.error <= trusted_at_once;
    // Two bounds that do not meet cannot both hold: the other's clock is another one now.
    std::erase_if(samples_, [&](const Sample& old) {
        const auto then = old.at(t4);
        return std::chrono::abs(then.value - sample.offset) > then.error_max + sample.error;
    });
    if (samples_.size() >= samples_max) samples_.pop_front();
    samples_.push_back(sample);
    best_ = *std::ranges::min_element(samples_.rbegin(), samples_.rend(), {},
                                      [&](const Sample& each) { return each.at(t4).error_max; });
    return true;
}

base::ClockOffset ClockFilter::Sample::at(base::LocalTime now) const {
    return {offset, error + drift(std::max(now - taken_at, base::Duration::zero()))};
}

} // namespace plenum::link
