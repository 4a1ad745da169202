// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/base/time.h"

#include <algorithm>
#include <cstdint>

namespace plenum::link {

/// When a datagram that needs an answer is sent again: after twice as long each time, until it is given up.
class Retransmission {
  public:
    /// `jitter_seed` is no secret.
    Retransmission(base::LocalTime now, base::Duration give_up_after, std::uint64_t jitter_seed)
        : give_up_at_{now + give_up_after},
          send_at_{now},
          jitter_{jitter_seed} {}

    [[nodiscard]] bool given_up(base::LocalTime now) const { return now >= give_up_at_; }
    [[nodiscard]] bool due(base::LocalTime now) const { return now >= send_at_; }
    [[nodiscard]] base::LocalTime next_at() const { return std::min(send_at_, give_up_at_); }

    /// Up to a quarter more, so that many who were cut off together do not come back in step.
    void handle_sent(base::LocalTime now) {
        send_at_ = now + interval_ + base::Duration{jitter_.between(0, interval_.count() / 4)};
        interval_ = std::min(interval_ * 2, interval_max);
    }
    /// At once, and then after the intervals that go on.
    void send_at_once(base::LocalTime now) { send_at_ = now; }
    /// Something else is to be sent: at once, and again after the first interval.
    void restart(base::LocalTime now) {
        send_at_ = now;
        interval_ = interval_first;
    }

  private:
    /// First wait for an answer, doubled each time up to the second. Lower floods slow paths, higher makes every lost
    /// datagram felt.
    static constexpr base::Duration interval_first = std::chrono::milliseconds{250};
    static constexpr base::Duration interval_max = std::chrono::seconds{2};

    base::LocalTime give_up_at_;
    base::LocalTime send_at_;
    base::Duration interval_{interval_first};
    base::Random jitter_;
};

} // namespace plenum::link
