// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>

namespace plenum::node {

/// How often something may be asked for. The defaults are for one session: so that nobody fills the log alone; what a
/// person or a key leader does is far below. Generic cell rate algorithm (ITU-T I.371).
class RequestRate {
  public:
    RequestRate() = default;
    /// One each interval, and so many at once after a pause.
    RequestRate(base::Duration interval, int burst) : interval_{interval}, burst_{burst} {}

    /// False if it is too soon; then nothing changes.
    [[nodiscard]] bool take(base::LocalTime now) {
        const auto due = std::max(due_, now);
        if (due - now > interval_ * (burst_ - 1)) return false;
        due_ = due + interval_;
        return true;
    }

  private:
    base::Duration interval_{std::chrono::milliseconds{50}};
    int burst_{100};
    base::LocalTime due_{};
};

} // namespace plenum::node
