// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/delta_interval.h"

#include <array>
#include <cstdint>
#include <optional>

namespace plenum::conversation {

/// How long messages took lately: the delay that 19 of 20 kept to. Older ones count less and less, by half each time
/// it is asked.
class DelayGauge {
  public:
    /// Outside 0 to `delta_max` the end counts.
    void add(base::Duration delay);
    /// Rounded up to `delta_step`; nullopt where nothing came since the last call.
    [[nodiscard]] std::optional<base::Duration> take();

  private:
    static constexpr std::size_t steps = delta_max / delta_step + 1;

    std::array<std::uint32_t, steps> counts_{};
    bool any_{false};
};

} // namespace plenum::conversation
