// SPDX-License-Identifier: Apache-2.0
#include "core/relay/edge/peer_watch.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {

PeerWatch::PeerWatch(Options options, crypto::SeededRandom& random)
    : options_{std::move(options)},
      random_{options_.enabled ? random.split() : crypto::SeededRandom{base::Seed{}}} {
    set_peers(options_.peers);
}

void PeerWatch::set_peers(const std::vector<base::Address>& peers) {
    if (!options_.enabled) return;
    std::erase_if(peers_, [&](const auto& peer) { return std::ranges::find(peers, peer.at) == peers.end(); });
    for (const auto& at : peers)
        if (std::ranges::find(peers_, at, &Peer::at) == peers_.end()) peers_.push_back({.at = at});
}

PeerCounts PeerWatch::counts() const {
    const auto in = [&](State state) {
        return static_cast<std::size_t>(std::ranges::count(peers_, state, &Peer::state));
    };
    return {in(State::answering), in(State::silent), in(State::refused)};
}

Connection::Options PeerWatch::probe_options(const Peer& peer) const {
    auto options = options_.dial.to(peer.at, {}, answer_patience);
    options.redials = false;
    if (peer.asks_identity) {
        options.conference = creation_door();
        options.psk = options_.creation_key.copy();
    }
    return options;
}

void PeerWatch::handle(Peer& peer, const Connection::Event& event, base::LocalTime now) const {
    if (const auto* connected = std::get_if<Connection::Connected>(&event))
        peer.found =
            connected->relay_identity == options_.dial.keys->identity.public_key ? State::answering : State::refused;
    // Also where it is over: the session may be there, and wait for the peer to show who it is.
    peer.probe->close(wire::CloseReason::leaving, now);
}

void PeerWatch::conclude(Peer& peer, Outbox& outbox, base::LocalTime now) const {
    const bool asked_identity = std::exchange(peer.asks_identity, false);
    const auto found = std::exchange(peer.found, State::unknown);
    peer.probe_at = now + interval;
    if (found == State::unknown && !asked_identity) {
        peer.asks_identity = ++peer.failures > 1;
        peer.probe_at = peer.asks_identity ? now : now + retry_interval;
        return;
    }
    if (found == State::answering) peer.failures = 0;
    const auto before = std::exchange(peer.state, found == State::unknown ? State::silent : found);
    if (before == peer.state) return;
    using Kind = RelayIncident::Kind;
    if (peer.state == State::silent)
        outbox.event(RelayIncident{Kind::peer_silent, peer.at});
    else if (peer.state == State::refused)
        outbox.event(RelayIncident{Kind::peer_refused, peer.at});
    else if (before != State::unknown)
        outbox.event(RelayIncident{Kind::peer_back, peer.at});
}

void PeerWatch::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    for (auto& peer : peers_)
        if (peer.probe && peer.probe->dials(receiver)) peer.probe->handle_response(receiver, datagram, now);
}

bool PeerWatch::takes(base::SessionIndex index) const {
    return std::ranges::any_of(peers_, [&](const auto& peer) { return peer.probe && peer.probe->takes(index); });
}

std::optional<link::DatagramResult> PeerWatch::handle_sealed(const wire::SealedHeader& header, base::ByteView datagram,
                                                             base::LocalTime now) {
    for (auto& peer : peers_)
        if (const auto result = peer.probe ? peer.probe->handle_sealed(header, datagram, now) : std::nullopt)
            return result;
    return std::nullopt;
}

void PeerWatch::handle_wakeup(base::LocalTime now) {
    for (auto& peer : peers_)
        if (peer.probe) peer.probe->handle_wakeup(now);
}

void PeerWatch::flush(Outbox& outbox, base::LocalTime now) {
    for (auto& peer : peers_) {
        if (!peer.probe && now >= peer.probe_at)
            peer.probe = std::make_unique<Connection>(probe_options(peer), random_.split(), now);
        if (!peer.probe) continue;
        do {
            while (const auto event = peer.probe->poll_event(now))
                handle(peer, *event, now);
            peer.probe->flush(outbox, now);
        } while (peer.probe->has_event());
        if (!peer.probe->finished()) continue;
        peer.probe.reset();
        conclude(peer, outbox, now);
    }
}

base::LocalTime PeerWatch::next_wakeup() const {
    auto at = base::local_time_max;
    for (const auto& peer : peers_)
        at = std::min(at, peer.probe ? peer.probe->next_wakeup() : peer.probe_at);
    return at;
}

} // namespace plenum::node
