// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <chrono>
#include <deque>
#include <optional>

namespace plenum::ui {

/// How evenly somebody's pictures reach the screen, over the last ten seconds.
class PicturePace {
  public:
    static constexpr std::chrono::seconds window{10};
    struct Pace {
        double per_second{0};
        /// Between two pictures, or since the last.
        base::Duration longest_pause{};
    };

    void add(base::LocalTime shown_at);
    /// Nullopt where none was shown.
    [[nodiscard]] std::optional<Pace> pace(base::LocalTime now) const;

  private:
    /// Of which the first may be older than the window.
    std::deque<base::LocalTime> shown_at_;
};

} // namespace plenum::ui
