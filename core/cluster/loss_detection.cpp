// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/loss_detection.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::cluster {
namespace {

/// RFC 9002 §6.1.2: an eighth of the round trip.
constexpr int reorder_part = 8;
constexpr base::Duration reorder_min = std::chrono::milliseconds{1};
/// However often a probe is lost, the next follows within so long.
constexpr base::Duration probe_timeout_max = std::chrono::seconds{1};
constexpr int probes_max = 10;
/// How long a lost datagram is remembered to see whether it was only late.
constexpr base::Duration lost_kept = std::chrono::seconds{2};

} // namespace

void LossDetection::add(std::uint64_t piece, base::LocalTime now) {
    CHECK(!is_full());
    if (oldest_under_way() == nullptr) progress_at_ = now;
    sent_.push_back({piece, now, State::under_way});
}

bool LossDetection::handle_ack(const FrameAck& ack, base::LocalTime now, Outcome& outcome) {
    if (!ack.received.empty()) {
        const auto highest = ack.received.front().last;
        if (highest >= next()) return false;
        const bool is_new = highest >= first_ && sent_[highest - first_].state == State::under_way;
        if (is_new) rtt_.add(now - sent_[highest - first_].at, ack.delay);
    }
    find_late(ack, now, outcome);
    for (const auto& range : ack.received)
        handle_range(range, now, outcome);
    skip_settled();
    forget_settled(now);
    detect_losses(now, outcome);
    return true;
}

void LossDetection::handle_range(const TransmissionRange& range, base::LocalTime now, Outcome& outcome) {
    for (auto number = std::max(range.first, first_ + settled_); number <= range.last; ++number) {
        auto& sent = sent_[number - first_];
        if (sent.state == State::under_way) handle_arrived(sent, now, outcome);
    }
}

void LossDetection::find_late(const FrameAck& ack, base::LocalTime now, Outcome& outcome) {
    std::erase_if(lost_, [&](std::uint64_t number) {
        if (number < first_) return true;
        const auto found =
            std::ranges::find_if(ack.received, [&](const TransmissionRange& range) { return range.first <= number; });
        if (found == ack.received.end() || found->last < number) return false;
        ++spurious_;
        reorder_window_ = std::min(std::max(2 * reorder_window_, rtt_.smoothed() / reorder_part), rtt_.smoothed());
        handle_arrived(sent_[number - first_], now, outcome);
        return true;
    });
}

void LossDetection::handle_arrived(Sent& sent, base::LocalTime now, Outcome& outcome) {
    sent.state = State::arrived;
    newest_arrived_at_ = std::max(newest_arrived_at_, sent.at);
    progress_at_ = now;
    probes_ = 0;
    outcome.acknowledged.push_back(sent.piece);
}

void LossDetection::declare_lost(std::size_t index, Outcome& outcome) {
    sent_[index].state = State::lost;
    lost_.push_back(first_ + index);
    outcome.lost.push_back(sent_[index].piece);
}

base::Duration LossDetection::overdue_after() const {
    const auto rtt = std::max(rtt_.smoothed(), rtt_.latest());
    return rtt + std::max({rtt / reorder_part, reorder_window_, reorder_min});
}

base::Duration LossDetection::probe_timeout() const {
    return std::min(rtt_.probe_timeout() * (1 << probes_), std::max(probe_timeout_max, rtt_.probe_timeout()));
}

void LossDetection::detect_losses(base::LocalTime now, Outcome& outcome) {
    for (auto i = settled_; i < sent_.size(); ++i) {
        if (sent_[i].at >= newest_arrived_at_ || sent_[i].at + overdue_after() > now) break;
        if (sent_[i].state == State::under_way) declare_lost(i, outcome);
    }
    skip_settled();
    if (oldest_under_way() == nullptr || progress_at_ + probe_timeout() > now) return;
    declare_lost(settled_, outcome);
    skip_settled();
    progress_at_ = now;
    probes_ = std::min(probes_ + 1, probes_max);
}

base::LocalTime LossDetection::next_wakeup() const {
    const auto* oldest = oldest_under_way();
    if (oldest == nullptr) return base::local_time_max;
    const auto probe_at = progress_at_ + probe_timeout();
    return oldest->at < newest_arrived_at_ ? std::min(probe_at, oldest->at + overdue_after()) : probe_at;
}

const LossDetection::Sent* LossDetection::oldest_under_way() const {
    return settled_ < sent_.size() ? &sent_[settled_] : nullptr;
}

void LossDetection::skip_settled() {
    while (settled_ < sent_.size() && sent_[settled_].state != State::under_way)
        ++settled_;
}

void LossDetection::forget_settled(base::LocalTime now) {
    while (settled_ > 0) {
        const auto& front = sent_.front();
        const bool may_arrive = front.state == State::lost && now - front.at < lost_kept;
        if (may_arrive && sent_.size() < limits::transmissions_max / 2) return;
        sent_.pop_front();
        ++first_;
        --settled_;
    }
}

} // namespace plenum::cluster
