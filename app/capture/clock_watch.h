// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>

namespace plenum::app {

/// Tells the operator of a camera when its shared clock is found, does not answer, or is lost. A camera without it
/// works on, so nothing else shows that its shutter is less exact.
class ClockWatch {
  public:
    /// Until then a clock that was not read yet counts as coming.
    static constexpr base::Duration patience = std::chrono::seconds{5};

    /// `name` as on the command line; `advice`: a sentence about what to check.
    ClockWatch(std::string name, std::string advice, base::LocalTime now)
        : name_{std::move(name)},
          advice_{std::move(advice)},
          began_at_{now} {}

    /// A line to be told: once for each change.
    [[nodiscard]] std::optional<std::string> look(bool reads, base::LocalTime now);

  private:
    enum class State : std::uint8_t { awaited = 1, missing, found, lost };

    std::string name_;
    std::string advice_;
    base::LocalTime began_at_;
    State state_{State::awaited};
};

} // namespace plenum::app
