// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/link/clock_filter.h"
#include "core/link/packet_draft.h"
#include "core/wire/frames.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace plenum::link {

/// The conference's clock between two peers: one serves it and answers, the other asks and learns (docs/protocol.md §2,
/// Clock). Requests ride in datagrams that leave anyway, and leave alone only after longer.
class ClockExchange {
  public:
    /// `served`: conference clock relative to this node's, to be served. Absent: the peer is asked for it, if `asks`.
    explicit ClockExchange(std::optional<base::ClockOffset> served, bool asks = true) : served_{served}, asks_{asks} {}

    /// From now on that one is served.
    void serve(const base::ClockOffset& served) {
        served_ = served;
        asks_ = false;
    }

    /// Asks often for two seconds: a camera captures by this clock, together with others (CP §3).
    void refine(base::LocalTime now);
    /// The peer can be asked from now on.
    void begin(base::LocalTime now);
    void handle(const wire::ClockRequestFrame& frame, base::LocalTime now);
    void handle(const wire::ClockResponseFrame& frame, base::LocalTime now);
    /// A request becomes due.
    void expire(base::LocalTime now);

    /// Whether something is to be sent though nothing else is.
    [[nodiscard]] bool wanted(base::LocalTime now) const { return request_due_ || responses_at_ <= now; }
    /// Writes responses that are owed and the request that is due or may ride along. False if a response cannot stand
    /// on the wire.
    [[nodiscard]] bool write(PacketDraft& draft, base::LocalTime now) {
        const bool written = responses_.empty() || write_responses(draft, now);
        if (request_due_ || request_rides_at_ <= now) write_request(draft, now);
        return written;
    }
    /// When `expire` or `write` has something to do. `last`: when the link last did anything, for what is due already.
    [[nodiscard]] base::LocalTime next_at(base::LocalTime last) const {
        return request_due_ ? last : std::min(request_at_, responses_at_);
    }

    /// The conference's clock, with its bound grown up to `now`; absent before the first exchange.
    [[nodiscard]] std::optional<base::ClockOffset> offset(base::LocalTime now) const {
        return served_ ? served_ : filter_.offset(now);
    }
    /// By how much that is likely wrong at most.
    [[nodiscard]] base::Duration doubt(const base::ClockOffset& clock) const {
        return served_ ? base::Duration::zero() : filter_.doubt(clock);
    }

  private:
    struct Response {
        base::LocalTime request_sent_at;
        base::LocalTime received_at;
    };
    [[nodiscard]] bool refined(base::LocalTime now) const { return now < refined_until_; }
    [[nodiscard]] base::Duration riding_interval(base::LocalTime now) const;
    [[nodiscard]] base::Duration next_interval(base::LocalTime now) const;
    [[nodiscard]] bool write_responses(PacketDraft& draft, base::LocalTime now);
    void write_request(PacketDraft& draft, base::LocalTime now);

    std::optional<base::ClockOffset> served_;
    bool asks_{true};
    ClockFilter filter_;
    base::LocalTime request_at_{base::local_time_max};
    int burst_left_{0};
    bool request_due_{false};
    base::LocalTime requested_at_{};
    base::LocalTime refined_until_{};
    /// From when on it asks in what leaves anyway.
    base::LocalTime request_rides_at_{base::local_time_max};
    std::deque<Response> responses_;
    /// When they go though nothing else does.
    base::LocalTime responses_at_{base::local_time_max};
    base::LocalTime responded_at_{};
};

} // namespace plenum::link
