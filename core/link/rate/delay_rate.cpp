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

constexpr double full_packet_bytes = 1200;
/// A standing queue above it is ours to end: an ear does not notice it, and a busy receiver stays below. Lower leaves
/// capacity unused for every hiccup, higher is latency for all.
constexpr base::Duration queue_max = milliseconds{15};
/// Most that a path's own restlessness adds.
constexpr base::Duration noise_max = milliseconds{30};
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
constexpr double loss_cut_min = 0.15;
constexpr double loss_cut_max = 0.25;
/// Of the initial rate: a path that was cut comes back, and what waited for it should not wait again.
constexpr double cut_off_least = 0.25;

double in_seconds(base::Duration duration) { return static_cast<double>(duration.count()) / 1e9; }

} // namespace

DelayRate::DelayRate(const RateOptions& options, base::LocalTime now)
    : options_{options},
      tfrc_{options, now},
      growth_{now},
      feedback_{now},
      rate_{static_cast<double>(options.initial.value())},
      rtt_least_{base::Duration::max()},
      window_{now} {}

void DelayRate::handle_path_changed(base::LocalTime now) { *this = DelayRate{options_, now}; }

void DelayRate::handle_sent(const Sent& packet) {
    tfrc_.handle_sent(packet);
    if (!packet.eliciting) return;
    load_.handle_sent(packet.bytes);
    feedback_.handle_sent(packet.at, rtt_);
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
    if (feedback_.tells(packet.sent_at)) losses_.handle_lost();
}

void DelayRate::handle_feedback(const Feedback& feedback) {
    tfrc_.handle_feedback(feedback);
    feedback_.handle_feedback(feedback.sent_at);
    rtt_ = feedback.rtt_smoothed;
    rtt_least_ = std::min(rtt_least_, feedback.rtt);
    window_.limited = window_.limited || feedback.limited;
    if (!window_.sent_from) window_.sent_from = feedback.sent_at;
    queue_.handle_arrival(feedback.arrived_us, feedback.sent_at, feedback.at);
    delivered_.handle_arrival(feedback.arrived_us);
    const auto age = feedback.at - window_.began;
    if (age < window_length() || (queue_.samples() < samples_min && age < 2 * window_max)) return;
    close_window(feedback.at);
}

base::Duration DelayRate::window_length() const { return std::clamp(rtt_ / 2, window_min, window_max); }

base::Duration DelayRate::time_of_two_packets() const {
    return base::Duration{static_cast<std::int64_t>(2 * full_packet_bytes / rate_ * 1e9)};
}

/// On a slow path two packets are a long queue, and no one's fault.
base::Duration DelayRate::threshold() const {
    return queue_max + std::min(2 * queue_.noise(), noise_max) + time_of_two_packets() + standing_.leaps();
}

/// That steps are counted by.
base::Duration DelayRate::round_trip() const { return std::max(rtt_, step_time_min); }

LossBaseline::Speed DelayRate::speed() const {
    if (rate_ <= static_cast<double>(options_.least.value())) return LossBaseline::Speed::least;
    return state_ == State::starting ? LossBaseline::Speed::doubling : LossBaseline::Speed::usual;
}

