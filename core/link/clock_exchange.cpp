// SPDX-License-Identifier: Apache-2.0
#include "core/link/clock_exchange.h"

namespace plenum::link {

namespace {

/// Exchanges right after the beginning, within 300 ms, for a good first bound.
constexpr int burst = 4;
constexpr std::size_t responses_max = 4;
/// Whoever asks more often than this is answered in what leaves anyway, or after the delay.
constexpr base::Duration responses_apart = std::chrono::milliseconds{500};
constexpr base::Duration response_delay = std::chrono::milliseconds{20};

/// With ways of 5 to 25 ms, so many exchanges let the clocks of five hosts differ by less than 0.2 ms.
constexpr base::Duration refined_interval = std::chrono::milliseconds{25};
/// A camera that sends more seldom goes by the clock as everyone knows it.
constexpr base::Duration refined_for = std::chrono::seconds{2};

/// Whether a time can stand on the wire.
bool is_encodable(base::ConferenceTime at) { return at.time_since_epoch() >= base::Duration::zero(); }

} // namespace

void ClockExchange::refine(base::LocalTime now) {
    if (request_at_ == base::local_time_max) return;
    refined_until_ = now + refined_for;
    request_at_ = std::min(request_at_, now + refined_interval);
}

void ClockExchange::begin(base::LocalTime now) {
    if (served_ || !asks_) return;
    burst_left_ = burst;
    request_at_ = request_rides_at_ = now;
}

void ClockExchange::handle(const wire::ClockRequestFrame& frame, base::LocalTime now) {
    if (!served_) return;
    if (responses_.size() >= responses_max) responses_.pop_front();
    responses_.push_back({frame.sent_at, now});
    // What it waits for, its response says.
    const bool alone = now - responded_at_ >= responses_apart;
    responses_at_ = std::min(responses_at_, alone ? now : now + response_delay);
}

void ClockExchange::handle(const wire::ClockResponseFrame& frame, base::LocalTime now) {
    if (!filter_.handle_response(frame, now)) return;
    request_at_ = std::min(request_at_, now + next_interval(now));
    request_rides_at_ = requested_at_ + riding_interval(now);
}

void ClockExchange::expire(base::LocalTime now) {
    if (request_at_ > now) return;
    request_due_ = true;
    burst_left_ = std::max(burst_left_ - 1, 0);
    request_at_ = now + next_interval(now);
}

base::Duration ClockExchange::next_interval(base::LocalTime now) const {
    if (refined(now)) return refined_interval;
    return burst_left_ > 0 ? ClockFilter::interval_first : filter_.interval();
}

base::Duration ClockExchange::riding_interval(base::LocalTime now) const {
    return refined(now) ? refined_interval : filter_.interval_riding();
}

bool ClockExchange::write_responses(PacketDraft& draft, base::LocalTime now) {
    responses_at_ = base::local_time_max;
    responded_at_ = now;
    bool written = true;
    // As exact as the wire, and never less.
    const auto error = std::chrono::ceil<std::chrono::microseconds>(served_->error_max);
    for (; !responses_.empty(); responses_.pop_front()) {
        const auto& response = responses_.front();
        // Both by one clock: an edge's is known better from time to time.
        const auto received_at = served_->to_conference(response.received_at);
        const auto sent_at = served_->to_conference(now);
        if (is_encodable(received_at) && is_encodable(sent_at))
            draft.put(wire::ClockResponseFrame{response.request_sent_at, received_at, sent_at, error});
        else
            written = false;
    }
    return written;
}

void ClockExchange::write_request(PacketDraft& draft, base::LocalTime now) {
    request_due_ = false;
    requested_at_ = now;
    request_at_ = std::max(request_at_, now + next_interval(now));
    request_rides_at_ = now + riding_interval(now);
    draft.put(filter_.make_request(now));
    draft.eliciting = true;
}

} // namespace plenum::link
