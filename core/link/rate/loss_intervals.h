// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstddef>
#include <optional>

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
    /// After the first event: the interval before it is unknown, so it is made to fit what was received (§6.3.1).
    void seed(double packets);

    [[nodiscard]] bool any() const { return closed_ > 0 || event_sent_at_; }
    /// Events a packet; 0 before the first.
    [[nodiscard]] double rate() const;

  private:
    void count() {
        if (event_sent_at_) open_ += 1;
    }
    [[nodiscard]] double mean() const;
    [[nodiscard]] double discount(double mean) const;

    /// Newest first.
    std::array<double, intervals_max> intervals_{};
    std::size_t closed_{0};
    /// Since the last event.
    double open_{0};
    /// Of the packet that the last event began with.
    std::optional<base::LocalTime> event_sent_at_;
};

} // namespace plenum::link
