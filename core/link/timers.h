// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/base/time.h"

#include <cstdint>
#include <string_view>

namespace plenum::link {

/// Every reason for which a link wants to be woken.
enum class TimerReason : std::uint8_t {
    acknowledgement = 1, ///< received packets are owed an acknowledgement
    loss = 2,            ///< the oldest packet overtaken by others counts as lost then
    probe = 3,           ///< nothing was acknowledged for too long (RFC 9002 §6.2)
    pace = 4,            ///< something waits for its turn to be sent
    keep_alive = 5,
    clock = 6,   ///< the next clock request
    silence = 7, ///< the peer counts as silent then
    death = 8,   ///< the peer counts as gone then, or the keys are too old
    rekey = 9,   ///< new keys are wanted
    path = 10,   ///< a new address of the peer is asked, or given up
    mtu = 11,    ///< a longer datagram is tried
    close = 12,  ///< the last word is said again
};
[[nodiscard]] constexpr std::string_view name(TimerReason reason) { return base::enumerator_name(reason); }

/// The earliest of the times that are set, one per reason.
class TimerTable {
  public:
    struct Next {
        base::LocalTime at{base::local_time_max};
        TimerReason reason{TimerReason::keep_alive};
    };

    void set(TimerReason reason, base::LocalTime at) {
        if (at < next_.at) next_ = {at, reason};
    }
    /// Of equal ones the first that was set; `local_time_max` if none was.
    [[nodiscard]] const Next& next() const { return next_; }

  private:
    Next next_;
};

} // namespace plenum::link
