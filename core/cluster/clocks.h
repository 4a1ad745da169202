// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>

namespace plenum::cluster {

/// A clock that hosts of cameras share besides the conference's, such as PTP (IEEE 1588) or a net clock of GStreamer.
///
/// The problem: a host knows the conference's clock through a relay, so its error is part of the way to the relay. The
/// intuition: a clock in the cameras' own network is exact to microseconds. It need not tell the conference's time: the
/// master says what it shows at the instant, and hosts that read the same clock open their shutters by it.
struct ReferenceClock {
    /// Names the clock: hosts with the same number read the same clock.
    std::uint64_t id{0};
    /// Ahead of this machine's clock.
    base::Duration ahead{};

    [[nodiscard]] base::Duration show(base::LocalTime at) const { return at.time_since_epoch() + ahead; }
    [[nodiscard]] base::LocalTime when(base::Duration shows) const { return base::LocalTime{shows - ahead}; }
    friend bool operator==(const ReferenceClock&, const ReferenceClock&) = default;
};

/// What a host with a camera tells the time by.
struct Clocks {
    Clocks() = default;
    /// Converts by intention: most hosts have no other clock.
    Clocks(const base::ClockOffset& of_conference) : conference{of_conference} {} // NOLINT(*-explicit-*)
    Clocks(const base::ClockOffset& of_conference, const std::optional<ReferenceClock>& shared)
        : conference{of_conference},
          reference{shared} {}

    base::ClockOffset conference;
    std::optional<ReferenceClock> reference;
};

} // namespace plenum::cluster
