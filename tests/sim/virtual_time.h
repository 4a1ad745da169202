// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

/// Time and place of the simulated world. No node ever sees either: nodes have local clocks (clocks.h) and addresses.
namespace plenum::sim {

/// The one true time, from 0 at the start of a run.
struct VirtualClock {
    using duration = base::Duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<VirtualClock>;
    static constexpr bool is_steady = true;
};
using VirtualTime = VirtualClock::time_point;

/// A machine of the world: relays first, from 0, then endpoints. A scenario's faults and the trace name it so.
using NodeIndex = base::Number<struct NodeTag, std::uint32_t>;

[[nodiscard]] constexpr std::int64_t to_us(VirtualTime at) { return base::to_us(at.time_since_epoch()); }
/// Rounded down.
[[nodiscard]] constexpr std::int64_t to_ms(VirtualTime at) { return to_us(at) / 1000; }

/// For programs of members whose clock shows differences alone.
[[nodiscard]] constexpr base::LocalTime as_local(VirtualTime at) { return base::LocalTime{at.time_since_epoch()}; }

} // namespace plenum::sim