void DelayRate::close_window(base::LocalTime now) {
    // A pause is no time to grow in.
    const auto span = std::min<base::Duration>(now - window_.began, 2 * window_max);
    const auto four_packets = 2 * time_of_two_packets();
    const auto queue = queue_.close_window(now, four_packets).value_or(base::Duration::zero());
    delivered_.close_window();
    const auto whole = in_seconds(std::max<base::Duration>(now - window_.began, milliseconds{1}));
    load_.close_window(whole, rate_, delivered_.latest(), losses_.own());
    const bool free = grows();
    // Beside a queue that stands, cuts below which the application sends anyway would make its losses the path's own.
    if (!free && !load_.decided_by_rate()) losses_.skip(now);
    const auto verdict = losses_.judge(now, rtt_, speed());
    if (free && queue > threshold() && others_.expected(now)) {
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
    window_ = {now};
}

void DelayRate::set(double rate) {
    rate_ = std::clamp(rate, static_cast<double>(options_.least.value()), static_cast<double>(options_.most.value()));
}

/// Never to more than twice what arrives, so that a rate that nothing answers to does not run away. A rate that the
/// application does not use stays as it is (RFC 7661 §4.3: what was once validated).
void DelayRate::raise(double rate) {
    if (!window_.limited) return;
    const auto arriving = 2 * delivered_.greatest() / (1 - losses_.own());
    set(std::max(rate_, std::min(rate, arriving)));
}

void DelayRate::start(base::Duration span) {
    if (queue_.latest() > drained()) return;
    raise(rate_ * (1 + std::min(1.0, in_seconds(span) / in_seconds(round_trip()))));
}

void DelayRate::grow(base::Duration span, base::LocalTime now) {
    const auto step = growth_.next({.rate = rate_,
                                    .packet_rate = full_packet_bytes / in_seconds(round_trip()),
                                    .round_trip = round_trip(),
                                    .queue = queue_.latest() > drained(),
                                    .limited = window_.limited},
                                   now);
    raise(rate_ + step * in_seconds(span) / in_seconds(round_trip()));
}

void DelayRate::begin_draining(base::LocalTime now) {
    state_ = State::draining;
    standing_.begin(queue_.latest(), rate_);
    standing_.begin_draining(now);
    others_.begin_draining(now, rtt_least_);
    growth_.restart(now);
    cut(now);
}

double DelayRate::part_for(base::Duration queue) const {
    const auto drain_time = std::max(2 * rtt_least_, drain_time_min);
    return std::clamp(in_seconds(queue) / in_seconds(drain_time), cut_min, cut_max);
}

/// Below what arrives by as much as drains the queue in time. Where the application and not this rate decides how much
/// is sent, what arrives says nothing of the path: the rate it does not use shrinks, but not below where it began.
void DelayRate::cut(base::LocalTime now) {
    const auto part = part_for(queue_.latest());
    if (load_.decided_by_rate() || load_.overloads()) {
        const auto arriving = window_.limited ? delivered_.greatest() : load_.delivered_mean();
        growth_.set_share(std::min(standing_.rate_before(), arriving / (1 - losses_.own())));
        set(growth_.share() * (1 - part));
    } else {
        growth_.set_share(standing_.rate_before());
        set(std::min(rate_, std::max(rate_ * (1 - part), static_cast<double>(options_.initial.value()))));
    }
    standing_.handle_cut(part, now);
}

/// A queue too short to be seen. What arrived is what there is.
void DelayRate::cut_for_loss(base::LocalTime now) {
    state_ = State::growing;
    growth_.restart(now);
    growth_.set_share(rate_);
    if (load_.decided_by_rate()) {
        growth_.set_share(std::min(rate_, delivered_.greatest() / (1 - losses_.own())));
        set(std::clamp(growth_.share(), rate_ * (1 - loss_cut_max), rate_ * (1 - loss_cut_min)));
    } else {
        set(std::min(rate_, std::max(rate_ * (1 - loss_cut_min), static_cast<double>(options_.initial.value()))));
    }
}

void DelayRate::drain(base::Duration span, base::LocalTime now) {
    if (queue_.latest() <= drained()) {
        state_ = State::growing;
        growth_.hold(now);
        others_.forget(now);
        if (standing_.was_none(window_.sent_from, drained())) {
            standing_.note_leap();
            set(std::max(rate_, standing_.rate_before()));
        } else {
            standing_.clear_leaps();
            set(std::max(rate_, rest * growth_.share()));
        }
    } else if (others_.outlasts(now)) {
        others_.postpone(now);
        begin_competing(now);
    } else if (standing_.shows_cut(window_.sent_from)) {
        if (!standing_.cut_was_enough(queue_.latest(), span, part_for(queue_.latest()))) cut(now);
    }
}

void DelayRate::begin_competing(base::LocalTime now) {
    if (state_ != State::draining) standing_.begin(queue_.latest(), rate_);
    state_ = State::competing;
    others_.remember(now);
}

/// TFRC's rate, approached by doubling at most, where the rate decides how much is sent.
void DelayRate::compete(base::Duration span, base::LocalTime now) {
    if (others_.looking()) {
        if (others_.due(now)) end_look(now);
        return;
    }
    // More than the path has, though far below the rate: no one else needs to be there.
    if (load_.overloads() && !load_.decided_by_rate()) return begin_draining(now);
    const auto tcp = static_cast<double>(tfrc_.rate().value());
    const auto growth = std::min(1.0, in_seconds(span) / in_seconds(round_trip()));
    if (load_.decided_by_rate()) set(std::min(tcp, rate_ * (1 + growth)));
    others_.remember(now);
    if (queue_.latest() <= drained()) {
        state_ = State::growing;
        growth_.hold(now);
        standing_.note_leap();
        set(std::max(rate_, std::min(standing_.rate_before(), 2 * rate_)));
        growth_.set_share(rate_);
    } else if (others_.due(now)) {
        others_.begin_look(queue_.latest(), rtt_, now);
        standing_.note_rate(rate_);
        if (load_.decided_by_rate()) set(std::min(rate_, delivered_.greatest()) * (1 - Competition::look_part));
    }
}

void DelayRate::end_look(base::LocalTime now) {
    const bool shorter = others_.end_look(queue_.latest(), rtt_, now);
    set(standing_.rate_before());
    if ((shorter && load_.decided_by_rate()) || queue_.latest() <= drained()) begin_draining(now);
}

void DelayRate::expire(base::LocalTime now) {
    // TFRC asks and hears with this one.
    if (!feedback_.awaited()) return;
    tfrc_.expire(now);
    const auto floor = static_cast<double>(options_.initial.value()) * cut_off_least;
    while (feedback_.overdue(now)) {
        state_ = State::starting;
        // At the floor there is nothing left to halve, however long nobody looked.
        const bool floored = rate_ / 2 <= floor;
        set(floored ? std::min(rate_, floor) : rate_ / 2);
        feedback_.handle_overdue(floored ? now : feedback_.due_at(), rtt_);
    }
}

base::ByteRate DelayRate::rate() const { return base::ByteRate{static_cast<std::uint64_t>(rate_)}; }

bool DelayRate::clear() const { return grows() && !others_.expected(window_.began); }

RateStats DelayRate::stats() const {
    RateStats stats = tfrc_.stats();
    stats.queueing_delay = queue_.latest();
    stats.delivered = base::ByteRate{static_cast<std::uint64_t>(delivered_.latest())};
    stats.competing = state_ == State::competing;
    return stats;
}

std::unique_ptr<RateController> make_delay_rate(const RateOptions& options, base::LocalTime now) {
    return std::make_unique<DelayRate>(options, now);
}

} // namespace plenum::link
