// SPDX-License-Identifier: Apache-2.0
// A relay and its standby: who serves a conference, and what may be told of it (docs/replication.md).
#include "core/base/home.h"
#include "core/peer/hello.h"
#include "core/relay/relay.h"

namespace plenum::node {

/// From `role` on, as the store has it.
void Relay::replicate(RelayConference& conference, ConferenceRole role, base::LocalTime now) {
    if (replications_.enabled()) replications_.add(conference, role, now);
}

/// False if there was none.
bool Relay::flush_replication(base::LocalTime now) {
    auto* replication = replications_.take_touched();
    if (replication == nullptr) return false;
    const auto handle = replication->conference();
    auto* conference = conferences_.find(handle);
    if (conference == nullptr) return true;
    bool deposed = false;
    contain(*conference, now, [&] {
        const auto events = replication->flush(outbox_, now);
        replications_.reschedule(*replication);
        for (const auto& event : events) {
            deposed = deposed || std::holds_alternative<Replication::Deposed>(event);
            if (!deposed) handle_replication(*conference, event, now);
        }
        if (conference->changes().take_timing()) conferences_.reschedule(*conference);
    });
    if (deposed) depose(handle, now);
    return true;
}

void Relay::handle_replication(RelayConference& conference, const Replication::Event& event, base::LocalTime now) {
    if (const auto* acknowledged = std::get_if<Replication::Acknowledged>(&event))
        return tell_released(conference, conference.handle_acknowledged(acknowledged->number), now);
    const bool synced = std::holds_alternative<Replication::Synced>(event);
    reporter_.tell(synced ? RelayIncident::Kind::standby_synced : RelayIncident::Kind::standby_silent,
                   conference.handle());
}

/// The standby serves it. Members are told that the relay restarts, and look for it there; what the standby had not
/// acknowledged nobody was told. The store keeps its file, and after a restart the standby says the same again.
void Relay::depose(const base::ConferenceHandle& handle, base::LocalTime now) {
    close_sessions(conferences_.at(handle), now);
    doors_.close(handle);
    conferences_.remove(handle);
    deposed_.insert(handle);
    ++reporter_.counters().conferences_deposed;
    report();
    reporter_.tell(RelayIncident::Kind::conference_deposed, handle);
}

/// From what goes on with it; its doors stay.
void Relay::remove(RelayConference& conference) {
    const auto handle = conference.handle();
    held_.erase(handle);
    settling_.erase(handle);
    refilling_.erase(handle);
    replications_.remove(handle);
}

/// A standby that dials has taken over: it was in step, so the fence holds us. Of two that served the conference each
/// by itself, as after members gave it back elsewhere, the one with the longer log goes on.
bool Relay::yields(RelayConference& conference, const wire::Replicate& other) const {
    const bool replicated = conference.archive().durability().replicated();
    if (replicated != other.replicated) return replicated;
    return std::pair{conference.state().size, draw_} < std::pair{other.log_size, other.draw};
}

bool Relay::is_primarys(const RelaySession& session) const {
    return session.pattern == wire::HandshakePattern::open && service_doors_.is_replication(session.conference);
}

void Relay::handle_from_primary(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    if (*session.identity != keys_.identity.public_key)
        return session.link.close(wire::CloseReason::protocol_error, now);
    if (const auto* request = std::get_if<wire::Replicate>(&message)) {
        const auto& handle = request->conference;
        const auto answer = [&](wire::ReplicaStatus status) {
            std::ignore = send_control(session.link, wire::ReplicaState{status, {}, {}, {}});
        };
        auto* own = conferences_.find(handle);
        if (own != nullptr && yields(*own, *request)) depose(handle, now);
        if (conferences_.contains(handle) || failed_.contains(handle)) return answer(wire::ReplicaStatus::leads);
        const auto left_out = left_out_.find(handle);
        const bool unread = left_out != left_out_.end() && now < left_out->second;
        const bool room =
            replicas_.contains(handle) || conferences_.size() + failed_.size() + replicas_.size() < limits_.conferences;
        if (unread || !room) return answer(wire::ReplicaStatus::refused);
    }
    if (const auto* request = std::get_if<wire::Replicate>(&message)) deposed_.erase(request->conference);
    if (!replicas_.handle(session, message, now)) session.link.close(wire::CloseReason::protocol_error, now);
}

void Relay::take_over(base::LocalTime now) {
    if (closing_) return;
    for (auto& remains : replicas_.take_over(now))
        take_over(std::move(remains), now);
}

void Relay::take_over(LogRecovery::Remains remains, base::LocalTime now) {
    const auto handle = remains.handle;
    const auto thrown = run_contained([&] { resume(std::move(remains), ResumedFrom::copy, now); });
    if (thrown) reporter_.tell(ContainedFailure{handle, std::string{thrown->words()}, 1, base::Duration::max()});
    ++reporter_.counters().conferences_taken_over;
    reporter_.tell(RelayIncident::Kind::conference_taken_over, handle);
}

} // namespace plenum::node
