// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "ui/port/port_types.h"

#include <optional>
#include <vector>

namespace plenum::app {

/// Whether we may act as a moderator because none is here, as the log has it (docs/protocol.md §5: the longest-joined
/// present member, 30 s after the last moderator's absence). Told by our own clock and a little late; the log judges.
class ActingModerator {
  public:
    /// Whether we may, as of `now`.
    [[nodiscard]] bool update(const std::vector<ui::Member>& members, bool moderators_only, base::LocalTime now);
    /// We were asked to let somebody in: who is asked may.
    void prove(base::LocalTime now);

  private:
    std::optional<base::LocalTime> absent_since_;
};

} // namespace plenum::app
