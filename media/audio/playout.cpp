// SPDX-License-Identifier: Apache-2.0
#include "media/audio/playout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;

/// The mean of the excess settles within this time.
constexpr Duration excess_settles = 160ms;
/// Slip is what the excess moved without a cause that is known: drift of the sound cards' clocks. It is played away
/// within this time. The part that stays is the drift itself, learnt four times slower, which damps the two critically.
/// Crystals differ by 0.0002 at most, cheap cards by twice that.
constexpr Duration slip_horizon = 20s;
constexpr Duration drift_settles = 80s;
constexpr double drift_max = 0.0005;
/// A step is no drift: a machine that was held up moves the delay by more, at once.
constexpr Duration slip_step_max = 1ms;
constexpr Duration slip_max = 6ms;
/// What no pause came to give back is played away as well, 1 ms in 10 s.
constexpr double ease_rate = 0.0001;
constexpr Duration ease_min = 1ms;
/// Excess above which a silent packet is halved, or dropped, and below which silence is inserted. The band is wider
/// than one step, so that nothing swings; halving also waits whether the excess stays, for a step in every pause of
/// what is said is heard.
constexpr Duration excess_halve = 8ms;
constexpr Duration ahead_min = 1s;
constexpr Duration excess_drop = 18ms;
constexpr Duration excess_insert = -7ms;
/// Talk is shortened only when no pause came to the rescue, and not more often than this.
constexpr Duration excess_halve_talk = 50ms;
constexpr Duration shorten_interval = 100ms;
/// How far before its time a missing packet is still waited for.
constexpr Duration wait_before = -10ms;
/// A packet this much before its time, and this much more than the one before it, follows a pause of the sender.
constexpr Duration pause_min = 40ms;
constexpr Duration pause_step = 20ms;
/// No clock of a conference is seventy years from zero; differences of what is within cannot overflow.
constexpr Duration sent_at_max{std::int64_t{1} << 61};
constexpr Duration packet_duration_max = duration_of_samples(4 * block_samples);

double share_of(Duration part, Duration whole) {
    return static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

} // namespace

bool Playout::push(AudioPacket packet, base::LocalTime arrived_at) {
    const auto sequence = packet.sequence.value();
    const bool known = delay_.any();
    if (!delay_.plausible(sequence)) return false;
    if (packet.duration < block_duration || packet.duration > packet_duration_max) return false;
    const auto sent_at = packet.sent_at.time_since_epoch();
    if (sent_at > sent_at_max || sent_at < -sent_at_max) return false;
    ++counters_.received;
    Waiting waiting{packet.sent_at, std::move(packet.bytes), packet.discard_eligible, packet.duration, false};
    // The delay in force does not change because its measure does.
    excess_ += delay_.handle_packet(sequence, packet.duration,
                                    arrived_at.time_since_epoch() - waiting.begins_at().time_since_epoch());
    if (known && sequence < next_) {
        ++counters_.late;
        return false;
    }
    if (!packets_.try_emplace(sequence, std::move(waiting)).second) {
        ++counters_.duplicate;
        return false;
    }
    held_ += packet.duration;
    enforce_bounds();
    return true;
}

void Playout::enforce_bounds() {
    if (held_ > options_.silence_held_max) {
        const auto silent = std::find_if(packets_.begin(), packets_.end(), [](const auto& entry) {
            return entry.second.discard_eligible && !entry.second.dropped;
        });
        if (silent != packets_.end()) drop(silent);
    }
    while (held_ > options_.talk_held_max) {
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
        held_ -= packets_.begin()->second.duration;
        packets_.erase(packets_.begin());
    }
}

Duration Playout::excess_of(const Waiting& packet, base::LocalTime now) const {
    return now.time_since_epoch() - packet.begins_at().time_since_epoch() - delay_.transit_min() - delay_.target();
}

void Playout::follow(Duration excess, Duration duration) {
    excess_ -= Duration{std::llround(ease() * static_cast<double>(duration.count()))};
    const auto surprise = excess - excess_;
    const auto steps = excess_settles / duration;
    excess_ += surprise / steps;
    slip_ = std::clamp(slip_ + std::clamp(surprise, -slip_step_max, slip_step_max) / steps, -slip_max, slip_max);
    drift_ =
        std::clamp(drift_ + share_of(slip_, slip_horizon) * share_of(duration, drift_settles), -drift_max, drift_max);
    excess_ += delay_.handle_request(-surprise);
}

double Playout::ease() const { return excess_ > ease_min ? ease_rate : excess_ < -ease_min ? -ease_rate : 0; }

double Playout::rate_correction() const { return playing_ ? share_of(slip_, slip_horizon) + drift_ + ease() : 0; }

