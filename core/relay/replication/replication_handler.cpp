// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/replication_handler.h"

namespace plenum::node {

bool ReplicationHandler::flush_one(base::LocalTime now) {
    auto* replication = parts_.registry.replications().take_touched();
    if (replication == nullptr) return false;
    const auto handle = replication->conference();
    auto* conference = parts_.registry.served().find(handle);
    if (conference == nullptr) return true;
    bool deposed = false;
    parts_.registry.contain(*conference, now, [&] {
        const auto events = replication->flush(parts_.outbox, now);
        parts_.registry.replications().reschedule(*replication);
        for (const auto& event : events) {
            const bool led = std::holds_alternative<Replication::Deposed>(event);
            deposed = deposed || (led && !parts_.registry.succession().enabled());
            if (!deposed) handle_event(*conference, event);
        }
        deposed = deposed || parts_.registry.succession().must_yield(*conference);
        parts_.registry.served().reschedule(*conference);
    });
    // Unless something was thrown.
    auto* served = parts_.registry.served().find(handle);
    if (served == nullptr) return true;
    if (deposed)
        parts_.registry.depose(handle, now);
    else
        parts_.registry.contain(*served, now, [&] { go_on_without_standby(*served, now); });
    return true;
}

/// Where members agree.
void ReplicationHandler::go_on_without_standby(RelayConference& conference, base::LocalTime now) {
    if (parts_.registry.succession().may_go_on_alone(conference)) {
        release_standby(conference);
        parts_.registry.succession().go_on_alone(conference, now);
    } else if (parts_.registry.standbys().may_go_on_alone(conference.handle())) {
        release_standby(conference);
        parts_.registry.standbys().go_on_alone(conference.handle(), now);
    }
}

void ReplicationHandler::release_standby(RelayConference& conference) {
    conference.recovery().handle_standby_heard();
    parts_.registry.replications().remove(conference.handle());
    tell_unheld(conference);
}

void ReplicationHandler::tell_unheld(RelayConference& conference) {
    const auto streams = conference.archive().release_standby();
    conference.sequencer().tell();
    tell_released(conference, streams);
}

void ReplicationHandler::handle_event(RelayConference& conference, const Replication::Event& event) {
    if (const auto* acknowledged = std::get_if<Replication::Acknowledged>(&event))
        return tell_released(conference, conference.handle_acknowledged(acknowledged->number));
    if (const auto* fenced = std::get_if<Replication::Fenced>(&event))
        return parts_.registry.succession().handle_fence(conference, fenced->fence);
    if (std::holds_alternative<Replication::CaughtUp>(event))
        return parts_.registry.standbys().handle_caught_up(conference.handle());
    if (std::holds_alternative<Replication::Deposed>(event))
        return parts_.registry.succession().handle_claim(conference);
    if (std::holds_alternative<Replication::Resigned>(event))
        return parts_.registry.succession().handle_resigned(conference.handle());
    if (std::holds_alternative<Replication::NoCopy>(event)) {
        parts_.registry.replications().note_answer(false);
        return tell_unheld(conference);
    }
    const bool synced = std::holds_alternative<Replication::Synced>(event);
    if (synced) parts_.registry.replications().note_answer(true);
    if (synced)
        parts_.registry.succession().handle_synced(conference.handle());
    else
        parts_.registry.succession().handle_silent(conference);
    if (!synced) parts_.registry.standbys().handle_silent(conference.handle());
    parts_.reporter.tell(synced ? RelayIncident::Kind::standby_synced : RelayIncident::Kind::standby_silent,
                         conference.handle());
}

void ReplicationHandler::tell_released(RelayConference& conference, const std::vector<flow::StreamId>& streams) {
    parts_.confirmations.answer_creator(conference);
    for (const auto& stream : streams)
        parts_.confirmations.tell_accepted(conference, stream);
    if (conference.on_news) conference.on_news();
}

} // namespace plenum::node
