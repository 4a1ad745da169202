// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

/// Two clocks that do not mix without an offset: a node's own monotonic clock, and the conference's clock, which is
/// the home relay's monotonic clock. Neither is the wall clock and neither is read in core.
namespace plenum::base {

using Duration = std::chrono::nanoseconds;
using std::chrono_literals::operator""h;
using std::chrono_literals::operator""min;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""us;
using std::chrono_literals::operator""ns;

/// Monotonic time of one node; its zero is arbitrary.
struct LocalClock {
    using duration = Duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<LocalClock>;
    static constexpr bool is_steady = true;
};
using LocalTime = LocalClock::time_point;

/// Time of the conference: the home relay's monotonic clock.
struct ConferenceClock {
    using duration = Duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<ConferenceClock>;
    static constexpr bool is_steady = true;
};
using ConferenceTime = ConferenceClock::time_point;

inline constexpr LocalTime local_time_max = LocalTime::max();

/// Conference time minus local time, with its bound ε: the true offset lies within `value` ± `error_max`.
struct ClockOffset {
    Duration value{};
    Duration error_max{};

    [[nodiscard]] ConferenceTime to_conference(LocalTime at) const {
        return ConferenceTime{at.time_since_epoch() + value};
    }
    [[nodiscard]] LocalTime to_local(ConferenceTime at) const { return LocalTime{at.time_since_epoch() - value}; }
    friend bool operator==(const ClockOffset&, const ClockOffset&) = default;
};

[[nodiscard]] constexpr std::int64_t to_us(Duration duration) { return duration.count() / 1000; }
[[nodiscard]] constexpr Duration from_us(std::int64_t us) { return Duration{us * 1000}; }
[[nodiscard]] constexpr double to_ms(Duration duration) { return static_cast<double>(duration.count()) / 1e6; }

} // namespace plenum::base
