// SPDX-License-Identifier: Apache-2.0
#include "core/link/rtt.h"

#include "core/link/ack_tracker.h"

#include <algorithm>
#include <chrono>

namespace plenum::link {

namespace {

/// RFC 9002 §6.1.2: what timers cannot resolve.
constexpr base::Duration granularity = std::chrono::milliseconds{1};

} // namespace

void RttEstimator::add(base::Duration sample, base::Duration acknowledgement_delay) {
    if (sample <= base::Duration::zero()) sample = base::Duration{1};
    min_ = std::min(min_, sample);
    // A peer that claims more delay than it may cannot hide more of the path than that.
    const auto delay = std::clamp(acknowledgement_delay, base::Duration::zero(), AckTracker::delay_max);
    latest_ = sample >= min_ + delay ? sample - delay : sample;
    if (!has_sample_) {
        has_sample_ = true;
        smoothed_ = latest_;
        variance_ = latest_ / 2;
        return;
    }
    const auto deviation = smoothed_ > latest_ ? smoothed_ - latest_ : latest_ - smoothed_;
    variance_ = (3 * variance_ + deviation) / 4;
    smoothed_ = (7 * smoothed_ + latest_) / 8;
}

base::Duration RttEstimator::probe_timeout() const {
    return smoothed_ + std::max(4 * variance_, granularity) + AckTracker::delay_max;
}

} // namespace plenum::link
