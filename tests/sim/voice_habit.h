// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/wire/frames.h"
#include "tests/sim/virtual_time.h"

namespace plenum::sim {

/// How a simulated person talks: spurts of some seconds, now and then louder than others, and silence between them.
class VoiceHabit {
  public:
    explicit VoiceHabit(base::Random random) : random_{random} {}
    /// Of the packet that is published now.
    [[nodiscard]] wire::MessageFlags flags(VirtualTime now);

  private:
    base::Random random_;
    bool talks_{false};
    std::uint8_t loudness_{0};
    VirtualTime until_{};
};

} // namespace plenum::sim
