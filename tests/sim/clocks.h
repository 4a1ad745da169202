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
class NodeClock {
  public:
    NodeClock(base::Duration skew, std::int64_t drift_ppb) : skew_{skew}, drift_ppb_{drift_ppb} {}
    /// Skew and drift drawn within the conditions.
    [[nodiscard]] static NodeClock draw(const ClockConditions& conditions, base::Random& random);

    [[nodiscard]] base::LocalTime local(VirtualTime at) const;
    /// The first virtual time at which the clock shows `local` or more; 0 if that was before the world began.
    [[nodiscard]] VirtualTime when(base::LocalTime local) const;

    [[nodiscard]] base::Duration skew() const { return skew_; }
    [[nodiscard]] std::int64_t drift_ppb() const { return drift_ppb_; }

  private:
    base::Duration skew_;
    std::int64_t drift_ppb_;
};

/// What a clock without skew shows when the world begins: machines were up for a while, and no skew goes below zero.
inline constexpr base::Duration clock_origin = base::Duration{std::chrono::hours{100}};
inline constexpr base::Duration skew_limit = base::Duration{std::chrono::hours{24}};
inline constexpr std::int64_t drift_ppb_limit = 100'000'000;
/// Longest run that the arithmetic of clocks holds for.
inline constexpr base::Duration virtual_time_limit = base::Duration{std::chrono::hours{24 * 365}};

} // namespace plenum::sim
