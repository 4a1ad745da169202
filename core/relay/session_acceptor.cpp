// SPDX-License-Identifier: Apache-2.0
#include "core/relay/session_acceptor.h"

#include "core/peer/hello.h"
#include "core/relay/admission/door_lookup.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// From an answer to making the next one's ephemeral key: whoever was answered needs the processor first, here and,
/// where it is the same machine, there.
constexpr base::Duration prepare_pause = std::chrono::milliseconds{2};

/// Where else the conference can be reached: at its standby, and through other relays.
void add_places(const std::vector<RelayPlace>& places, wire::Standby& standby) {
    for (const auto& place : places)
        if (standby.places.size() < wire::Standby::places_max)
            standby.places.push_back({place.host, {place.address.ip}, place.address.port});
}

wire::Standby standby_of(const RelayOptions& options) {
    wire::Standby standby;
    add_places(options.standby, standby);
    add_places(options.peers, standby);
    return standby;
}

} // namespace

SessionAcceptor::SessionAcceptor(const RelayOptions& options, wire::CipherSet ciphers, const base::Seed& seed,
                                 crypto::SeededRandom random, Parts parts)
    : standby_{standby_of(options)},
      random_{std::move(random)},
      parts_{parts},
      acceptor_{{.static_keys = parts.keys.exchange.copy(), .seed = seed, .ciphers = ciphers}, *this} {
    acceptor_.prepare();
}

void SessionAcceptor::set_peers(const std::vector<RelayPlace>& peers) {
    standby_.places.clear();
    add_places(peers, standby_);
}

void SessionAcceptor::handle_wakeup(base::LocalTime now) {
    acceptor_.expire(now);
    if (now < prepare_at_) return;
    acceptor_.prepare();
    prepare_at_ = base::local_time_max;
}

const crypto::SecretKey* SessionAcceptor::access_key(wire::HandshakePattern pattern,
                                                     const base::ConferenceHandle& conference) {
    if (closed_ || pattern == wire::HandshakePattern::relays) return nullptr;
    // The open pattern makes conferences; it is no way into one.
    if (pattern == wire::HandshakePattern::open) return parts_.doors.key_of(conference);
    if (const auto* access = node::access_key(parts_.registry, conference)) {
        parts_.edges.locator().forget(conference);
        return access;
    }
    const auto* elsewhere = parts_.edges.locator().find(conference);
    return elsewhere == nullptr ? nullptr : &elsewhere->access;
}

void SessionAcceptor::handle_init(const base::Address& from, base::ByteView datagram, base::LocalTime now) {
    if (const auto answer = acceptor_.handle_init(from, datagram, now))
        parts_.outbox.transmit(from, {answer->begin(), answer->end()});
    // By the first of those: what others send postpones nothing.
    if (!acceptor_.prepared()) prepare_at_ = std::min(prepare_at_, now + prepare_pause);
}

void SessionAcceptor::handle_final(const base::Address& from, base::ByteView datagram, base::LocalTime now) {
    const auto thrown = run_contained([&] {
        if (auto session = acceptor_.handle_final(from, datagram, now)) open(std::move(*session), now);
    });
    if (thrown) parts_.reporter.tell(ContainedFailure{std::nullopt, std::string{thrown->words()}, 1, {}});
}

