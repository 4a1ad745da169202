// SPDX-License-Identifier: Apache-2.0
#include "core/link/liveness.h"

#include <algorithm>
#include <utility>

namespace plenum::link {

bool Liveness::handle_heard(base::LocalTime now) {
    heard_at_ = now;
    unanswered_ = 0;
    return std::exchange(silent_, false);
}

void Liveness::handle_asked(base::LocalTime now) {
    asked_at_ = now;
    ++unanswered_;
}

base::LocalTime Liveness::keep_alive_at() const { return std::max(heard_at_, asked_at_) + keep_alive_interval_; }

base::LocalTime Liveness::silent_at(base::Duration probe_timeout) const {
    if (silent_ || unanswered_ == 0) return base::local_time_max;
    return heard_at_ + std::max(silent_after, 4 * probe_timeout);
}

base::LocalTime Liveness::dead_at() const {
    return unanswered_ < questions_min ? base::local_time_max : heard_at_ + dead_after_;
}

} // namespace plenum::link
