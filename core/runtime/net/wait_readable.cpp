// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/wait_readable.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace plenum::runtime {

void wait_readable(std::initializer_list<int> descriptors, base::Duration timeout) {
    std::array<pollfd, 4> waited{};
    nfds_t count = 0;
    for (const auto descriptor : descriptors)
        if (count < waited.size()) waited.at(count++) = {descriptor, POLLIN, 0};
    const auto ms = std::chrono::ceil<std::chrono::milliseconds>(timeout).count();
    const auto bounded = std::clamp<std::int64_t>(ms, 0, std::numeric_limits<int>::max());
    ::poll(waited.data(), count, static_cast<int>(bounded));
}

} // namespace plenum::runtime
