// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate/delay_rate.h"

#include <algorithm>
#include <chrono>
#include <utility>

/// The path has a queue as soon as more is sent than it delivers, long before anything is lost. So: send more until a
/// queue stands, then less than what arrives until it is gone, then almost as much as what arrived.
///
/// Decisions fall once a window, half of a round trip. A queue stands if even the fastest packet of the window was late
/// by more than the threshold. What others do with the same path shows as a queue that does not go when we send less:
/// then, and only while that lasts, the rate is what TCP would take (TFRC, which watches all the time).
///
/// Loss says nothing by itself. If it is far above what the path loses anyway it is taken for a short queue's overflow
/// (LossBaseline); 30 % of random loss cost a few cuts, and nothing afterwards.
namespace plenum::link {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr double packet_bytes = 1200;
/// A standing queue above it is ours to end: an ear does not notice it, and a busy receiver stays below. Lower leaves
/// capacity unused for every hiccup, higher is latency for all.
constexpr base::Duration queue_max = milliseconds{15};
/// Most that a path's own restlessness adds.
constexpr base::Duration noise_max = milliseconds{30};
/// Most that is added for queues that were none.
constexpr base::Duration leaps_max = milliseconds{200};
constexpr base::Duration window_min = milliseconds{20};
constexpr base::Duration window_max = milliseconds{100};
/// A window with so few packets goes on, up to twice `window_max`.
constexpr std::uint32_t samples_min = 4;
/// Shortest round trip that steps are counted by, so that a local network does not make a hundred a second.
constexpr base::Duration step_time_min = milliseconds{10};
/// A queue is drained within twice the round trip, and at least this.
constexpr base::Duration drain_time_min = milliseconds{100};
constexpr double cut_min = 0.05;
constexpr double cut_max = 0.5;
/// Of the share, after draining.
constexpr double rest = 0.92;
/// Of the rate, each round trip, near the share.
constexpr double step_least = 0.005;
constexpr double step_most = 0.05;
/// Of means over windows: over some seconds, in which others' filling of the queue does not look like ours.
constexpr double mean_gain = 1.0 / 32;
constexpr double overload = 1.1;
/// So that an application that begins, of which nothing has arrived yet, does not look so either.
constexpr int overloaded_windows_min = 40;
constexpr double loss_cut_min = 0.15;
constexpr double loss_cut_max = 0.25;
/// How long a queue may stay though we send less before it counts as others'.
constexpr base::Duration patience = milliseconds{1500};
constexpr int patience_round_trips = 12;
/// A picture that goes out in a burst waits for the rate now and then, which does not mean that there is no more.
constexpr double used_gain = 1.0 / 2;
constexpr double used_mostly = 0.4;
/// For how long others are expected to come back, and how much less is sent for how long to see whether they are gone.
constexpr base::Duration others_memory = seconds{20};
constexpr double look_part = 0.3;
constexpr base::Duration look_time = milliseconds{400};
constexpr base::Duration look_interval = seconds{10};
/// Without an answer for so long, and for four round trips, the rate is halved.
constexpr base::Duration silence = milliseconds{400};
/// Of the initial rate: a path that was cut comes back, and what waited for it should not wait again.
constexpr double cut_off_least = 0.25;

double in_seconds(base::Duration duration) { return static_cast<double>(duration.count()) / 1e9; }

} // namespace

DelayRate::DelayRate(const RateOptions& options, base::LocalTime now)
    : options_{options},
      tfrc_{options, now},
      rate_{static_cast<double>(options.initial.value())},
      rtt_least_{base::Duration::max()},
      window_began_{now},
      slow_since_{now},
      velocity_at_{now},
      no_feedback_at_{now} {}

void DelayRate::handle_path_changed(base::LocalTime now) { *this = DelayRate{options_, now}; }

void DelayRate::handle_sent(const Sent& packet) {
    tfrc_.handle_sent(packet);
    if (!packet.eliciting) return;
    sent_bytes_ += packet.bytes;
    if (asked_) return;
    asked_ = true;
    no_feedback_at_ = packet.at + std::max(4 * rtt_, silence);
}

void DelayRate::handle_acknowledged(const Acknowledged& packet) {
    tfrc_.handle_acknowledged(packet);
    delivered_.handle_acknowledged(packet.bytes);
    if (packet.was_lost)
        losses_.handle_found();
    else
        losses_.handle_acknowledged();
}

