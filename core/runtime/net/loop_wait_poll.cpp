// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"
#include "core/runtime/net/loop_wait.h"

#include <algorithm>
#include <cerrno>
#include <limits>

namespace plenum::runtime {

void poll_until(std::span<pollfd> descriptors, base::LocalTime until) {
    for (;;) {
        const auto left = until <= base::LocalTime{} ? base::Duration{} : std::max(until - now(), base::Duration{});
        // Rounded up, so that the last one does not come too early.
        const auto ms = std::min<std::int64_t>(std::chrono::ceil<std::chrono::milliseconds>(left).count(),
                                               std::numeric_limits<int>::max());
        const auto ready = ::poll(descriptors.data(), static_cast<nfds_t>(descriptors.size()), static_cast<int>(ms));
        if (ready >= 0 || errno != EINTR) return;
    }
}

void wait_precisely() {}

} // namespace plenum::runtime