void SessionAcceptor::open(link::Session session, base::LocalTime now) {
    if (closed_) return;
    if (session.pattern == wire::HandshakePattern::known_relay) {
        const auto conference = find_behind(parts_.registry, session.conference, session.remote_static);
        if (!conference && parts_.edges.locator().find(session.conference) == nullptr) return;
        session.conference = conference.value_or(session.conference);
    }
    if (session.continues) return renew(std::move(session), now);
    const bool has_room = has_room_for(session);
    link::LinkOptions options;
    options.local = session.local;
    options.remote = session.remote;
    options.keys = std::move(session.keys);
    options.cipher = session.cipher;
    options.peer = {session.address, true, draw_seed()};
    options.now = now;
    if (!has_room) return turn_away(std::move(options), now);
    ++parts_.reporter.counters().sessions_opened;
    auto* home = parts_.registry.served().find(session.conference);
    const bool relayed = home == nullptr && session.pattern == wire::HandshakePattern::known_relay;
    const bool from_relay = parts_.doors.is_replication(session.conference);
    // Whose clock that is to be, its first message says, or the conference's home.
    options.asks_clock = false;
    if (!relayed && !from_relay)
        options.serve_clock = home == nullptr ? base::ClockOffset{} : home->sequencer().clock();
    RelaySession opened{std::move(options), session, parts_.reporter.counters().sessions_opened, now};
    std::ignore = send_control(opened.link, make_hello(parts_.keys.identity, session.handshake_hash, false));
    // In the same datagram: whoever knows this relay must find the standby too.
    if (!standby_.places.empty() && (home != nullptr || relayed)) std::ignore = send_control(opened.link, standby_);
    auto& added = parts_.sessions.add(std::move(opened));
    if (home != nullptr) home->enter(added);
    parts_.sessions.touch(added);
    parts_.registry.report();
    parts_.reporter.tell(RelayIncident{RelayIncident::Kind::session_opened, session.address, {}});
}

/// New keys of a session that is there. Whoever cannot show the same static key has named somebody else's session.
void SessionAcceptor::renew(link::Session session, base::LocalTime now) {
    auto* const route = parts_.sessions.route(*session.continues);
    if (route == nullptr) return;
    auto& known = *route;
    // What an edge relays is the member's; the session is the edge's.
    const bool relay = session.pattern == wire::HandshakePattern::open &&
                       parts_.doors.is_replication(session.conference) &&
                       session.remote_static == parts_.keys.exchange.public_key;
    const bool same = known.peer.edge
                          ? relay
                          : known.peer.exchange == session.remote_static &&
                                known.peer.conference == session.conference && known.peer.pattern == session.pattern;
    if (!same || known.link.closed()) return;
    known.link.rekey({session.local, session.remote, std::move(session.keys), session.cipher}, session.address, now);
    parts_.sessions.add_route(known, session.local);
    handle_moved(known, {known.counted_at, session.address}, now);
    parts_.sessions.touch(known);
}

bool SessionAcceptor::has_room_for(const link::Session& session) {
    // Many may dial anew at once from behind one address, beside sessions that are silent.
    const bool refused = parts_.sessions.is_full(session.address, parts_.limits.sessions_per_address);
    const bool full = parts_.sessions.size() >= parts_.limits.sessions;
    // Another machine of ours has shown that it is one.
    const bool ours = parts_.doors.is_replication(session.conference);
    if ((!full && !refused) || ours || replaces_one(session)) return true;
    ++(full ? parts_.reporter.counters().sessions_refused_full : parts_.reporter.counters().sessions_refused_address);
    parts_.reporter.tell(RelayIncident{
        full ? RelayIncident::Kind::sessions_full : RelayIncident::Kind::address_full, session.address, {}});
    return false;
}

bool SessionAcceptor::replaces_one(const link::Session& session) {
    auto* conference = parts_.registry.served().find(session.conference);
    if (conference == nullptr) return false;
    // Whoever has two addresses must not let sessions in at the crowded one through the other.
    std::size_t same = 0;
    bool here = false;
    for (const auto index : conference->fan_out().sessions()) {
        const auto& other = parts_.sessions.at(index);
        if (other.peer.exchange != session.remote_static) continue;
        ++same;
        here = base::subnet_of(other.counted_at) == base::subnet_of(session.address);
    }
    return same == 1 && here;
}

/// A place takes no more sessions by moving than by dialling.
void SessionAcceptor::handle_moved(RelaySession& session, const link::Moved& moved, base::LocalTime now) {
    if (session.peer.edge || base::subnet_of(session.counted_at) == base::subnet_of(moved.to)) return;
    if (parts_.sessions.is_full(moved.to, parts_.limits.sessions_per_address))
        session.link.close(wire::CloseReason::no_room, now);
    parts_.sessions.move(session, moved.to);
}

/// There is no room. Said once, and nothing of it is kept: whoever does not hear it tries again.
void SessionAcceptor::turn_away(link::LinkOptions session, base::LocalTime now) {
    link::Link link{std::move(session)};
    link.close(wire::CloseReason::no_room, now);
    parts_.outbox.transmit_all(link, now);
}

} // namespace plenum::node