void DelayRate::handle_lost(const Lost& packet) {
    tfrc_.handle_lost(packet);
    if (!cut_off_ && packet.sent_at >= cut_off_until_) losses_.handle_lost();
}

void DelayRate::handle_feedback(const Feedback& feedback) {
    tfrc_.handle_feedback(feedback);
    asked_ = false;
    if (std::exchange(cut_off_, false)) cut_off_until_ = feedback.sent_at;
    rtt_ = feedback.rtt_smoothed;
    rtt_least_ = std::min(rtt_least_, feedback.rtt);
    limited_ = limited_ || feedback.limited;
    if (!window_sent_from_) window_sent_from_ = feedback.sent_at;
    queue_.handle_arrival(feedback.arrived_us, feedback.sent_at, feedback.at);
    delivered_.handle_arrival(feedback.arrived_us);
    const auto age = feedback.at - window_began_;
    if (age < window_length() || (queue_.samples() < samples_min && age < 2 * window_max)) return;
    close_window(feedback.at);
}

base::Duration DelayRate::window_length() const { return std::clamp(rtt_ / 2, window_min, window_max); }

base::Duration DelayRate::time_of_two_packets() const {
    return base::Duration{static_cast<std::int64_t>(2 * packet_bytes / rate_ * 1e9)};
}

/// On a slow path two packets are a long queue, and no one's fault.
base::Duration DelayRate::threshold() const {
    return queue_max + std::min(2 * queue_.noise(), noise_max) + time_of_two_packets() + leaps_;
}

LossBaseline::Speed DelayRate::speed() const {
    if (rate_ <= static_cast<double>(options_.least.value())) return LossBaseline::Speed::least;
    return state_ == State::starting ? LossBaseline::Speed::doubling : LossBaseline::Speed::usual;
}

void DelayRate::close_window(base::LocalTime now) {
    // A pause is no time to grow in.
    const auto span = std::min<base::Duration>(now - window_began_, 2 * window_max);
    const auto four_packets = 2 * time_of_two_packets();
    const auto queue = queue_.close_window(now, four_packets).value_or(base::Duration::zero());
    delivered_.close_window();
    const auto whole = in_seconds(std::max<base::Duration>(now - window_began_, milliseconds{1}));
    const auto sent = static_cast<double>(std::exchange(sent_bytes_, 0)) / whole;
    sent_mean_ += (sent - sent_mean_) * mean_gain;
    used_ += (sent / rate_ - used_) * used_gain;
    delivered_mean_ += (delivered_.latest() - delivered_mean_) * mean_gain;
    const bool more_sent = sent_mean_ * (1 - losses_.own()) > overload * delivered_mean_;
    overloaded_windows_ = more_sent ? overloaded_windows_ + 1 : 0;
    window_began_ = now;
    const bool free = state_ == State::starting || state_ == State::growing;
    // Beside a queue that stands, cuts below which the application sends anyway would make its losses the path's own.
    if (!free && !decides()) losses_.skip(now);
    const auto verdict = losses_.judge(now, rtt_, speed());
    if (free && queue > threshold() && now < others_until_) {
        begin_competing(now);
    } else if (free && queue > threshold()) {
        begin_draining(now);
    } else if (free && verdict == LossBaseline::Verdict::cut) {
        cut_for_loss(now);
    } else if (!free || verdict == LossBaseline::Verdict::nothing) {
        switch (state_) {
        case State::starting: start(span); break;
        case State::growing: grow(span, now); break;
        case State::draining: drain(span, now); break;
        case State::competing: compete(span, now); break;
        }
    }
    limited_ = false;
    window_sent_from_.reset();
}

void DelayRate::set(double rate) {
    rate_ = std::clamp(rate, static_cast<double>(options_.least.value()), static_cast<double>(options_.most.value()));
}

/// Never to more than twice what arrives, so that a rate that nothing answers to does not run away. A rate that the
/// application does not use stays as it is (RFC 7661 §4.3: what was once validated).
void DelayRate::raise(double rate) {
    if (!limited_) return;
    const auto arriving = 2 * delivered_.greatest() / (1 - losses_.own());
    set(std::max(rate_, std::min(rate, arriving)));
}

void DelayRate::start(base::Duration span) {
    if (queue_.latest() > drained()) return;
    raise(rate_ * (1 + std::min(1.0, in_seconds(span) / in_seconds(std::max(rtt_, step_time_min)))));
}

