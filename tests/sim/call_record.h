// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <optional>

namespace plenum::sim {

/// What a program keeps over its crashes, as the desktop program does, so that its next run finds the call.
class CallRecord {
  public:
    void handle(const node::Event& event) {
        if (const auto* standby = std::get_if<node::RelayStandby>(&event)) standby_ = *standby;
        // From here on this program is no host.
        if (std::holds_alternative<node::RelayMoved>(event)) hosts_ = false;
    }
    /// A run that joined this way is no host.
    [[nodiscard]] node::RelayStandby standby(bool host_lost) const {
        auto standby = standby_;
        if (!hosts_ || !host_lost) standby.fence = {};
        return standby;
    }
    void handle_joined(bool host_lost) { hosts_ = hosts_ && !host_lost; }

  private:
    node::RelayStandby standby_;
    bool hosts_{true};
};

} // namespace plenum::sim
