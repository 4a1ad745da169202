// SPDX-License-Identifier: Apache-2.0
// Which datagrams and which address belong to which session, while both change.
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {

/// New keys of a session that is there. Whoever cannot show the same static key has named somebody else's session.
void Relay::continue_session(link::Session session, base::LocalTime now) {
    auto* const route = sessions_.route(*session.continues);
    if (route == nullptr) return;
    auto& known = *route;
    const bool same = known.exchange == session.remote_static && known.conference == session.conference &&
                      known.pattern == session.pattern;
    if (!same || known.link.closed()) return;
    known.link.rekey({session.local, session.remote, std::move(session.keys), session.cipher}, session.address, now);
    sessions_.add_route(known, session.local);
    handle_moved(known, {known.counted_at, session.address}, now);
    sessions_.touch(known);
}

/// A place takes no more sessions by moving than by dialling.
void Relay::handle_moved(RelaySession& session, const link::Moved& moved, base::LocalTime now) {
    if (base::subnet_of(session.counted_at) == base::subnet_of(moved.to)) return;
    if (sessions_.is_full(moved.to, limits_.sessions_per_address)) session.link.close(wire::CloseReason::no_room, now);
    sessions_.move(session, moved.to);
}

} // namespace plenum::node
