// SPDX-License-Identifier: Apache-2.0
#include "core/link/sent_packets.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::link {

namespace {

/// Least reorder window: what timers cannot resolve (RFC 9002 §6.1.2).
constexpr base::Duration window_min = std::chrono::milliseconds{1};
/// Lists kept for packets to come: about what a link has in flight.
constexpr std::size_t spare_items_max = 256;
/// Most that lateness may widen it, as long as the rtt is shorter: past this a late packet is as good as lost.
constexpr base::Duration window_max = std::chrono::milliseconds{150};

} // namespace

void SentPackets::Outcome::clear() {
    acknowledged.clear();
    lost.clear();
    newest_sent_at.reset();
}

std::vector<SentItem> SentPackets::spare_items() {
    if (spare_items_.empty()) return {};
    auto items = std::move(spare_items_.back());
    spare_items_.pop_back();
    return items;
}

void SentPackets::keep_memory(std::vector<SentItem> items) {
    if (items.capacity() == 0 || spare_items_.size() >= spare_items_max) return;
    items.clear();
    spare_items_.push_back(std::move(items));
}

void SentPackets::reuse(Outcome& outcome) {
    for (auto& packet : outcome.acknowledged)
        keep_memory(std::move(packet.items));
    for (auto& packet : outcome.lost)
        keep_memory(std::move(packet.items));
    outcome.clear();
}

void SentPackets::add(SentPacket packet, bool eliciting, Outcome& outcome) {
    if (packets_.size() >= packets_max_) {
        if (packets_.front().state == SentPacket::State::in_flight) declare_lost(packets_.front(), outcome);
        keep_memory(packets_.pop_front().items);
        ++first_number_;
    }
    if (eliciting) {
        ++in_flight_;
        last_eliciting_at_ = packet.sent_at;
    } else {
        packet.state = SentPacket::State::settled;
    }
    const auto now = packet.sent_at;
    packets_.push_back(std::move(packet));
    // Nobody acknowledges what whoever only listens sends, and it need not wait here for something that is.
    if (!eliciting) drop_settled(now);
}

bool SentPackets::is_sane(const wire::AckFrame& ack) {
    auto lowest = ack.largest.value();
    if (ack.first_length > lowest) return false;
    lowest -= ack.first_length;
    for (const auto& range : ack.ranges) {
        // Two more than the gap lie between the runs' ends (RFC 9000 §19.3.1); varints keep the sums from wrapping.
        const auto distance = range.gap + 2 + range.length;
        if (distance > lowest) return false;
        lowest -= distance;
    }
    return true;
}

bool SentPackets::handle_ack(const wire::AckFrame& ack, base::LocalTime now, RttEstimator& rtt, Outcome& outcome) {
    const auto largest = ack.largest.value();
    if (largest >= next_number() || !is_sane(ack)) return false;
    if (largest >= first_number_) {
        const auto& newest = packets_[largest - first_number_];
        if (newest.state != SentPacket::State::settled) {
            rtt.add(now - newest.sent_at, ack.delay);
            outcome.newest_sent_at = newest.sent_at;
        }
    }
    auto last = largest;
    auto first = last - ack.first_length;
    acknowledge(first, last, now, rtt, outcome);
    for (const auto& range : ack.ranges) {
        last = first - range.gap - 2;
        first = last - range.length;
        acknowledge(first, last, now, rtt, outcome);
    }
    largest_acknowledged_ = std::max(largest_acknowledged_.value_or(0), largest);
    drop_settled(now);
    return true;
}

void SentPackets::acknowledge(std::uint64_t first, std::uint64_t last, base::LocalTime now, const RttEstimator& rtt,
                              Outcome& outcome) {
    if (last < first_number_) return;
    for (auto number = std::max(first, first_number_); number <= last; ++number) {
        auto& packet = packets_[number - first_number_];
        if (packet.state == SentPacket::State::settled) continue;
        const auto overtaken = largest_acknowledged_ && number < *largest_acknowledged_;
        acknowledge_one(packet, overtaken, now, rtt, outcome);
    }
}

