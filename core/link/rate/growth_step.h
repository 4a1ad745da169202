// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>

namespace plenum::link {

/// By how much the rate grows in a round trip. One packet near the share, where two flows meet (equal steps and
/// proportional cuts make shares equal: Chiu and Jain 1989); away from it, and while no queue is seen, the step doubles
/// every second round trip after the third (Copa §2.1; a queue is seen a round trip after what made it).
/// Where one begins nothing is added: it goes by itself or becomes too long.
class GrowthStep {
  public:
    explicit GrowthStep(base::LocalTime now) : slow_since_{now}, doubled_at_{now} {}

    /// What the path gave us when its queue last grew; 0 before that.
    [[nodiscard]] double share() const { return share_; }
    void set_share(double share) { share_ = share; }
    /// One packet a round trip again.
    void restart(base::LocalTime now) {
        velocity_ = 1;
        hold(now);
    }
    /// No doubling for the next round trips.
    void hold(base::LocalTime now) { slow_since_ = now; }

    struct Situation {
        double rate;        ///< bytes a second
        double packet_rate; ///< a packet each round trip, in bytes a second
        base::Duration round_trip;
        bool queue;   ///< one begins
        bool limited; ///< something waits for the rate
    };
    /// Bytes a second more for a round trip.
    [[nodiscard]] double next(const Situation& at, base::LocalTime now) {
        const bool near = share_ > 0 && at.rate > 0.8 * share_ && at.rate < 1.1 * share_;
        if (near || at.queue) {
            restart(now);
        } else if (at.limited && now - slow_since_ > 3 * at.round_trip && now - doubled_at_ >= 2 * at.round_trip) {
            velocity_ *= 2;
            doubled_at_ = now;
        }
        if (at.queue) return 0;
        const auto least = std::clamp(at.packet_rate, at.rate * step_least, at.rate * step_most);
        if (velocity_ * least > at.rate / 4) velocity_ = std::max(velocity_ / 2, 1.0);
        return velocity_ * least;
    }

  private:
    /// Of the rate, each round trip, near the share.
    static constexpr double step_least = 0.005;
    static constexpr double step_most = 0.05;

    double share_{0};
    /// Packets more each round trip, and since when it was not more than one.
    double velocity_{1};
    base::LocalTime slow_since_;
    base::LocalTime doubled_at_;
};

} // namespace plenum::link
