// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/admission/knock_handler.h"
#include "core/relay/edge/edge_sessions.h"
#include "core/relay/message_forwarder.h"
#include "core/relay/pull_handler.h"
#include "core/relay/recovery_handler.h"
#include "core/relay/subscription_handler.h"

namespace plenum::node {

/// Control messages of sessions, from their hello to their end: each goes to the part that handles it.
class SessionProtocol final : private SessionHandler {
  public:
    struct Parts {
        const RelayKeys& keys;
        const ServiceDoors& doors;
        ConferenceRegistry& registry;
        SessionTable& sessions;
        RelayReporter& reporter;
        Confirmations& confirmations;
        MessageForwarder& forwarder;
        Submissions& submissions;
        ConferenceResumption& resumption;
        EdgeSessions& edges;
    };
    SessionProtocol(Parts parts, crypto::SeededRandom knocks);

    [[nodiscard]] KnockHandler& knocks() { return knocks_; }
    [[nodiscard]] RecoveryHandler& recovery() { return recovery_; }
    [[nodiscard]] PullHandler& pulls() { return pulls_; }
    [[nodiscard]] SubscriptionHandler& subscriptions() { return subscriptions_; }
    void handle_stream(RelaySession& session, link::StreamMessage& message, base::LocalTime now);
    /// Nothing comes from it any more: its member is gone, or waits no longer.
    void detach(RelaySession& session, base::LocalTime now);
    /// The session is over.
    void drop(base::SessionIndex index, base::LocalTime now);

  private:
    void handle_control(RelaySession& session, wire::ControlMessage& message, base::LocalTime now) override;
    void attach(RelaySession& session, const wire::Attach& attach, base::LocalTime now) override;
    void replace_older(RelaySession& newer, base::LocalTime now) override;
    void handle_hello(RelaySession& session, const wire::Hello& hello, base::LocalTime now);
    /// Of members only.
    template <class Message>
    void handle_succession(RelaySession& session, const Message& message, base::LocalTime now) {
        if (!session.attached || session.home == nullptr)
            return session.link.close(wire::CloseReason::protocol_error, now);
        parts_.registry.succession().handle(session, message);
        parts_.registry.succession().appoint(*session.home, now);
    }
    void handle_create(RelaySession& session, const wire::CreateConference& create, base::LocalTime now);
    /// Of what its member's edge says of it; false for any other message.
    [[nodiscard]] bool handle_edge(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    void handle_relayed(RelaySession& session, const wire::RelayedMember& member, base::LocalTime now);
    [[nodiscard]] bool is_from_relay(const RelaySession& session) const {
        return session.peer.pattern == wire::HandshakePattern::open &&
               parts_.doors.is_replication(session.peer.conference);
    }
    void handle_from_relay(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);

    Parts parts_;
    KnockHandler knocks_;
    RecoveryHandler recovery_;
    SubscriptionHandler subscriptions_;
    PullHandler pulls_;
};

} // namespace plenum::node
