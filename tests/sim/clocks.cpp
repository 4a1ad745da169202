// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/clocks.h"

#include <algorithm>

namespace plenum::sim {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

/// ns × ppb / 10⁹ without overflow, for as long as virtual_time_limit.
std::int64_t drifted(std::int64_t ns, std::int64_t ppb) {
    return ns / second_ns * ppb + ns % second_ns * ppb / second_ns;
}

} // namespace

NodeClock NodeClock::draw(const ClockConditions& conditions, base::Random& random) {
    const auto skew_ns = conditions.skew_max.count();
    const base::Duration skew{random.between(-skew_ns, skew_ns)};
    return {skew, random.between(-conditions.drift_ppb_max, conditions.drift_ppb_max)};
}

base::LocalTime NodeClock::local(VirtualTime at) const {
    const auto ns = at.time_since_epoch().count();
    return base::LocalTime{clock_origin + skew_ + base::Duration{ns + drifted(ns, drift_ppb_)}};
}

VirtualTime NodeClock::when(base::LocalTime wanted) const {
    const auto latest = local(VirtualTime{virtual_time_limit});
    if (wanted >= latest) return VirtualTime{virtual_time_limit};
    if (wanted <= local(VirtualTime{})) return VirtualTime{};
    // Each round leaves the error times the drift, so that three rounds leave less than a few nanoseconds.
    VirtualTime at{wanted - base::LocalTime{clock_origin + skew_}};
    for (int round = 0; round < 16; ++round) {
        const auto error = wanted - local(at);
        if (error.count() == 0) break;
        at += error;
    }
    while (local(at) < wanted)
        at += base::Duration{1};
    while (at > VirtualTime{} && local(at - base::Duration{1}) >= wanted)
        at -= base::Duration{1};
    return at;
}

} // namespace plenum::sim
