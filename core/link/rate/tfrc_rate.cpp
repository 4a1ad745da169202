// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate/tfrc_rate.h"

#include "core/link/rate/throughput_equation.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace plenum::link {

namespace {

/// Of the mean root of round trips (RFC 5348 §4.5, q2 = 0.9).
constexpr double root_gain = 0.1;
/// Shortest time over which a rate is told: acknowledgements come in heaps.
constexpr base::Duration interval_min = std::chrono::milliseconds{10};
/// Before there is a round trip (RFC 5348 §4.2).
constexpr base::Duration patience_first = std::chrono::seconds{2};

double seconds(base::Duration duration) { return static_cast<double>(duration.count()) / 1e9; }
base::Duration to_duration(double seconds) { return base::Duration{static_cast<std::int64_t>(seconds * 1e9)}; }

} // namespace

TfrcRate::TfrcRate(const RateOptions& options, base::LocalTime now)
    : options_{options},
      rate_{static_cast<double>(options.initial.value())},
      updated_at_{now},
      doubled_at_{now},
      no_feedback_at_{now + patience_first} {}

void TfrcRate::handle_path_changed(base::LocalTime now) { *this = TfrcRate{options_, now}; }

void TfrcRate::handle_sent(const Sent& packet) {
    if (!packet.eliciting) return;
    if (asked_) return;
    // An idle sender is owed nothing: the timer begins with what breaks the silence.
    asked_ = true;
    no_feedback_at_ = packet.at + patience();
}

void TfrcRate::handle_acknowledged(const Acknowledged& packet) {
    if (packet.was_lost)
        losses_.handle_found(packet.sent_at);
    else
        losses_.handle_acknowledged();
    bytes_ += packet.bytes;
}

void TfrcRate::handle_lost(const Lost& packet) {
    const bool first = !losses_.any();
    if (!losses_.handle_lost(packet.sent_at, to_duration(rtt_))) return;
    new_event_ = true;
    if (!first || rtt_ <= 0) return;
    const auto received = std::max(received_max(), options_.segment / rtt_);
    losses_.seed(1 / loss_event_rate_for(options_.segment, rtt_, received));
}

void TfrcRate::handle_feedback(const Feedback& feedback) {
    rtt_ = seconds(feedback.rtt_smoothed);
    rtt_root_latest_ = std::sqrt(seconds(feedback.rtt));
    rtt_root_ = rtt_root_ > 0 ? rtt_root_ + (rtt_root_latest_ - rtt_root_) * root_gain : rtt_root_latest_;
    any_limited_ = any_limited_ || feedback.limited;
    asked_ = false;
    const auto interval = std::max(feedback.rtt_smoothed, interval_min);
    if (feedback.at - updated_at_ >= interval || (new_event_ && feedback.at - updated_at_ >= interval_min))
        update(feedback.at);
}

double TfrcRate::received_max() const {
    double most = 0;
    for (const auto& one : received_)
        most = std::max(most, one.rate);
    return most;
}

/// The rates received over the last two round trips (RFC 5348 §4.3, "update X_recv_set").
void TfrcRate::note_received(double rate, base::LocalTime now) {
    for (auto& one : received_)
        if (seconds(now - one.at) > 2 * rtt_) one = {};
    std::ranges::rotate(received_, received_.end() - 1);
    received_.front() = {rate, now};
}

/// §4.3, step 4. What an application did not use says nothing against the path (§8.2.1).
double TfrcRate::receive_limit(double received, bool new_event, base::LocalTime now) {
    if (any_limited_) {
        note_received(received, now);
        return 2 * received_max();
    }
    if (new_event) {
        const auto kept = std::max(received_max() / 2, received * 0.85);
        received_ = {};
        received_.front() = {kept, now};
        return kept;
    }
    const auto kept = std::max(received_max(), received);
    received_ = {};
    received_.front() = {kept, now};
    return std::max(2 * kept, rate_);
}

void TfrcRate::update(base::LocalTime now) {
    const auto elapsed = seconds(now - updated_at_);
    const auto limit = receive_limit(static_cast<double>(bytes_) / elapsed, new_event_, now);
    const auto loss = losses_.rate();
    if (loss > 0) {
        rate_ = limited(std::min(tcp_throughput(options_.segment, rtt_, loss), limit));
    } else if (any_limited_ && seconds(now - doubled_at_) >= rtt_) {
        rate_ = limited(std::max(std::min(2 * rate_, limit), static_cast<double>(options_.initial.value())));
        doubled_at_ = now;
    }
    bytes_ = 0;
    any_limited_ = false;
    new_event_ = false;
    updated_at_ = now;
}

double TfrcRate::limited(double rate) const {
    return std::clamp(rate, static_cast<double>(options_.least.value()), static_cast<double>(options_.most.value()));
}

/// §4.3, step 3: RTO = max(4 R, 2 s / X).
base::Duration TfrcRate::patience() const {
    if (rtt_ <= 0) return patience_first;
    return to_duration(std::max(4 * rtt_, 2 * options_.segment / rate_));
}

/// §4.4: without an answer the rate is halved, again and again.
void TfrcRate::expire(base::LocalTime now) {
    while (asked_ && no_feedback_at_ <= now) {
        rate_ = limited(rate_ / 2);
        received_ = {};
        received_.front() = {rate_ / 2, now};
        // At the floor there is nothing left to halve, however long nobody looked.
        const bool floored = rate_ <= static_cast<double>(options_.least.value());
        no_feedback_at_ = (floored ? now : no_feedback_at_) + patience();
    }
}

/// §4.5: a little less while the queue grows, so that the rate does not swing.
base::ByteRate TfrcRate::rate() const {
    const auto damping = rtt_root_latest_ > 0 ? std::min(rtt_root_ / rtt_root_latest_, 1.0) : 1.0;
    return base::ByteRate{static_cast<std::uint64_t>(limited(rate_ * damping))};
}

RateStats TfrcRate::stats() const {
    RateStats stats;
    stats.loss_event_rate = losses_.rate();
    stats.delivered = base::ByteRate{static_cast<std::uint64_t>(received_max())};
    return stats;
}

std::unique_ptr<RateController> make_tfrc_rate(const RateOptions& options, base::LocalTime now) {
    return std::make_unique<TfrcRate>(options, now);
}

} // namespace plenum::link
