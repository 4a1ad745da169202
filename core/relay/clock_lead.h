// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>

namespace plenum::node {

/// How far a conference's time is ahead of its relay's own clock, so that it does not fall behind a log that a run with
/// another clock has written. Each conference has its own: the clocks of the others are nobody's to move.
class ClockLead {
  public:
    /// Longer than any machine has run. What a relay signed is later than that only if its key was stolen.
    static constexpr base::Duration max = std::chrono::hours{24} * 365 * 100;

    /// The log's last entry is of `newest`, and the relay's own clock shows `own`. False if that is out of bounds; then
    /// nothing changes.
    [[nodiscard]] bool catch_up(base::ConferenceTime newest, base::ConferenceTime own) {
        constexpr base::ConferenceTime zero{};
        if (newest < zero - max || newest > zero + max || own > zero + max) return false;
        lead_ = std::max(lead_, newest - own);
        return true;
    }
    [[nodiscard]] base::ClockOffset clock() const { return {lead_, {}}; }

  private:
    base::Duration lead_{};
};

} // namespace plenum::node
