// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

/// Nodes' own clocks over virtual time.
namespace plenum::sim {

struct ClockConditions {
    /// Each node's clock is off by a draw from ± this.
    base::Duration skew_max{};
    /// Each node's clock runs fast or slow by a draw from ± this, in parts per thousand million.
    std::int64_t drift_ppb_max{0};
};

/// local = origin + skew + virtual × (1 + drift), in whole nanoseconds. Goes on through crashes: the machine stays up.
///
/// A monotonic clock never goes back, but its drift changes with the temperature, it may jump ahead, and it may stand
/// still: Linux's CLOCK_MONOTONIC does while the machine is suspended, where CLOCK_BOOTTIME goes on. A clock that was
/// changed tells the time only from that change on.
class NodeClock {
  public:
    NodeClock(base::Duration skew, std::int64_t drift_ppb);
    /// Skew and drift drawn within the conditions.
    [[nodiscard]] static NodeClock draw(const ClockConditions& conditions, base::Random& random);

    [[nodiscard]] base::LocalTime local(VirtualTime at) const;
    /// The first virtual time at which the clock shows `local` or more, as it runs now; that of the last change if it
    /// did so then.
    [[nodiscard]] VirtualTime when(base::LocalTime local) const;
    /// The virtual time at which the clock would show `local` if it had always run as it runs now.
    [[nodiscard]] VirtualTime virtual_time(base::LocalTime local) const;

    void set_drift(VirtualTime now, std::int64_t drift_ppb);
    /// `by` must not be negative.
    void jump(VirtualTime now, base::Duration by);
    void stop(VirtualTime now);
    void go_on(VirtualTime now);

    [[nodiscard]] base::Duration skew() const { return skew_; }
    [[nodiscard]] std::int64_t drift_ppb() const { return drift_ppb_; }

  private:
    void change_at(VirtualTime now);

    base::Duration skew_;
    std::int64_t drift_ppb_;
    /// Where the clock stood when it was last changed.
    VirtualTime since_{};
    base::LocalTime stood_at_;
    bool stopped_{false};
};

/// What a clock without skew shows when the world begins: machines were up for a while, and no skew goes below zero.
inline constexpr base::Duration clock_origin = base::Duration{std::chrono::hours{100}};
inline constexpr base::Duration skew_limit = base::Duration{std::chrono::hours{24}};
inline constexpr std::int64_t drift_ppb_limit = 100'000'000;
inline constexpr base::Duration jump_limit = base::Duration{std::chrono::hours{24}};
/// Longest run that the arithmetic of clocks holds for.
inline constexpr base::Duration virtual_time_limit = base::Duration{std::chrono::hours{24 * 365}};

} // namespace plenum::sim