void DelayRate::grow(base::Duration span, base::LocalTime now) {
    raise(rate_ + step(now) * in_seconds(span) / in_seconds(std::max(rtt_, step_time_min)));
}

/// Bytes a second more for a round trip. One packet a round trip near the share, where two flows meet (equal steps and
/// proportional cuts make shares equal: Chiu and Jain 1989); away from it, and while no queue is seen, the step doubles
/// every second round trip after the third (Copa §2.1; a queue is seen a round trip after what made it).
/// Where one begins nothing is added: it goes by itself or becomes too long.
double DelayRate::step(base::LocalTime now) {
    const auto round_trip = std::max(rtt_, step_time_min);
    const bool near = share_ > 0 && rate_ > 0.8 * share_ && rate_ < 1.1 * share_;
    if (near || queue_.latest() > drained()) {
        velocity_ = 1;
        slow_since_ = now;
    } else if (limited_ && now - slow_since_ > 3 * round_trip && now - velocity_at_ >= 2 * round_trip) {
        velocity_ *= 2;
        velocity_at_ = now;
    }
    if (queue_.latest() > drained()) return 0;
    const auto least = std::clamp(packet_bytes / in_seconds(round_trip), rate_ * step_least, rate_ * step_most);
    if (velocity_ * least > rate_ / 4) velocity_ = std::max(velocity_ / 2, 1.0);
    return velocity_ * least;
}

void DelayRate::begin_draining(base::LocalTime now) {
    state_ = State::draining;
    drain_until_ = now + std::max(patience, patience_round_trips * rtt_least_);
    rate_before_ = rate_;
    queue_before_ = queue_.latest();
    drain_began_ = now;
    velocity_ = 1;
    slow_since_ = now;
    cut(now);
}

/// Whether the queue is gone before the cut can have ended it: what was sent before the cut found none, or it was far
/// too long for what was cut since. Then it was no queue that we made, and none that was worth a cut.
bool DelayRate::was_no_queue() const {
    if (!window_sent_from_) return false;
    const auto effective = std::max(*window_sent_from_ - drain_began_, base::Duration{});
    const base::Duration drained_by_us{static_cast<std::int64_t>(in_seconds(effective) * part_ * 1e9)};
    return queue_before_ > 2 * drained_by_us + drained();
}

/// The next one that is as long is not believed as easily, until a cut has ended one.
void DelayRate::note_leap() { leaps_ = std::min<base::Duration>((leaps_ + queue_before_) / 2, leaps_max); }

bool DelayRate::overloaded() const { return overloaded_windows_ >= overloaded_windows_min; }

bool DelayRate::decides() const { return used_ > used_mostly; }

double DelayRate::part_for(base::Duration queue) const {
    const auto drain_time = std::max(2 * rtt_least_, drain_time_min);
    return std::clamp(in_seconds(queue) / in_seconds(drain_time), cut_min, cut_max);
}

/// Below what arrives by as much as drains the queue in time. Where the application and not this rate decides how much
/// is sent, what arrives says nothing of the path: the rate it does not use shrinks, but not below where it began.
void DelayRate::cut(base::LocalTime now) {
    part_ = part_for(queue_.latest());
    if (decides() || overloaded()) {
        const auto arriving = limited_ ? delivered_.greatest() : delivered_mean_;
        share_ = std::min(rate_before_, arriving / (1 - losses_.own()));
        set(share_ * (1 - part_));
    } else {
        share_ = rate_before_;
        set(std::min(rate_, std::max(rate_ * (1 - part_), static_cast<double>(options_.initial.value()))));
    }
    cut_at_ = now;
    queue_after_cut_.reset();
}

/// A queue too short to be seen. What arrived is what there is.
void DelayRate::cut_for_loss(base::LocalTime now) {
    state_ = State::growing;
    velocity_ = 1;
    slow_since_ = now;
    share_ = rate_;
    if (decides()) {
        share_ = std::min(rate_, delivered_.greatest() / (1 - losses_.own()));
        set(std::clamp(share_, rate_ * (1 - loss_cut_max), rate_ * (1 - loss_cut_min)));
    } else {
        set(std::min(rate_, std::max(rate_ * (1 - loss_cut_min), static_cast<double>(options_.initial.value()))));
    }
}

