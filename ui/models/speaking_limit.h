// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/floor_types.h"

#include <algorithm>
#include <chrono>

namespace plenum::ui {

/// How long a holder may keep a floor, and when they are warned.
class SpeakingLimit {
  public:
    /// Warned so long before the end, but not before half of the time.
    static constexpr int warning_seconds = 30;

    explicit SpeakingLimit(const FloorSettings& settings)
        : warned_after_{settings.warned_after},
          revoked_after_{settings.revoked_after} {}

    /// `seconds`: 0 is without end.
    static void set(FloorSettings& settings, int seconds) {
        settings.revoked_after = std::chrono::seconds{std::max(0, seconds)};
        settings.warned_after = std::chrono::seconds{std::max(seconds / 2, seconds - warning_seconds)};
    }

    [[nodiscard]] int seconds() const { return static_cast<int>(revoked_after_.count()); }
    /// The part of the time after which the holder is warned.
    [[nodiscard]] double warned_from() const {
        const auto after = static_cast<double>(warned_after_.count());
        return seconds() == 0 || after <= 0 ? 1.0 : after / seconds();
    }
    /// `held`: seconds that the holder has had the floor, here as below.
    [[nodiscard]] bool is_near(int held) const { return warned_after_.count() > 0 && held >= warned_after_.count(); }
    /// Seconds; 0 without end.
    [[nodiscard]] int left(int held) const { return revoked_after_.count() == 0 ? 0 : seconds() - held; }

  private:
    std::chrono::seconds warned_after_;
    std::chrono::seconds revoked_after_;
};

} // namespace plenum::ui
