// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/relay_statistics.h"
#include "core/peer/outbox.h"
#include "core/relay/relay_session.h"

namespace plenum::node {

/// What a relay tells its operator: incidents, how many are there, and counters.
class RelayReporter {
  public:
    explicit RelayReporter(Outbox& outbox) : outbox_{outbox} {}

    /// Of what is gone; what is there is added when asked for.
    [[nodiscard]] RelayStatistics& counters() { return counters_; }
    [[nodiscard]] const RelayStatistics& counters() const { return counters_; }
    void tell(RelayIncident incident) { outbox_.event(std::move(incident)); }
    void tell(RelayIncident::Kind kind, const base::ConferenceHandle& conference);
    void tell(ContainedFailure failure);
    /// The session is over. Gives the incident, which is told once it is gone.
    [[nodiscard]] RelayIncident note_end(const RelaySession& session);
    /// Nothing is told where both are as before.
    void tell(RelayStatus status);

  private:
    Outbox& outbox_;
    RelayStatistics counters_;
    RelayStatus told_;
};

} // namespace plenum::node
