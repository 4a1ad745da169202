// SPDX-License-Identifier: Apache-2.0
#include "core/member/conference_clock.h"

#include "core/link/clock_filter.h"

#include <chrono>

namespace plenum::node {

bool ConferenceClock::take(const base::ClockOffset& clock, base::Duration doubt, base::LocalTime now) {
    if (knew_better(clock, now)) return false;
    offset_ = clock;
    doubt_ = doubt;
    taken_at_ = now;
    const bool another =
        std::chrono::abs(clock.value - told_value_) > step || std::chrono::abs(doubt - told_doubt_) > step;
    if (!another) return false;
    told_value_ = clock.value;
    told_doubt_ = doubt;
    return true;
}

bool ConferenceClock::may_be_over(base::ConferenceTime sent_at, base::Duration lifetime, base::LocalTime now) const {
    if (sent_at == base::ConferenceTime{}) return false;
    return !offset_ || at(now) + doubt_ > sent_at + lifetime;
}

bool ConferenceClock::knew_better(const base::ClockOffset& clock, base::LocalTime now) const {
    const auto age = now - taken_at_;
    if (!offset_ || age > kept) return false;
    const auto error = offset_->error_max + age * link::ClockFilter::drift_ppm / 1'000'000;
    const bool agree = std::chrono::abs(clock.value - offset_->value) <= clock.error_max + error;
    return agree && clock.error_max > error + step;
}

} // namespace plenum::node
