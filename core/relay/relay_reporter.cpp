// SPDX-License-Identifier: Apache-2.0
#include "core/relay/relay_reporter.h"

namespace plenum::node {

void RelayReporter::tell(RelayIncident::Kind kind, const base::ConferenceHandle& conference) {
    RelayIncident incident{kind};
    incident.conference = conference;
    tell(std::move(incident));
}

void RelayReporter::tell(ContainedFailure failure) {
    ++counters_.failures_contained;
    RelayIncident incident{RelayIncident::Kind::failure_contained};
    incident.failure = std::make_shared<const ContainedFailure>(std::move(failure));
    tell(std::move(incident));
}

void RelayReporter::tell(RelayStatus status) {
    if (status.sessions == told_.sessions && status.conferences == told_.conferences) return;
    told_ = status;
    outbox_.event(status);
}

} // namespace plenum::node
