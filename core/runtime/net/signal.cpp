// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/signal.h"

#include "core/runtime/clock.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace plenum::runtime {

std::expected<Signal, std::string> Signal::create() {
    auto ends = open_signal_ends();
    if (!ends) return std::unexpected(std::move(ends.error()));
    return Signal{std::move(*ends)};
}

bool Signal::wait(base::Duration timeout) const {
    const auto until = now() + timeout;
    auto left = timeout;
    for (;;) {
        pollfd waited{ends_.read.value(), POLLIN, 0};
        // Rounded up, so that the last turn does not spin.
        const auto ms = std::chrono::ceil<std::chrono::milliseconds>(std::max(left, base::Duration::zero())).count();
        const auto ready =
            ::poll(&waited, 1, static_cast<int>(std::min<std::int64_t>(ms, std::numeric_limits<int>::max())));
        if (ready > 0) return true;
        left = until - now();
        if (ready == 0 && left <= base::Duration::zero()) return false;
        if (ready < 0 && errno != EINTR) return false;
    }
}

} // namespace plenum::runtime
