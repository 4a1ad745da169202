// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/admission/knock_handler.h"
#include "core/relay/message_forwarder.h"
#include "core/relay/recovery_handler.h"
#include "core/relay/session_acceptor.h"

namespace plenum::node {

/// The relay role: serves sessions, and hands what they say to the parts that it is composed of.
class Relay final : private SessionHandler {
  public:
    Relay(const RelayOptions& options, wire::CipherSet ciphers, crypto::SeededRandom random, Outbox& outbox);

    /// Refused too where the conference is there.
    [[nodiscard]] std::expected<void, log::Refusal> load(ConferenceStored stored, base::LocalTime now) {
        return registry_.load(std::move(stored), now);
    }
    void handle_init(const base::Address& from, base::ByteView datagram, base::LocalTime now) {
        acceptor_.handle_init(from, datagram, now);
    }
    void handle_final(const base::Address& from, base::ByteView datagram, base::LocalTime now) {
        acceptor_.handle_final(from, datagram, now);
    }
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, const base::Address& from,
                                                                    base::LocalTime now);
    /// A handshake_response or a cookie_reply.
    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
        registry_.replications().handle_response(receiver, datagram, now);
    }
    [[nodiscard]] bool takes(base::SessionIndex index) const {
        return sessions_.route(index) != nullptr || registry_.replications().takes(index);
    }
    void handle_wakeup(base::LocalTime now);
    void handle(const ConferenceKept& kept, base::LocalTime now);
    void handle(const ConferenceLeftOut& left_out, base::LocalTime now) { registry_.handle(left_out, now); }
    /// Everyone is told; nobody is let in any more, and nobody counts as away.
    void close(RelayClosing how, base::LocalTime now);
    /// Gives one session's share of what is to be sent; false if nothing was left.
    [[nodiscard]] bool flush_one(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;
    [[nodiscard]] base::ExchangeKey key() const { return keys_.exchange.public_key; }
    void add_load(NodeLoad& load) const;
    void set_limits(const RelayLimits& limits, base::LocalTime now);
    /// Without `received` and `sent`.
    [[nodiscard]] RelayStatistics statistics() const;

  private:
    struct Seeds {
        base::Seed acceptor;
        crypto::SeededRandom knocks;
        std::uint64_t draw;
        crypto::SeededRandom replications;
    };
    Relay(const RelayOptions& options, wire::CipherSet ciphers, Seeds seeds, crypto::SeededRandom random,
          Outbox& outbox);

    void handle_control(RelaySession& session, wire::ControlMessage& message, base::LocalTime now) override;
    void attach(RelaySession& session, const wire::Attach& attach, base::LocalTime now) override;
    void replace_older(RelaySession& newer) override;

    /// Does what concerns one conference or session, and closes that one where something throws.
    template <class Concerned, class Work>
    void contain(Concerned& concerned, base::LocalTime now, const Work& work) {
        if (const auto thrown = run_contained(work)) fail(concerned, *thrown, now);
    }
    void fail(RelayConference& conference, const Thrown& thrown, base::LocalTime now) {
        registry_.fail(conference, thrown, now);
    }
    /// Its conference, if it has one.
    void fail(RelaySession& session, const Thrown& thrown, base::LocalTime now);
    [[nodiscard]] bool flush_replication(base::LocalTime now);
    void handle_replication(RelayConference& conference, const Replication::Event& event, base::LocalTime now);
    void tell_released(RelayConference& conference, const std::vector<flow::StreamId>& streams, base::LocalTime now);
    [[nodiscard]] bool is_from_primary(const RelaySession& session) const {
        return session.pattern == wire::HandshakePattern::open && service_doors_.is_replication(session.conference);
    }
    void handle_from_primary(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    void serve(RelaySession& session, base::LocalTime now);
    void drain(RelaySession& session, base::LocalTime now);
    void handle_event(RelaySession& session, link::LinkEvent& event, base::LocalTime now);
    void handle_stream(RelaySession& session, const link::StreamMessage& message, base::LocalTime now);
    void handle_hello(RelaySession& session, const wire::Hello& hello, base::LocalTime now);
    void handle_create(RelaySession& session, const wire::CreateConference& create, base::LocalTime now);
    void drop_session(base::SessionIndex index, base::LocalTime now);
    void check_conferences(base::LocalTime now);
    void check(RelayConference& conference, base::LocalTime now);
    void check_retention(base::LocalTime now);
    [[nodiscard]] base::LocalTime attach_by(const RelaySession& session);
    void close_if_unused(RelaySession& session, base::LocalTime now);
    void reschedule(RelaySession& session);
    void take_news(RelayConference& conference, base::LocalTime now);

    RelayKeys keys_;
    RelayLimits limits_;
    ServiceDoors service_doors_;
    crypto::SeededRandom random_;
    Outbox& outbox_;
    RelayReporter reporter_;
    SessionTable sessions_;
    ConferenceRegistry registry_;
    SessionAcceptor acceptor_;
    Confirmations confirmations_;
    MessageForwarder forwarder_;
    Submissions submissions_;
    KnockHandler knocks_;
    RecoveryHandler recovery_;
    base::LocalTime retention_check_at_;
    bool closing_{false};
};

} // namespace plenum::node
