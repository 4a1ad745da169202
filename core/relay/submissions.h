// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference_registry.h"

namespace plenum::node {

/// Operations that members submit to the log, and reports of those that are refused.
class Submissions {
  public:
    Submissions(ConferenceRegistry& registry, RelayReporter& reporter, Outbox& outbox)
        : registry_{registry},
          reporter_{reporter},
          outbox_{outbox} {}

    void handle(RelaySession& session, const wire::Submit& submit, base::LocalTime now);
    void report_refused(const RelaySession& session, const log::SignedOperation& operation, log::Refusal why);

  private:
    /// With what the log itself would take, and this relay does not; nullopt for nothing.
    [[nodiscard]] std::optional<log::Refusal> wrong_with(const log::SignedOperation& operation,
                                                         RelayConference& conference) const;

    ConferenceRegistry& registry_;
    RelayReporter& reporter_;
    Outbox& outbox_;
};

} // namespace plenum::node