void DelayRate::drain(base::Duration span, base::LocalTime now) {
    if (queue_.latest() <= drained()) {
        state_ = State::growing;
        slow_since_ = now;
        others_until_ = now;
        if (was_no_queue()) {
            note_leap();
            set(std::max(rate_, rate_before_));
        } else {
            leaps_ = {};
            set(std::max(rate_, rest * share_));
        }
    } else if (now >= drain_until_) {
        look_at_ = now + look_interval;
        begin_competing(now);
    } else if (window_sent_from_ && *window_sent_from_ >= cut_at_) {
        // From what was sent after the cut on the queue must become shorter by what was cut, or it was not enough.
        const base::Duration expected{static_cast<std::int64_t>(in_seconds(span) * part_ * 1e9)};
        // What was on its way when the queue was first seen shows only now.
        const bool enough = queue_after_cut_ ? queue_.latest() <= *queue_after_cut_ - expected / 4
                                             : part_for(queue_.latest()) <= 1.5 * part_;
        queue_after_cut_ = queue_.latest();
        if (!enough) cut(now);
    }
}

void DelayRate::begin_competing(base::LocalTime now) {
    if (state_ != State::draining) {
        queue_before_ = queue_.latest();
        rate_before_ = rate_;
    }
    state_ = State::competing;
    others_until_ = now + others_memory;
}

/// TFRC's rate, approached by doubling at most, where the rate decides how much is sent.
void DelayRate::compete(base::Duration span, base::LocalTime now) {
    if (looking_) {
        if (now >= look_at_) end_look(now);
        return;
    }
    // More than the path has, though far below the rate: no one else needs to be there.
    if (overloaded() && !decides()) return begin_draining(now);
    const auto tcp = static_cast<double>(tfrc_.rate().value());
    const auto growth = std::min(1.0, in_seconds(span) / in_seconds(std::max(rtt_, step_time_min)));
    if (decides()) set(std::min(tcp, rate_ * (1 + growth)));
    others_until_ = now + others_memory;
    if (queue_.latest() <= drained()) {
        state_ = State::growing;
        slow_since_ = now;
        note_leap();
        set(std::max(rate_, std::min(rate_before_, 2 * rate_)));
        share_ = rate_;
    } else if (now >= look_at_) {
        look(now);
    }
}

/// Every ten seconds something less is sent for a moment: a queue of our own gets shorter by that.
void DelayRate::look(base::LocalTime now) {
    looking_ = true;
    queue_at_look_ = queue_.latest();
    rate_before_ = rate_;
    look_at_ = now + rtt_ + std::max(look_time, rtt_);
    if (decides()) set(std::min(rate_, delivered_.greatest()) * (1 - look_part));
}

void DelayRate::end_look(base::LocalTime now) {
    looking_ = false;
    const base::Duration expected{static_cast<std::int64_t>(in_seconds(std::max(look_time, rtt_)) * look_part * 1e9)};
    look_at_ = now + look_interval;
    const bool ours = decides() && queue_.latest() + expected / 2 <= queue_at_look_;
    set(rate_before_);
    if (ours || queue_.latest() <= drained()) begin_draining(now);
}

void DelayRate::expire(base::LocalTime now) {
    // TFRC asks and hears with this one.
    if (!asked_) return;
    tfrc_.expire(now);
    if (no_feedback_at_ > now) return;
    const auto floor = static_cast<double>(options_.initial.value()) * cut_off_least;
    while (asked_ && no_feedback_at_ <= now) {
        state_ = State::starting;
        cut_off_ = true;
        // At the floor there is nothing left to halve, however long nobody looked.
        const bool floored = rate_ / 2 <= floor;
        set(floored ? std::min(rate_, floor) : rate_ / 2);
        no_feedback_at_ = (floored ? now : no_feedback_at_) + std::max(4 * rtt_, silence);
    }
}

base::ByteRate DelayRate::rate() const { return base::ByteRate{static_cast<std::uint64_t>(rate_)}; }

bool DelayRate::clear() const {
    const bool free = state_ == State::starting || state_ == State::growing;
    return free && window_began_ >= others_until_;
}

RateStats DelayRate::stats() const {
    RateStats stats = tfrc_.stats();
    stats.queueing_delay = queue_.latest();
    stats.delivered = base::ByteRate{static_cast<std::uint64_t>(delivered_.latest())};
    stats.competing = state_ == State::competing;
    return stats;
}

} // namespace plenum::link
