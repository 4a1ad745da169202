// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstddef>

namespace plenum::link {

/// The loss event rate of RFC 5348 §5, counted by the sender (§8): losses of packets that were sent within one round
/// trip are one event, an interval is the number of packets from one event to the next, and the rate is the inverse of
/// the weighted mean of the last eight. Counting single losses was the alternative: a queue that overflows drops many
/// packets at once, and TCP too halves once for them.
class LossIntervals {
  public:
    static constexpr std::size_t intervals_max = 8;

    void handle_acknowledged() { count(); }
    /// True if a new event begins with it.
    bool handle_lost(base::LocalTime sent_at, base::Duration rtt);
    /// One that was told as lost was only late: an event of which all were found was none.
    void handle_found(base::LocalTime sent_at);
    /// After the first event: the interval before it is unknown, so it is made to fit what was received (§6.3.1).
    void seed(double packets);

    [[nodiscard]] bool any() const { return events_known_ > 0; }
    /// Events a packet; 0 before the first.
    [[nodiscard]] double rate() const;

  private:
    void count() {
        if (events_known_ > 0) open_ += 1;
    }
    void remove_event(std::size_t which);
    [[nodiscard]] double mean() const;
    [[nodiscard]] double discount(double mean) const;

    struct Event {
        /// Of the packet that it began with.
        base::LocalTime sent_at{};
        /// Losses that were not found again.
        std::size_t lost{0};
    };

    /// Newest first: the last events, and the packets from the one before each to it.
    std::array<Event, intervals_max> events_{};
    std::size_t events_known_{0};
    std::array<double, intervals_max> intervals_{};
    std::size_t closed_{0};
    /// Since the last event.
    double open_{0};
};

} // namespace plenum::link
