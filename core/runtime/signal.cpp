// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/signal.h"

#include "core/runtime/clock.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace plenum::runtime {

Signal::Signal(Descriptor read_end, Descriptor write_end)
    : read_end_{std::move(read_end)},
      write_end_{std::move(write_end)} {}

bool Signal::wait(base::Duration timeout) const {
    const auto until = now() + timeout;
    auto left = timeout;
    for (;;) {
        pollfd waited{read_end_.value(), POLLIN, 0};
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
