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
    if (unanswered_ == 0 || slept(now)) asking_since_ = now;
    asked_at_ = now;
    wanted_ = false;
    if (unanswered_++ == 0) asked_first_at_ = now;
}

base::LocalTime Liveness::there_until(base::LocalTime now) const {
    if (unanswered_ == 0 || slept(now)) return now;
    return std::max(heard_at_, asking_since_ - keep_alive_interval_);
}

base::LocalTime Liveness::keep_alive_at() const { return std::max(heard_at_, asked_at_) + keep_alive_interval_; }

base::LocalTime Liveness::silent_at(base::Duration probe_timeout) const {
    if (silent_ || unanswered_ == 0) return base::local_time_max;
    return std::max(heard_at_ + std::max(silent_after, 4 * probe_timeout),
                    asked_first_at_ + std::max(silent_after / 2, 2 * probe_timeout));
}

base::LocalTime Liveness::dead_at() const {
    if (unanswered_ < questions_min) return base::local_time_max;
    return std::max(heard_at_ + dead_after_, asked_first_at_ + dead_after_ * 9 / 10);
}

} // namespace plenum::link
