// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/clocks.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::sim {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

/// ns × ppb / 10⁹ without overflow, for as long as virtual_time_limit.
std::int64_t drifted(std::int64_t ns, std::int64_t ppb) {
    return ns / second_ns * ppb + ns % second_ns * ppb / second_ns;
}

} // namespace

NodeClock::NodeClock(base::Duration skew, std::int64_t drift_ppb)
    : skew_{skew},
      drift_ppb_{drift_ppb},
      stood_at_{clock_origin + skew} {}

NodeClock NodeClock::draw(const ClockConditions& conditions, base::Random& random) {
    const auto skew_ns = conditions.skew_max.count();
    const base::Duration skew{random.between(-skew_ns, skew_ns)};
    return {skew, random.between(-conditions.drift_ppb_max, conditions.drift_ppb_max)};
}

base::LocalTime NodeClock::local(VirtualTime at) const {
    CHECK(at >= since_);
    if (stopped_) return stood_at_;
    const auto ns = (at - since_).count();
    return stood_at_ + base::Duration{ns + drifted(ns, drift_ppb_)};
}

VirtualTime NodeClock::when(base::LocalTime wanted) const {
    const VirtualTime limit{virtual_time_limit};
    if (wanted <= stood_at_) return since_;
    if (wanted >= local(limit)) return limit;
    // Each round leaves the error times the drift, so that three rounds leave less than a few nanoseconds.
    auto at = since_ + (wanted - stood_at_);
    for (int round = 0; round < 16; ++round) {
        const auto error = wanted - local(at);
        if (error.count() == 0) break;
        at += error;
    }
    while (local(at) < wanted)
        at += base::Duration{1};
    while (at > since_ && local(at - base::Duration{1}) >= wanted)
        at -= base::Duration{1};
    return at;
}

VirtualTime NodeClock::virtual_time(base::LocalTime wanted) const {
    const auto ns = (wanted - stood_at_).count();
    // Each round leaves the error times the drift.
    auto virtual_ns = ns;
    for (int round = 0; round < 16; ++round)
        virtual_ns += ns - (virtual_ns + drifted(virtual_ns, drift_ppb_));
    return since_ + base::Duration{virtual_ns};
}

void NodeClock::change_at(VirtualTime now) {
    stood_at_ = local(now);
    since_ = now;
}

void NodeClock::set_drift(VirtualTime now, std::int64_t drift_ppb) {
    change_at(now);
    drift_ppb_ = drift_ppb;
}

void NodeClock::jump(VirtualTime now, base::Duration by) {
    CHECK(by >= base::Duration{});
    change_at(now);
    stood_at_ += by;
}

void NodeClock::stop(VirtualTime now) {
    change_at(now);
    stopped_ = true;
}

void NodeClock::go_on(VirtualTime now) {
    change_at(now);
    stopped_ = false;
}

} // namespace plenum::sim
