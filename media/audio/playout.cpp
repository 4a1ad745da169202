// SPDX-License-Identifier: Apache-2.0
#include "media/audio/playout.h"

#include <algorithm>
#include <utility>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;

/// Weight of one packet in the mean of the excess: settles within some 16 packets.
constexpr int excess_share = 8;
/// Excess above which a silent packet is halved, or dropped, and below which silence is inserted. The band is wider
/// than one step, so that nothing swings; halving also waits whether the excess stays, for a step in every pause of
/// what is said is heard.
constexpr Duration excess_halve = 8ms;
constexpr std::uint32_t ahead_packets_min = 50;
constexpr Duration excess_drop = 18ms;
/// Talk is shortened only when no pause came to the rescue, and at most every fifth packet.
constexpr Duration excess_halve_talk = 50ms;
constexpr std::uint32_t shorten_interval = 5;
constexpr Duration excess_insert = -12ms;
/// How far before its time a missing packet is still waited for.
constexpr Duration wait_before = -10ms;
/// No clock of a conference is seventy years from zero; differences of what is within cannot overflow.
constexpr Duration sent_at_max{std::int64_t{1} << 61};

} // namespace

bool Playout::push(AudioPacket packet, base::LocalTime arrived_at) {
    const auto sequence = packet.sequence.value();
    const bool known = delay_.any();
    if (!delay_.plausible(sequence)) return false;
    const auto sent_at = packet.sent_at.time_since_epoch();
    if (sent_at > sent_at_max || sent_at < -sent_at_max) return false;
    ++counters_.received;
    // The delay in force does not change because its measure does.
    excess_ += delay_.handle_packet(sequence, arrived_at.time_since_epoch() - sent_at);
    if (known && sequence < next_) {
        ++counters_.late;
        return false;
    }
    Waiting waiting{packet.sent_at, std::move(packet.bytes), packet.discard_eligible, false};
    if (!packets_.try_emplace(sequence, std::move(waiting)).second) {
        ++counters_.duplicate;
        return false;
    }
    enforce_bounds();
    return true;
}

void Playout::enforce_bounds() {
    if (packets_.size() > options_.silence_packets_max) {
        const auto silent = std::find_if(packets_.begin(), packets_.end(), [](const auto& entry) {
            return entry.second.discard_eligible && !entry.second.dropped;
        });
        if (silent != packets_.end()) drop(silent);
    }
    while (packets_.size() > options_.talk_packets_max) {
        if (packets_.begin()->first >= next_) next_ = packets_.begin()->first;
        drop(packets_.begin());
    }
    skip_dropped();
}

void Playout::drop(Packets::iterator at) {
    if (!at->second.dropped) ++(at->second.discard_eligible ? counters_.dropped_silence : counters_.dropped_talk);
    at->second.dropped = true;
    at->second.bytes.clear();
    if (at == packets_.begin() && (!playing_ || at->first == next_)) skip_dropped();
}

void Playout::skip_dropped() {
    while (!packets_.empty() && packets_.begin()->second.dropped && (!playing_ || packets_.begin()->first <= next_)) {
        next_ = packets_.begin()->first + 1;
        packets_.erase(packets_.begin());
    }
}

Duration Playout::excess_of(base::ConferenceTime sent_at, base::LocalTime now) const {
    return now.time_since_epoch() - sent_at.time_since_epoch() - delay_.transit_min() - delay_.target();
}

void Playout::smooth_excess(Duration excess) { excess_ += (excess - excess_) / excess_share; }

PlayoutItem Playout::pop(base::LocalTime now) {
    skip_dropped();
    if (!playing_) return pop_idle(now);
    if (packets_.empty()) return pop_stalled(now);
    if (packets_.begin()->first == next_) return pop_present(now);
    return pop_missing(now);
}

PlayoutItem Playout::pop_idle(base::LocalTime now) {
    if (packets_.empty()) return {};
    const auto excess = excess_of(packets_.begin()->second.sent_at, now);
    if (excess < -options_.block_duration / 2) return {};
    playing_ = true;
    packets_ahead_ = 0;
    excess_ = excess;
    const auto first = packets_.begin()->first;
    if (next_ != 0 && first > next_) counters_.lost += first - next_;
    next_ = first;
    return play_front();
}

