// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <chrono>

namespace plenum::media {

/// When devices that are gone, or were never there, are opened again: a person plugs one in, or the sound server
/// restarts. Opening takes time on the audio thread, so it is not tried at each turn.
class DeviceRetry {
  public:
    static constexpr base::Duration interval = std::chrono::seconds{3};

    /// Devices were opened, with or without success.
    void handle_opened(base::LocalTime now) { opened_at_ = now; }
    [[nodiscard]] bool due(base::LocalTime now) const { return now - opened_at_ >= interval; }

  private:
    base::LocalTime opened_at_{};
};

} // namespace plenum::media
