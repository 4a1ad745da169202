// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/load.h"
#include "core/api/options.h"
#include "core/api/relay_statistics.h"
#include "core/crypto/random.h"
#include "core/link/acceptor.h"
#include "core/peer/hello.h"
#include "core/relay/admission/doors.h"
#include "core/relay/admission/knock_gate.h"
#include "core/relay/admission/service_doors.h"
#include "core/relay/bulkhead.h"
#include "core/relay/conference_table.h"
#include "core/relay/failed_conferences.h"
#include "core/relay/message_forwarder.h"
#include "core/relay/replication/replicas.h"
#include "core/relay/replication/replications.h"
#include "core/relay/session_table.h"

#include <memory>
#include <unordered_map>

namespace plenum::node {

/// The relay role: takes sessions, puts each conference's log in order, passes messages on to whoever may have them.
class Relay final : private link::AcceptorHost {
  public:
    Relay(const RelayOptions& options, wire::CipherSet ciphers, crypto::SeededRandom random, Outbox& outbox);

    /// Refused too where the conference is there.
    [[nodiscard]] std::expected<void, log::Refusal> load(ConferenceStored stored, base::LocalTime now);
    void handle_init(const base::Address& from, base::ByteView datagram, base::LocalTime now);
    void handle_final(const base::Address& from, base::ByteView datagram, base::LocalTime now);
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, const base::Address& from,
                                                                    base::LocalTime now);
    /// A handshake_response or a cookie_reply.
    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
        replications_.handle_response(receiver, datagram, now);
    }
    [[nodiscard]] bool takes(base::SessionIndex index) const {
        return sessions_.route(index) != nullptr || replications_.takes(index);
    }
    void handle_wakeup(base::LocalTime now);
    /// relay_keeping.cpp
    void handle(const ConferenceKept& kept, base::LocalTime now);
    void handle(const ConferenceLeftOut& left_out, base::LocalTime now);
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
    const crypto::SecretKey* access_key(wire::HandshakePattern pattern,
                                        const base::ConferenceHandle& conference) override;
    base::SessionIndex draw_index() override;
    base::Seed draw_seed() override;

    void open_session(link::Session session, base::LocalTime now);
    // relay_routes.cpp
    void continue_session(link::Session session, base::LocalTime now);
    void handle_moved(RelaySession& session, const link::Moved& moved, base::LocalTime now);
    void replace_older(const RelaySession& newer, base::SessionIndex newer_index);
    // relay_failure.cpp
    /// Does what concerns one conference or session, and closes that one where something throws.
    template <class Concerned, class Work>
    void contain(Concerned& concerned, base::LocalTime now, const Work& work) {
        if (const auto thrown = run_contained(work)) fail(concerned, *thrown, now);
    }
    void fail(RelayConference& conference, const Thrown& thrown, base::LocalTime now);
    /// Its conference, if it has one.
    void fail(RelaySession& session, const Thrown& thrown, base::LocalTime now);
    void close_sessions(RelayConference& conference, base::LocalTime now);
    void resume_failed(base::LocalTime now);
    enum class ResumedFrom : std::uint8_t { failure = 1, copy = 2 };
    void resume(LogRecovery::Remains remains, ResumedFrom from, base::LocalTime now);
    // relay_replication.cpp
    void replicate(RelayConference& conference, ConferenceRole role, base::LocalTime now);
    [[nodiscard]] bool flush_replication(base::LocalTime now);
    void handle_replication(RelayConference& conference, const Replication::Event& event, base::LocalTime now);
    void depose(const base::ConferenceHandle& handle, base::LocalTime now);
    void remove(RelayConference& conference);
    [[nodiscard]] bool yields(RelayConference& conference, const wire::Replicate& other) const;
    [[nodiscard]] bool is_primarys(const RelaySession& session) const;
    void handle_from_primary(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    void take_over(base::LocalTime now);
    void take_over(LogRecovery::Remains remains, base::LocalTime now);
    void serve(RelaySession& session, base::LocalTime now);
    void drain(RelaySession& session, base::LocalTime now);
    void handle_event(RelaySession& session, link::LinkEvent& event, base::LocalTime now);
    void handle_stream(RelaySession& session, const link::StreamMessage& message, base::LocalTime now);
    void handle_control(RelaySession& session, wire::ControlMessage& message, base::LocalTime now);
    void handle_hello(RelaySession& session, const wire::Hello& hello, base::LocalTime now);
    void handle_create(RelaySession& session, const wire::CreateConference& create, base::LocalTime now);
    [[nodiscard]] bool has_room_for(const link::Session& session);
    void turn_away(link::LinkOptions session, base::LocalTime now);
    [[nodiscard]] bool make_room_for_conference(base::LocalTime now);
    void forget(base::ConferenceHandle handle, base::LocalTime now);
    void check_retention(base::LocalTime now);
    [[nodiscard]] RelayIncident note_end(const RelaySession& session);
    /// Whether it comes in the place of one that is there, which will go.
    [[nodiscard]] bool replaces_one(const link::Session& session);
    // relay_door.cpp
    [[nodiscard]] bool is_free(const base::ConferenceHandle& door, const base::ConferenceHandle& conference) const;
    void open_door(RelayConference& conference);
    void move_door(RelayConference& conference, base::LocalTime now);
    [[nodiscard]] std::optional<base::ConferenceHandle> conference_behind(const link::Session& session);
    void handle_attach(RelaySession& session, const wire::Attach& attach, base::LocalTime now);
    void handle_knock(RelaySession& session, const wire::Knock& knock, base::LocalTime now);
    void wait_for_admission(RelaySession& session, RelayConference& conference, JoinQueue::Knock knock,
                            log::Refusal refusal, base::LocalTime now);
    void offer_knocks(RelayConference& conference, base::LocalTime now);
    void handle_refusal(RelaySession& session, const wire::RefuseKnock& refusal, base::LocalTime now);
    void end_knock(RelayConference& conference, base::SessionIndex waiting);
    void turn_away(RelayConference& conference, base::SessionIndex waiting, wire::KnockOutcome why,
                   base::LocalTime now);
    [[nodiscard]] std::optional<base::LocalTime> knocks_change_at(RelayConference& conference,
                                                                  base::LocalTime now) const;
    [[nodiscard]] bool is_outdated(const RelaySession& session);
    void retry_joins(RelayConference& conference, base::LocalTime now);
    void admit_waiting(RelayConference& conference, base::LocalTime now);

    void take_news(RelayConference& conference, base::LocalTime now);
    // relay_submit.cpp
    [[nodiscard]] bool door_is_taken(const log::SignedOperation& operation, RelayConference& conference) const;
    [[nodiscard]] static bool admits_gone(const log::SignedOperation& operation, RelayConference& conference);
    void handle_submit(RelaySession& session, const wire::Submit& submit, base::LocalTime now);
    void note_refused(const RelaySession& session, const log::SignedOperation& operation, log::Refusal why);
    void drop_session(base::SessionIndex index, base::LocalTime now);
    void check_conferences(base::LocalTime now);
    void check(RelayConference& conference, base::LocalTime now);
    void touch_all(RelayConference& conference);
    [[nodiscard]] base::LocalTime attach_by(const RelaySession& session);
    void close_if_unused(RelaySession& session, base::LocalTime now);
    void reschedule(RelaySession& session);
    void report();
    [[nodiscard]] static RelayConference* conference_of(const RelaySession& session) { return session.home; }
    [[nodiscard]] static base::ConferenceTime conference_time(RelayConference& conference, base::LocalTime now) {
        return conference.sequencer().clock().to_conference(now);
    }

    void answer_creator(RelayConference& conference);
    // relay_refill.cpp
    struct Held {
        base::SessionIndex session;
        wire::ControlMessage message;
    };
    [[nodiscard]] bool holds_back(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    void settle(base::LocalTime now);
    void settle(RelayConference& conference, base::LocalTime now);
    void ask_for_more(RelaySession& session, const wire::Attach& attach, RelayConference& conference);
    void handle_given(RelaySession& session, const wire::LogEntry& entry, base::LocalTime now);
    void handle_given(RelaySession& session, const wire::LogState& state, base::LocalTime now);
    void handle_given(RelaySession& session, const wire::LogStatePart& part, base::LocalTime now);
    void take_given_state(RelaySession& session, base::LocalTime now);
    [[nodiscard]] std::shared_ptr<RelayConference> draft_of(const base::ConferenceHandle& handle,
                                                            const base::SecretKey& access);
    void handle_restore(RelaySession& session, const wire::Restore& restore, base::LocalTime now);
    void handle_restored(RelaySession& session, const wire::LogEntry& entry, base::LocalTime now);
    void take_restored(RelaySession& session, base::LocalTime now);
    void tell_released(RelayConference& conference, const std::vector<flow::StreamId>& streams, base::LocalTime now);
    // relay_words.cpp
    /// False for any other message, and where it has no place.
    [[nodiscard]] bool handle_words(RelaySession& session, const wire::ControlMessage& message);
    void refill_words(base::LocalTime now);

    RelayKeys keys_;
    RelayConference::Ways ways_;
    wire::Standby standby_;
    /// What would put something into a log that is not settled yet.
    std::map<base::ConferenceHandle, std::vector<Held>> held_;
    std::set<base::ConferenceHandle> settling_;
    /// Which may still be given words of people who left.
    std::set<base::ConferenceHandle> refilling_;
    ServiceDoors service_doors_;
    crypto::SeededRandom random_;
    Outbox& outbox_;
    link::Acceptor acceptor_;
    KnockGate knock_gate_;
    ConferenceTable conferences_;
    /// `wire::Replicate::draw`.
    std::uint64_t draw_;
    /// To the standby, and from a primary to us.
    Replications replications_;
    Replicas replicas_;
    /// Their standby serves them. Nobody makes them anew here.
    std::set<base::ConferenceHandle> deposed_;
    /// Their doors stay theirs.
    FailedConferences failed_;
    /// What the store may still give, and until when nobody else may.
    std::map<base::ConferenceHandle, base::LocalTime> left_out_;
    Doors doors_;
    SessionTable sessions_;
    bool closing_{false};
    RelayLimits limits_;
    base::LocalTime retention_check_at_;
    /// Of the next handshake's ephemeral key.
    base::LocalTime prepare_at_{base::local_time_max};
    RelayReporter reporter_;
    MessageForwarder forwarder_;
};

} // namespace plenum::node
