// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"
#include "core/runtime/net/loop_wait.h"

#include <sys/prctl.h>

#include <algorithm>
#include <cerrno>

namespace plenum::runtime {

namespace {

/// The kernel puts ends of waits together that are a thousandth of the wait apart, or for a thread that is nice a two
/// hundredth (select_estimate_accuracy): a long wait is cut short by more than that, and what is left waited anew.
constexpr base::Duration precise_max = std::chrono::milliseconds{2};

timespec timeout_for(base::Duration left) {
    if (left > precise_max) left -= std::max(left / 64, precise_max / 2);
    return {left / std::chrono::seconds{1}, (left % std::chrono::seconds{1}).count()};
}

} // namespace

void poll_until(std::span<pollfd> descriptors, base::LocalTime until) {
    for (;;) {
        const auto left = until <= base::LocalTime{} ? base::Duration{} : std::max(until - now(), base::Duration{});
        const auto timeout = timeout_for(left);
        const auto ready = ::ppoll(descriptors.data(), descriptors.size(), &timeout, nullptr);
        if (ready > 0 || left == base::Duration{} || (ready < 0 && errno != EINTR)) return;
    }
}

void wait_precisely() { (void)::prctl(PR_SET_TIMERSLACK, 1UL); }

} // namespace plenum::runtime
