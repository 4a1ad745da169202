// SPDX-License-Identifier: Apache-2.0
#include "core/relay/relay_reporter.h"

namespace plenum::node {
namespace {

SessionEnd end_of(const std::optional<link::Closed>& closed) {
    if (!closed) return SessionEnd::replaced;
    if (closed->by == link::ClosedBy::silence) return SessionEnd::lost;
    if (closed->by == link::ClosedBy::peer)
        return closed->reason == wire::CloseReason::leaving ? SessionEnd::left : SessionEnd::closed_by_peer;
    switch (closed->reason.value_or(wire::CloseReason::leaving)) {
    case wire::CloseReason::protocol_error: return SessionEnd::faulty;
    case wire::CloseReason::too_slow: return SessionEnd::too_slow;
    case wire::CloseReason::no_room:
    case wire::CloseReason::refused: return SessionEnd::refused;
    case wire::CloseReason::unknown_version: return SessionEnd::unknown_version;
    default: return SessionEnd::relay_closed;
    }
}

} // namespace

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

RelayIncident RelayReporter::note_end(const RelaySession& session) {
    const auto end = end_of(session.life.closed);
    ++counters_.sessions_closed[end];
    counters_.links.add(session.link.stats());
    return {RelayIncident::Kind::session_closed, session.link.peer(), end};
}

} // namespace plenum::node
