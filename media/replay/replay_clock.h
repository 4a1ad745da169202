// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>

namespace plenum::media {

enum class ReplaySpeed : std::uint8_t {
    usual = 1,       ///< as it was; never catches up
    half_faster = 2, ///< 1.5 times
    twice = 3,
};

[[nodiscard]] constexpr double factor_of(ReplaySpeed speed) {
    switch (speed) {
    case ReplaySpeed::usual: return 1;
    case ReplaySpeed::half_faster: return 1.5;
    case ReplaySpeed::twice: return 2;
    }
    return 1;
}

/// Where a replay is, between the oldest that can be heard and live. Both move on while it plays. It is over once it
/// has caught up. Knows no clock: it is told how much was heard.
class ReplayClock {
  public:
    /// Nearer to live than this, nothing is left to be heard: packets of this age still come.
    static constexpr base::Duration live_margin = base::from_us(250'000);

    struct Bounds {
        base::LocalTime oldest{};
        base::LocalTime live{};
    };

    /// Also where it is on already.
    void begin(base::LocalTime at, const Bounds& bounds);
    void end() { on_ = false; }
    void set_speed(ReplaySpeed speed) { speed_ = speed; }
    void set_paused(bool paused) { paused_ = paused; }
    /// So much was heard since the last call. What falls out of the bounds meanwhile is passed over.
    void advance(base::Duration heard, const Bounds& bounds);

    [[nodiscard]] bool on() const { return on_; }
    /// It ended by itself.
    [[nodiscard]] bool caught_up() const { return caught_up_; }
    [[nodiscard]] bool paused() const { return paused_; }
    [[nodiscard]] ReplaySpeed speed() const { return speed_; }
    [[nodiscard]] base::LocalTime position() const { return position_; }
    [[nodiscard]] base::Duration behind(base::LocalTime live) const;
    /// As things are now; nullopt: never.
    [[nodiscard]] std::optional<base::Duration> until_live(base::LocalTime live) const;

  private:
    void keep_within(const Bounds& bounds);

    bool on_{false};
    bool caught_up_{false};
    bool paused_{false};
    ReplaySpeed speed_{ReplaySpeed::half_faster};
    base::LocalTime position_{};
};

} // namespace plenum::media
