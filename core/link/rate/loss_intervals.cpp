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
    if (events_known_ > 0 && sent_at <= events_.front().sent_at + rtt) {
        count();
        ++events_.front().lost;
        return false;
    }
    if (events_known_ > 0) {
        std::shift_right(intervals_.begin(), intervals_.end(), 1);
        intervals_.front() = std::max(open_, 1.0);
        closed_ = std::min(closed_ + 1, intervals_max);
    }
    std::shift_right(events_.begin(), events_.end(), 1);
    events_.front() = {sent_at, 1};
    events_known_ = std::min(events_known_ + 1, intervals_max);
    open_ = 1;
    return true;
}

void LossIntervals::handle_found(base::LocalTime sent_at) {
    for (std::size_t i = 0; i < events_known_; ++i) {
        if (events_[i].sent_at > sent_at) continue;
        if (events_[i].lost > 0 && --events_[i].lost == 0) remove_event(i);
        return;
    }
}

/// Its two intervals become one.
void LossIntervals::remove_event(std::size_t which) {
    std::shift_left(events_.begin() + static_cast<std::ptrdiff_t>(which), events_.end(), 1);
    --events_known_;
    if (events_known_ == 0) {
        closed_ = 0;
        open_ = 0;
    }
    if (which >= closed_) return;
    (which == 0 ? open_ : intervals_[which - 1]) += intervals_[which];
    std::shift_left(intervals_.begin() + static_cast<std::ptrdiff_t>(which), intervals_.end(), 1);
    --closed_;
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
