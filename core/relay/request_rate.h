// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>

namespace plenum::node {

/// How often something may be asked for. The defaults are for one session: to have something put into the log, so that
/// nobody fills it alone, for samples, or for what costs all others work. What a person or a key leader does is far
/// below. Generic cell rate algorithm (ITU-T I.371).
class RequestRate {
  public:
    RequestRate() : RequestRate{std::chrono::milliseconds{50}, 100} {}
    /// One each interval, and so many at once after a pause.
    RequestRate(base::Duration interval, int burst) : interval_{interval}, ahead_max_{interval * (burst - 1)} {}

    /// False if it is too soon; then nothing changes.
    [[nodiscard]] bool take(base::LocalTime now) {
        if (now < next()) return false;
        due_ = std::max(due_, now) + interval_;
        return true;
    }
    /// Before that, it is too soon.
    [[nodiscard]] base::LocalTime next() const { return due_ - ahead_max_; }

  private:
    base::Duration interval_;
    base::Duration ahead_max_;
    base::LocalTime due_{};
};

} // namespace plenum::node