PlayoutItem Playout::pop(base::LocalTime now) {
    skip_dropped();
    if (!playing_) return pop_idle(now);
    if (packets_.empty()) return pop_stalled();
    if (packets_.begin()->first == next_) return pop_present(now);
    return pop_missing(now);
}

PlayoutItem Playout::pop_idle(base::LocalTime now) {
    if (packets_.empty()) return {};
    const auto excess = excess_of(packets_.begin()->second, now);
    if (excess < Duration::zero()) return {};
    playing_ = true;
    ahead_for_ = {};
    excess_ = excess;
    slip_ = {};
    const auto first = packets_.begin()->first;
    if (next_ != 0 && first > next_) {
        counters_.lost += first - next_;
        counters_.lost_in_pauses += first - next_;
    }
    next_ = first;
    return play_front();
}

PlayoutItem Playout::pop_present(base::LocalTime now) {
    const auto& front = packets_.begin()->second;
    const auto excess = excess_of(front, now);
    if (excess < -pause_min && excess < excess_ - pause_step) {
        // The sender paused: this one's time is far ahead of where the last one left us. Begin anew when it comes.
        playing_ = false;
        return pop_idle(now);
    }
    follow(excess, front.duration);
    if (front.discard_eligible && excess_ > excess_drop && packets_.size() > 1) {
        excess_ -= front.duration;
        drop(packets_.begin());
        if (!packets_.empty() && packets_.begin()->first == next_) return play_front();
        return stretch();
    }
    if (is_to_shorten(front)) {
        since_shortened_ = {};
        ahead_for_ = {};
        excess_ -= front.duration / 2;
        ++counters_.shortened;
        auto item = play_front();
        item.shorten = true;
        return item;
    }
    if (last_.discard_eligible && excess_ < excess_insert) {
        excess_ += block_duration;
        ++counters_.inserted;
        return {.kind = PlayoutItem::Kind::stretch};
    }
    return play_front();
}

bool Playout::is_to_shorten(const Waiting& packet) {
    since_shortened_ = std::min(since_shortened_ + packet.duration, shorten_interval);
    ahead_for_ = excess_ > excess_halve ? ahead_for_ + packet.duration : Duration{};
    if (packet.discard_eligible) return ahead_for_ >= ahead_min;
    return excess_ > excess_halve_talk && since_shortened_ >= shorten_interval;
}

PlayoutItem Playout::pop_missing(base::LocalTime now) {
    const auto first = packets_.begin()->first;
    const auto& successor = packets_.begin()->second;
    auto missing = static_cast<std::int64_t>(first - next_);
    const auto excess_first = excess_of(successor, now);
    // What is missing is taken to be as long as the last packet that was there.
    if (excess_first + last_.duration * missing < wait_before) return stretch();
    if (missing > 1 && excess_first >= Duration::zero()) {
        // Their time is over; only the one before the successor is still worth hearing, since it can be corrected.
        counters_.lost += static_cast<std::uint64_t>(missing - 1);
        next_ = first - 1;
        missing = 1;
    }
    if (concealed_run_ >= options_.conceal_max) {
        if (excess_first < -block_duration / 2) return {};
        counters_.lost += static_cast<std::uint64_t>(missing);
        next_ = first;
        return pop(now);
    }
    ++next_;
    ++counters_.lost;
    concealed_run_ += last_.duration;
    stalled_ = {};
    PlayoutItem item{
        .kind = PlayoutItem::Kind::lost, .sequence = base::SequenceNumber{next_ - 1}, .duration = last_.duration};
    if (missing == 1 && !successor.dropped) {
        item.bytes = successor.bytes;
        ++counters_.correctable;
    }
    return item;
}

PlayoutItem Playout::pop_stalled() {
    if (stalled_ < options_.stall_max) return stretch();
    playing_ = false;
    stalled_ = {};
    concealed_run_ = {};
    last_.discard_eligible = true;
    // Whoever begins again is played at the target; what the last ones were late by is over with them.
    excess_ = {};
    return {};
}

PlayoutItem Playout::stretch() {
    stalled_ += block_duration;
    ++counters_.stretched;
    return {.kind = PlayoutItem::Kind::stretch};
}

PlayoutItem Playout::play_front() {
    auto node = packets_.extract(packets_.begin());
    auto& waiting = node.mapped();
    next_ = node.key() + 1;
    held_ -= waiting.duration;
    concealed_run_ = {};
    stalled_ = {};
    ++counters_.played;
    last_ = {.kind = PlayoutItem::Kind::packet,
             .bytes = {},
             .sequence = base::SequenceNumber{node.key()},
             .sent_at = waiting.sent_at,
             .discard_eligible = waiting.discard_eligible,
             .duration = waiting.duration};
    auto item = last_;
    item.bytes = std::move(waiting.bytes);
    return item;
}

} // namespace plenum::media
