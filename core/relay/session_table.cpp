// SPDX-License-Identifier: Apache-2.0
#include "core/relay/session_table.h"

namespace plenum::node {

base::SessionIndex SessionTable::draw_index(crypto::SeededRandom& random) const {
    for (;;) {
        const base::SessionIndex index{(random.next_u32() & ~(loop_.count - 1)) | loop_.number};
        if (!sessions_.contains(index) && !routes_.contains(index)) return index;
    }
}

RelaySession& SessionTable::add(RelaySession session) {
    const auto index = session.index;
    auto& added = sessions_.emplace(index, std::move(session)).first->second;
    ip_quota_.add(added.counted_at);
    add_route(added, index);
    return added;
}

void SessionTable::remove(RelaySession& session) {
    ip_quota_.remove(session.counted_at);
    for (const auto at : std::exchange(session.routes, {}))
        routes_.erase(at);
    timetable_.remove(session);
    touched_.erase(session);
    const auto index = session.index;
    sessions_.erase(index);
}

RelaySession* SessionTable::find(base::SessionIndex index) {
    const auto found = sessions_.find(index);
    return found == sessions_.end() ? nullptr : &found->second;
}

RelaySession* SessionTable::route(base::SessionIndex index) const {
    const auto found = routes_.find(index);
    return found == routes_.end() ? nullptr : found->second;
}

void SessionTable::add_route(RelaySession& session, base::SessionIndex at) {
    std::erase_if(session.routes, [&](base::SessionIndex old) {
        const bool gone = !session.link.takes(old);
        if (gone) routes_.erase(old);
        return gone;
    });
    session.routes.push_back(at);
    routes_.emplace(at, &session);
}

void SessionTable::move(RelaySession& session, const base::Address& to) {
    ip_quota_.remove(session.counted_at);
    session.counted_at = to;
    ip_quota_.add(to);
}

void SessionTable::touch_due(base::LocalTime now) {
    while (auto* session = timetable_.take_due(now))
        touch(*session);
}

void SessionTable::add_to(NodeLoad& load) const {
    load.sessions += sessions_.size();
    for (const auto& [index, session] : sessions_) {
        const auto held = session.link.load();
        load.queued_packets += held.queued_fragments;
        load.stream_bytes += held.stream_bytes;
        load.reassembly_bytes += held.reassembly_bytes;
    }
}

void SessionTable::add_to(RelayStatistics& statistics) const {
    statistics.sessions = sessions_.size();
    for (const auto& [index, session] : sessions_)
        statistics.links.add(session.link.stats());
}

} // namespace plenum::node