void SentPackets::acknowledge_one(SentPacket& packet, bool overtaken, base::LocalTime now, const RttEstimator& rtt,
                                  Outcome& outcome) {
    if (packet.state == SentPacket::State::lost)
        ++spurious_;
    else
        --in_flight_;
    if (overtaken) note_lateness(now - packet.sent_at - rtt.smoothed(), now, rtt);
    const auto before = std::exchange(packet.state, SentPacket::State::settled);
    outcome.acknowledged.push_back({packet.sent_at, packet.bytes, before, std::exchange(packet.items, {})});
}

void SentPackets::note_lateness(base::Duration lateness, base::LocalTime now, const RttEstimator& rtt) {
    if (now - period_began_ >= lateness_period) {
        lateness_before_ = now - period_began_ < 2 * lateness_period ? lateness_ : base::Duration::zero();
        lateness_ = base::Duration::zero();
        period_began_ = now;
    }
    const auto most = std::max(rtt.smoothed(), window_max);
    lateness_ = std::clamp(lateness, lateness_, std::max(lateness_, most));
}

/// A quarter more than was seen, since the worst is seen seldom.
base::Duration SentPackets::reorder_window(const RttEstimator& rtt) const {
    const auto lateness = std::max(lateness_, lateness_before_);
    return std::max({rtt.smoothed() / 8, window_min, lateness + lateness / 4});
}

base::Duration SentPackets::overdue_after(const RttEstimator& rtt) const {
    return std::max(rtt.smoothed(), rtt.latest()) + reorder_window(rtt);
}

void SentPackets::detect_losses(base::LocalTime now, const RttEstimator& rtt, Outcome& outcome) {
    if (!largest_acknowledged_ || in_flight_ == 0) return;
    const auto overdue = overdue_after(rtt);
    for (auto i = oldest_in_flight_at(); i < packets_.size() && first_number_ + i < *largest_acknowledged_; ++i) {
        auto& packet = packets_[i];
        if (packet.sent_at + overdue > now) break;
        if (packet.state == SentPacket::State::in_flight) declare_lost(packet, outcome);
    }
    drop_settled(now);
}

/// What it carried goes out again, so a copy stays here without the fragments' bytes: should it arrive after all, its
/// stream bytes need not be sent again.
void SentPackets::declare_lost(SentPacket& packet, Outcome& outcome) {
    ++lost_;
    --in_flight_;
    packet.state = SentPacket::State::lost;
    outcome.lost.push_back(packet);
    std::erase_if(packet.items, [](const SentItem& item) { return std::holds_alternative<SentFragment>(item); });
}

base::LocalTime SentPackets::loss_at(const RttEstimator& rtt) const {
    const auto at = oldest_in_flight_at();
    if (at == packets_.size() || !largest_acknowledged_ || first_number_ + at > *largest_acknowledged_)
        return base::local_time_max;
    return packets_[at].sent_at + overdue_after(rtt);
}

std::size_t SentPackets::oldest_in_flight_at() const {
    if (in_flight_ == 0) return packets_.size();
    in_flight_from_ = std::max(in_flight_from_, first_number_);
    while (packets_[in_flight_from_ - first_number_].state != SentPacket::State::in_flight)
        ++in_flight_from_;
    return in_flight_from_ - first_number_;
}

const SentPacket* SentPackets::oldest_in_flight() const {
    const auto at = oldest_in_flight_at();
    return at == packets_.size() ? nullptr : &packets_[at];
}

void SentPackets::drop_settled(base::LocalTime now) {
    while (!packets_.empty()) {
        const auto& front = packets_.front();
        const auto done = front.state == SentPacket::State::settled ||
                          (front.state == SentPacket::State::lost && now - front.sent_at > lost_kept);
        if (!done) return;
        keep_memory(packets_.pop_front().items);
        ++first_number_;
    }
}

} // namespace plenum::link
