// SPDX-License-Identifier: Apache-2.0
// Which datagrams and which address belong to which session, while both change.
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {

/// New keys of a session that is there. Whoever cannot show the same static key has named somebody else's session.
void Relay::continue_session(link::Session session, base::LocalTime now) {
    const auto route = routes_.find(*session.continues);
    if (route == routes_.end()) return;
    auto& known = *route->second;
    const bool same = known.exchange == session.remote_static && known.conference == session.conference &&
                      known.pattern == session.pattern;
    if (!same || known.link.closed()) return;
    known.link.rekey({session.local, session.remote, std::move(session.keys), session.cipher}, session.address, now);
    add_route(known, session.local);
    handle_moved(known, {known.counted_at, session.address}, now);
    touched_.insert(known);
}

/// Those that the link no longer takes make way.
void Relay::add_route(RelaySession& session, base::SessionIndex at) {
    std::erase_if(session.routes, [&](base::SessionIndex old) {
        const bool gone = !session.link.takes(old);
        if (gone) routes_.erase(old);
        return gone;
    });
    session.routes.push_back(at);
    routes_.emplace(at, &session);
}

void Relay::remove_routes(RelaySession& session) {
    for (const auto at : std::exchange(session.routes, {}))
        routes_.erase(at);
}

void Relay::count_at(RelaySession& session, const base::Address& at) {
    ip_quota_.remove(session.counted_at);
    session.counted_at = at;
    ip_quota_.add(at);
}

/// A place takes no more sessions by moving than by dialling.
void Relay::handle_moved(RelaySession& session, const link::Moved& moved, base::LocalTime now) {
    if (base::subnet_of(session.counted_at) == base::subnet_of(moved.to)) return;
    if (ip_quota_.is_full(moved.to, limits_.sessions_per_address)) session.link.close(wire::CloseReason::no_room, now);
    count_at(session, moved.to);
}

} // namespace plenum::node