PlayoutItem Playout::pop_present(base::LocalTime now) {
    const auto& front = packets_.begin()->second;
    const auto excess = excess_of(front.sent_at, now);
    const auto paused_before = excess < -options_.packet_duration * 2 && excess < excess_ - options_.packet_duration;
    if (paused_before) {
        // The sender paused: this one's time is far ahead of where the last one left us. Begin anew when it comes.
        playing_ = false;
        return pop_idle(now);
    }
    smooth_excess(excess);
    const bool silent = front.discard_eligible;
    if (silent && excess_ > excess_drop && packets_.size() > 1) {
        drop(packets_.begin());
        excess_ -= options_.packet_duration;
        if (!packets_.empty() && packets_.begin()->first == next_) return play_front();
        return stretch();
    }
    if (packets_since_shortened_ < shorten_interval) ++packets_since_shortened_;
    packets_ahead_ = excess_ > excess_halve ? packets_ahead_ + 1 : 0;
    const bool shorten = silent ? packets_ahead_ >= ahead_packets_min
                                : excess_ > excess_halve_talk && packets_since_shortened_ >= shorten_interval;
    if (shorten) {
        packets_since_shortened_ = 0;
        packets_ahead_ = 0;
        excess_ -= options_.block_duration;
        ++counters_.shortened;
        auto item = play_front();
        item.shorten = true;
        return item;
    }
    if (last_was_silence_ && excess_ < excess_insert) {
        excess_ += options_.block_duration;
        ++counters_.inserted;
        return {.kind = PlayoutItem::Kind::stretch};
    }
    return play_front();
}

PlayoutItem Playout::pop_missing(base::LocalTime now) {
    const auto first = packets_.begin()->first;
    const auto& successor = packets_.begin()->second;
    auto missing = static_cast<std::int64_t>(first - next_);
    const auto excess_first = excess_of(successor.sent_at, now);
    if (excess_first + options_.packet_duration * missing < wait_before) return stretch();
    if (missing > 1 && excess_first >= Duration::zero()) {
        // Their time is over; only the one before the successor is still worth hearing, since it can be corrected.
        counters_.lost += static_cast<std::uint64_t>(missing - 1);
        next_ = first - 1;
        missing = 1;
    }
    if (concealed_run_ >= options_.conceal_packets_max) {
        if (excess_first < -options_.block_duration / 2) return {};
        counters_.lost += static_cast<std::uint64_t>(missing);
        next_ = first;
        return pop(now);
    }
    ++next_;
    ++counters_.lost;
    ++concealed_run_;
    stalled_ = {};
    PlayoutItem item{.kind = PlayoutItem::Kind::lost, .sequence = base::SequenceNumber{next_ - 1}};
    if (missing == 1 && !successor.dropped) {
        item.bytes = successor.bytes;
        ++counters_.correctable;
    }
    return item;
}

PlayoutItem Playout::pop_stalled(base::LocalTime) {
    if (stalled_ < options_.stall_max) return stretch();
    playing_ = false;
    stalled_ = {};
    concealed_run_ = 0;
    last_was_silence_ = true;
    // Whoever begins again is played at the target; what the last ones were late by is over with them.
    excess_ = {};
    return {};
}

PlayoutItem Playout::stretch() {
    stalled_ += options_.block_duration;
    ++counters_.stretched;
    return {.kind = PlayoutItem::Kind::stretch};
}

PlayoutItem Playout::play_front() {
    auto node = packets_.extract(packets_.begin());
    next_ = node.key() + 1;
    concealed_run_ = 0;
    stalled_ = {};
    ++counters_.played;
    auto& waiting = node.mapped();
    last_was_silence_ = waiting.discard_eligible;
    return {.kind = PlayoutItem::Kind::packet,
            .bytes = std::move(waiting.bytes),
            .sequence = base::SequenceNumber{node.key()},
            .sent_at = waiting.sent_at,
            .discard_eligible = waiting.discard_eligible};
}

} // namespace plenum::media
