// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/replication/replication_handler.h"
#include "core/relay/session_acceptor.h"
#include "core/relay/session_protocol.h"

namespace plenum::node {

/// The relay role: serves sessions, and hands what they say to the parts that it is composed of.
class Relay {
  public:
    Relay(const RelayOptions& options, wire::CipherSet ciphers, crypto::SeededRandom random, Outbox& outbox);

    /// For handshakes.
    [[nodiscard]] SessionAcceptor& acceptor() { return acceptor_; }
    [[nodiscard]] ConferenceRegistry& registry() { return registry_; }
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, const base::Address& from,
                                                                    base::LocalTime now);
    /// Answers to handshakes that this relay began.
    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
        registry_.replications().handle_response(receiver, datagram, now);
        edges_.handle_response(receiver, datagram, now);
    }
    [[nodiscard]] bool takes(base::SessionIndex index) {
        return sessions_.route(index) != nullptr || registry_.replications().takes(index) || edges_.takes(index);
    }
    void handle_wakeup(base::LocalTime now);
    void handle(const ConferenceKept& kept, base::LocalTime now);
    void handle(const AnswerAssignment& answer, base::LocalTime now);
    void handle(const SetPeers& peers, base::LocalTime now);
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
    [[nodiscard]] std::vector<RelayRepairs> repairs();

  private:
    struct Seeds {
        base::Seed acceptor;
        crypto::SeededRandom knocks;
        std::uint64_t draw;
        crypto::SeededRandom replications;
        crypto::SeededRandom edges;
    };
    Relay(const RelayOptions& options, wire::CipherSet ciphers, Seeds seeds, crypto::SeededRandom random,
          Outbox& outbox);

    /// Does what concerns one session. Where something throws, its conference is closed, or it, if it has none.
    template <class Work>
    void contain(RelaySession& session, base::LocalTime now, const Work& work) {
        if (const auto thrown = run_contained(work)) fail(session, *thrown, now);
    }
    void fail(RelaySession& session, const Thrown& thrown, base::LocalTime now);
    void serve(RelaySession& session, base::LocalTime now);
    void drain(RelaySession& session, base::LocalTime now);
    void handle_event(RelaySession& session, link::LinkEvent& event, base::LocalTime now);
    void check_conferences(base::LocalTime now);
    void check(RelayConference& conference, base::LocalTime now);
    void reschedule(RelaySession& session, base::LocalTime now);
    /// Gives entries and messages to sessions that lack them.
    void spread(RelayConference& conference, base::LocalTime now);
    void spread_changed(base::LocalTime now) {
        // Inline, for each forwarded datagram comes by here.
        if (auto* changed = registry_.served().take_changed()) spread_all(*changed, now);
    }
    void spread_all(RelayConference& first, base::LocalTime now);

    RelayKeys keys_;
    RelayLimits limits_;
    ServiceDoors service_doors_;
    Outbox& outbox_;
    RelayReporter reporter_;
    SessionTable sessions_;
    ConferenceRegistry registry_;
    EdgeSessions edges_;
    SessionAcceptor acceptor_;
    Confirmations confirmations_;
    ReplicationHandler replication_;
    MessageForwarder forwarder_;
    Submissions submissions_;
    SessionProtocol protocol_;
    struct Life {
        base::LocalTime retention_check_at;
        bool closing{false};
    };
    Life life_;
};

} // namespace plenum::node
