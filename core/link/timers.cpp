// SPDX-License-Identifier: Apache-2.0
#include "core/link/timers.h"

#include <array>

namespace plenum::link {

std::string_view name(TimerReason reason) {
    constexpr auto names =
        std::to_array<std::string_view>({"acknowledgement", "loss", "probe", "pace", "keep_alive", "clock", "silence",
                                         "death", "rekey", "path", "mtu", "close"});
    static_assert(names.size() == timer_reason_count);
    return names[static_cast<std::size_t>(reason) - 1];
}

} // namespace plenum::link
