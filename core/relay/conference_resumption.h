// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference_registry.h"

namespace plenum::node {

/// Conferences that begin anew from what is left of them: after a failure, and copies whose primary is lost.
class ConferenceResumption {
  public:
    ConferenceResumption(ConferenceRegistry& registry, RelayReporter& reporter)
        : registry_{registry},
          reporter_{reporter} {}

    /// Those whose pause is over.
    void resume_failed(base::LocalTime now);
    /// Copies whose primary is lost.
    void take_over(base::LocalTime now);
    void take_over(LogRecovery::Remains remains, base::LocalTime now);

  private:
    enum class ResumedFrom : std::uint8_t { failure = 1, copy = 2 };
    void resume(LogRecovery::Remains remains, ResumedFrom from, base::LocalTime now);

    ConferenceRegistry& registry_;
    RelayReporter& reporter_;
};

} // namespace plenum::node
