// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"
#include "core/runtime/loop_wait.h"

#include <sys/prctl.h>

#include <algorithm>
#include <cerrno>

namespace plenum::runtime {

void poll_until(std::span<pollfd> descriptors, base::LocalTime until) {
    for (;;) {
        const auto left = until <= base::LocalTime{} ? base::Duration{} : std::max(until - now(), base::Duration{});
        const timespec timeout{left / std::chrono::seconds{1}, (left % std::chrono::seconds{1}).count()};
        const auto ready = ::ppoll(descriptors.data(), descriptors.size(), &timeout, nullptr);
        if (ready >= 0 || errno != EINTR) return;
    }
}

void wait_precisely() { (void)::prctl(PR_SET_TIMERSLACK, 1UL); }

} // namespace plenum::runtime
