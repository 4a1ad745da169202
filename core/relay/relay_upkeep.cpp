// SPDX-License-Identifier: Apache-2.0
// What a relay does about itself: its bounds, what it forgets, what it tells whoever runs it.
#include "core/base/home.h"
#include "core/peer/hello.h"
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// A conference that nobody has been in for so long makes way for a new one where there is no room.
constexpr base::Duration empty_patience = std::chrono::hours{24};
/// How often retention is looked at.
constexpr base::Duration retention_interval = std::chrono::minutes{1};

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

bool is_unused(RelayConference& conference) {
    return conference.state().members.empty() && conference.fan_out().sessions().empty();
}

} // namespace

void Relay::set_limits(const RelayLimits& limits, base::LocalTime now) {
    limits_ = limits;
    replicas_.set_history_bytes(limits.history_bytes);
    for (auto item = conferences_.all().begin(); item != conferences_.all().end();) {
        auto& conference = *item++->second;
        contain(conference, now, [&] { conference.archive().bound(limits_.history_bytes, conference.state()); });
    }
    retention_check_at_ = limits_.retention ? now : base::local_time_max;
}

bool Relay::has_room_for(const link::Session& session) {
    // Many may dial anew at once from behind one address, beside sessions that are silent.
    const bool refused = sessions_.is_full(session.address, limits_.sessions_per_address);
    const bool full = sessions_.size() >= limits_.sessions;
    // Another machine of ours has shown that it is one.
    const bool ours = service_doors_.is_replication(session.conference);
    if ((!full && !refused) || ours || replaces_one(session)) return true;
    ++(full ? reporter_.counters().sessions_refused_full : reporter_.counters().sessions_refused_address);
    reporter_.tell(RelayIncident{
        full ? RelayIncident::Kind::sessions_full : RelayIncident::Kind::address_full, session.address, {}});
    return false;
}

/// There is no room. Said once, and nothing of it is kept: whoever does not hear it tries again.
void Relay::turn_away(link::LinkOptions session, base::LocalTime now) {
    link::Link link{std::move(session)};
    link.close(wire::CloseReason::no_room, now);
    outbox_.transmit_all(link, now);
}

/// A full relay forgets the conference that has been empty for longest, if that is long enough.
bool Relay::make_room_for_conference(base::LocalTime now) {
    if (conferences_.size() + failed_.size() + replicas_.size() < limits_.conferences) return true;
    const auto idle = [now](RelayConference& each) { return conference_time(each, now) - each.state().at; };
    auto oldest = conferences_.all().end();
    for (auto item = conferences_.all().begin(); item != conferences_.all().end(); ++item) {
        if (!is_unused(*item->second)) continue;
        if (oldest == conferences_.all().end() || idle(*item->second) > idle(*oldest->second)) oldest = item;
    }
    if (oldest == conferences_.all().end() || idle(*oldest->second) < empty_patience) return false;
    forget(oldest->first, now);
    return true;
}

void Relay::forget(base::ConferenceHandle handle, base::LocalTime now) {
    ++reporter_.counters().conferences_forgotten;
    replications_.forget(handle, outbox_, now);
    outbox_.push(ForgetConference{handle});
    doors_.close(handle);
    held_.erase(handle);
    for (const auto index : conferences_.at(handle).fan_out().sessions())
        sessions_.at(index).home = nullptr;
    conferences_.remove(handle);
    report();
    reporter_.tell(RelayIncident{RelayIncident::Kind::conference_forgotten, {}, {}});
}

void Relay::check_retention(base::LocalTime now) {
    if (now < retention_check_at_) return;
    retention_check_at_ = now + retention_interval;
    std::vector<base::ConferenceHandle> unused;
    for (auto& [handle, conference] : conferences_.all()) {
        const auto idle = conference_time(*conference, now) - conference->state().at;
        if (is_unused(*conference) && idle >= *limits_.retention) unused.push_back(handle);
    }
    for (const auto& handle : unused)
        forget(handle, now);
}

RelayIncident Relay::note_end(const RelaySession& session) {
    const auto end = end_of(session.closed);
    ++reporter_.counters().sessions_closed[end];
    reporter_.counters().links.add(session.link.stats());
    return {RelayIncident::Kind::session_closed, session.link.peer(), end};
}

void Relay::report() { reporter_.tell(RelayStatus{sessions_.size(), conferences_.size()}); }

void Relay::add_load(NodeLoad& load) const {
    load.sessions += sessions_.size();
    for (const auto& [index, session] : sessions_.all()) {
        const auto held = session.link.load();
        load.queued_packets += held.queued_fragments;
        load.stream_bytes += held.stream_bytes;
        load.reassembly_bytes += held.reassembly_bytes;
    }
    for (const auto& [handle, conference] : conferences_.all())
        load.history_bytes += conference->archive().history().bytes();
}

RelayStatistics Relay::statistics() const {
    auto result = reporter_.counters();
    result.sessions = sessions_.size();
    result.conferences = conferences_.size();
    for (const auto& [index, session] : sessions_.all())
        result.links.add(session.link.stats());
    for (const auto& [handle, conference] : conferences_.all()) {
        const auto& members = conference->state().members;
        result.conferences_in_use += conference->fan_out().sessions().empty() ? 0 : 1;
        result.members += members.size();
        result.members_present += static_cast<std::size_t>(
            std::ranges::count_if(members, [](const auto& member) { return member.second.present; }));
        result.log_entries += conference->state().size.value();
        result.history_bytes += conference->archive().history().bytes();
    }
    return result;
}

} // namespace plenum::node
