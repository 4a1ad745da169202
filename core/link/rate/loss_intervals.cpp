// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate/loss_intervals.h"

#include <algorithm>

namespace plenum::link {

namespace {

/// RFC 5348 §5.4.
constexpr std::array<double, LossIntervals::intervals_max> weights{1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};
/// RFC 5348 §5.5: old intervals count half at the least.
constexpr double discount_min = 0.5;

} // namespace

bool LossIntervals::handle_lost(base::LocalTime sent_at, base::Duration rtt) {
    if (event_sent_at_ && sent_at <= *event_sent_at_ + rtt) {
        count();
        return false;
    }
    if (event_sent_at_) {
        std::shift_right(intervals_.begin(), intervals_.end(), 1);
        intervals_.front() = std::max(open_, 1.0);
        closed_ = std::min(closed_ + 1, intervals_max);
    }
    event_sent_at_ = sent_at;
    open_ = 1;
    return true;
}

void LossIntervals::seed(double packets) {
    intervals_.front() = std::max(packets, 1.0);
    closed_ = 1;
}

/// Of the closed intervals, each by its weight.
double LossIntervals::mean() const {
    double total = 0;
    double weight = 0;
    for (std::size_t i = 0; i < closed_; ++i) {
        total += intervals_[i] * weights[i];
        weight += weights[i];
    }
    return weight > 0 ? total / weight : 0;
}

/// §5.5: while the open interval is more than twice the mean, the past says less of the present.
double LossIntervals::discount(double mean) const {
    return open_ > 2 * mean ? std::max(2 * mean / open_, discount_min) : 1;
}

/// §5.4: the open interval counts only where it makes the rate smaller.
double LossIntervals::rate() const {
    if (!any()) return 0;
    const auto without_open = mean();
    const auto past = discount(without_open);
    double total = open_ * weights[0];
    double weight = weights[0];
    for (std::size_t i = 0; i + 1 < weights.size() && i < closed_; ++i) {
        total += intervals_[i] * weights[i + 1] * past;
        weight += weights[i + 1] * past;
    }
    return 1 / std::max({total / weight, without_open, 1.0});
}

} // namespace plenum::link
