// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/acceptor.h"
#include "core/relay/admission/service_doors.h"
#include "core/relay/conference_registry.h"
#include "core/relay/edge/edge_sessions.h"

namespace plenum::node {

/// Handshakes with clients and other relays: which sessions begin, and which are turned away.
class SessionAcceptor final : private link::AcceptorHost {
  public:
    struct Parts {
        const RelayKeys& keys;
        const RelayLimits& limits;
        ServiceDoors& doors;
        ConferenceRegistry& registry;
        EdgeSessions& edges;
        SessionTable& sessions;
        RelayReporter& reporter;
        Outbox& outbox;
    };
    SessionAcceptor(const RelayOptions& options, wire::CipherSet ciphers, const base::Seed& seed,
                    crypto::SeededRandom random, Parts parts);

    void handle_init(const base::Address& from, base::ByteView datagram, base::LocalTime now);
    void handle_final(const base::Address& from, base::ByteView datagram, base::LocalTime now);
    /// A place takes no more sessions by moving than by dialling.
    void handle_moved(RelaySession& session, const link::Moved& moved, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const { return std::min(acceptor_.next_wakeup(), prepare_at_); }
    /// Where else conferences can be reached.
    void set_peers(const std::vector<RelayPlace>& peers);
    [[nodiscard]] const wire::Standby& places() const { return standby_; }
    /// This program was appointed as standby: only who knows that secret may copy conferences here.
    void stand_by(const base::Seed& secret) { parts_.doors.handle_appointed(secret); }
    /// It stands by no longer, and the primary is told.
    void resign() {
        for (const auto index : parts_.registry.replicas().resign())
            parts_.sessions.touch(index);
    }
    /// No session begins any more.
    void close() { closed_ = true; }

  private:
    const crypto::SecretKey* access_key(wire::HandshakePattern pattern,
                                        const base::ConferenceHandle& conference) override;
    void handle_unknown(const base::ConferenceHandle& conference, const base::Address& from,
                        base::LocalTime now) override {
        if (!closed_) parts_.edges.locator().want(conference, from, now);
    }
    bool is_open(wire::HandshakePattern pattern, const base::ConferenceHandle& conference) override {
        return pattern == wire::HandshakePattern::open && !parts_.doors.is_replication(conference);
    }
    base::SessionIndex draw_index() override { return parts_.sessions.draw_index(random_); }
    base::Seed draw_seed() override { return random_.draw<base::Seed>(); }

    void open(link::Session session, base::LocalTime now);
    void renew(link::Session session, base::LocalTime now);
    [[nodiscard]] bool has_room_for(const link::Session& session);
    [[nodiscard]] bool replaces_one(const link::Session& session);
    void turn_away(link::LinkOptions session, base::LocalTime now);

    wire::Standby standby_;
    crypto::SeededRandom random_;
    Parts parts_;
    link::Acceptor acceptor_;
    /// Of the next handshake's ephemeral key.
    base::LocalTime prepare_at_{base::local_time_max};
    bool closed_{false};
};

} // namespace plenum::node
