// SPDX-License-Identifier: Apache-2.0
#include "core/link/ack_tracker.h"

#include <algorithm>

namespace plenum::link {

void AckTracker::handle_received(std::uint64_t number, bool eliciting, base::LocalTime now) {
    const auto first_ever = received_.empty();
    // A gap, or one that fills a gap: the peer is about to call something lost.
    const auto out_of_order = first_ever ? number > 0 : number != largest_ + 1;
    if (received_.insert(number) == base::IntervalSet::Insert::full) {
        // The oldest say least; one that is older than all of them says nothing the peer does not treat as lost.
        if (number < received_.intervals().front().first) return;
        received_.remove_lowest();
        (void)received_.insert(number);
    }
    if (first_ever || number > largest_) {
        largest_ = number;
        largest_at_ = now;
    }
    if (first_ever || out_of_order) careful_until_ = now + careful_time;
    if (!eliciting) return;
    ++unanswered_;
    auto wait = delay_max;
    if (out_of_order) wait = gap_delay;
    if (unanswered_ >= (now < careful_until_ ? unanswered_max_careful : unanswered_max)) wait = base::Duration::zero();
    auto due = now + wait;
    if (last_taken_ != base::LocalTime::min()) due = std::max(due, last_taken_ + distance_min);
    due_at_ = std::min(due_at_, due);
}

void AckTracker::handle_acknowledged(std::uint64_t largest) { received_.remove_below(std::min(largest, largest_)); }

std::optional<wire::AckFrame> AckTracker::take(base::LocalTime now) {
    if (received_.empty()) return std::nullopt;
    unanswered_ = 0;
    due_at_ = base::local_time_max;
    last_taken_ = now;
    const auto& runs = received_.intervals();
    wire::AckFrame frame;
    frame.largest = base::PacketNumber{runs.back().last};
    frame.delay = std::max(now - largest_at_, base::Duration::zero());
    frame.arrived_us = static_cast<std::uint32_t>(base::to_us(largest_at_.time_since_epoch()));
    frame.first_length = runs.back().last - runs.back().first;
    const auto count = std::min(runs.size(), frame_ranges_max);
    for (std::size_t i = 1; i < count; ++i) {
        const auto& run = runs[runs.size() - 1 - i];
        const auto& above = runs[runs.size() - i];
        frame.ranges.push_back({above.first - run.last - 2, run.last - run.first});
    }
    return frame;
}

} // namespace plenum::link
