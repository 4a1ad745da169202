// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/carried_over.h"
#include "core/member/duties.h"
#include "core/member/message_pipeline.h"
#include "core/member/own_lease.h"
#include "core/member/roster.h"
#include "core/member/state_recovery.h"
#include "core/peer/connection.h"

#include <memory>

namespace plenum::node {

/// One conference, as one endpoint lives through it from joining to leaving.
class Participant {
  public:
    struct Options {
        JoinConference join;
        crypto::IdentityKeyPair identity;
        wire::CipherSet ciphers{};
        std::span<const base::PluginDescriptor> floor_styles{};
        CheckpointInterval checkpoints{};
        /// Where else the relay may be, as an earlier membership was told.
        std::vector<wire::RelayPlace> standby{};
        Roster::Told told{};
    };
    Participant(Options options, crypto::SeededRandom random, Outbox& outbox, base::LocalTime now);

    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] bool takes(base::SessionIndex index) const {
        return connection_.takes(index) || state_recovery_.takes(index);
    }
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    void publish(const Publish& message, base::LocalTime now);
    /// What was published in this turn leaves, whatever comes behind it.
    void send_bundles(base::LocalTime now);
    void request_key_frame(const RequestKeyFrame& request);
    void leave(base::LocalTime now);
    void end_for_all(base::LocalTime now);
    /// What moderators ask for; error: not_permitted.
    [[nodiscard]] std::expected<void, CommandError> handle(const AdmitKnock& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const RefuseKnock& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const RemoveMember& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const SetRole& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const SetPolicy& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const AskMute& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const ChangeLink& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const WantToken& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const ActOnToken& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const OpenGroup& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const ActOnConversation& command, base::LocalTime now);
    [[nodiscard]] std::expected<void, CommandError> handle(const TakeMinutes& command, base::LocalTime now);

    void flush(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// What came of it; the goodbye may still be on its way.
    [[nodiscard]] const std::optional<EndReason>& ended() const { return ended_; }
    [[nodiscard]] bool can_publish() const { return phase_ == Phase::joined && !ended_; }
    /// Nothing more to send.
    [[nodiscard]] bool finished() const { return ended_ && connection_.finished(); }
    /// Away for too long: join again as someone new, and send these again.
    [[nodiscard]] bool must_rejoin() const { return must_rejoin_ && !ended_; }
    [[nodiscard]] std::vector<Publish> unconfirmed() const { return messages_.publisher.unconfirmed(); }
    [[nodiscard]] Roster::Told told() const { return roster_.told(); }
    [[nodiscard]] const std::vector<wire::RelayPlace>& standby() const { return standby_; }
    [[nodiscard]] CarriedOver::Flows reliable_flows() const;
    [[nodiscard]] const JoinConference& join() const { return options_.join; }
    [[nodiscard]] const MessagePipeline& messages() const { return messages_; }
    [[nodiscard]] const link::Link* link() const { return connection_.link(); }

  private:
    struct Parts;
    Participant(Options options, Parts parts, Outbox& outbox, base::LocalTime now);

    void handle(const Connection::Connected& connected, base::LocalTime now);
    void handle(const Connection::Lost& lost, base::LocalTime now);
    void handle(const Connection::Over& over, base::LocalTime now);
    void handle(const Connection::ControlReceived& received, base::LocalTime now);
    void handle(const Connection::ReliableReceived& received, base::LocalTime now);
    void handle(Connection::FragmentReceived& received, base::LocalTime now);
    void handle(const Connection::FragmentGivenUp& lost, base::LocalTime now);
    void handle(const Connection::FragmentDropped& dropped, base::LocalTime now);
    void handle_control(const wire::ControlMessage& message, base::LocalTime now);
    void handle_attached(const wire::Attached& attached, base::LocalTime now);
    void give_log(link::Link& link);
    // participant_relay.cpp
    void handle_standby(const wire::Standby& standby);
    void note_place();
    [[nodiscard]] RecoverySession::Options restoration_at(const base::Address& place) const;
    void look_after_relay(base::LocalTime now);
    void look_after_lease(base::LocalTime now);
    [[nodiscard]] bool has_lease() const { return !ended_ && !must_rejoin_ && roster_.self().value() != 0; }
    void handle_answer(const wire::KnockAnswer& answer, base::LocalTime now);
    void handle_entry(const wire::LogEntry& entry, base::LocalTime now);
    void handle_state(const wire::LogStatePart& part, base::LocalTime now);
    void after_entry(std::vector<TokenChanged> changes, base::LocalTime now);
    void handle_trouble(Roster::Trouble trouble, base::LocalTime now);
    void set_phase(Phase phase);
    void advance_phase(base::LocalTime now);
    void submit_due(base::LocalTime now);
    /// To be told of what a person asks for.
    [[nodiscard]] Duties& new_duties() {
        stirred_ = true;
        return duties_;
    }
    [[nodiscard]] std::optional<base::ConferenceTime> conference_time(base::LocalTime now) const;
    [[nodiscard]] bool moderates(base::LocalTime now) const;
    void report_health(base::LocalTime now);
    void find_clock(base::LocalTime now);
    void check_patience(base::LocalTime now);
    void finish(EndReason reason, base::LocalTime now);

    Options options_;
    Outbox& outbox_;
    Roster roster_;
    Lobby lobby_;
    SentMessages sent_;
    Duties duties_;
    MessagePipeline messages_;
    Connection connection_;
    base::Bytes knock_;
    std::optional<Phase> phase_;
    bool attached_{false};
    /// Of the entry that comes next.
    std::optional<wire::Causes> causes_;
    /// Entries of the log when the relay was there last.
    base::LogPosition attached_size_{};
    OwnLease lease_;
    /// Something came, or was asked for, that may make something due; sound and pictures never do.
    bool stirred_{true};
    /// When the duties have something to do though nothing stirs them.
    base::LocalTime duties_at_{base::local_time_max};
    /// The relay asked for the log from there on; it may ask once in a session.
    /// To a relay that has less of it.
    std::optional<LogSender> give_;
    StateReceiver log_state_;
    bool gave_log_{false};
    StateRecovery state_recovery_;
    /// Where the relay comes back if its machine is lost.
    std::vector<wire::RelayPlace> standby_;
    /// Waiting for an answer to the knock: worth telling people then.
    std::optional<base::LocalTime> lobby_at_;
    std::optional<EndReason> ended_;
    bool must_rejoin_{false};
    /// Leaving or ending: gives up on a polite end then.
    std::optional<base::LocalTime> leave_by_;
    /// Joining: no key by then means that nobody will give one.
    std::optional<base::LocalTime> key_by_;
    base::LocalTime health_at_;
    base::LocalTime pictures_broken_at_{};
};

} // namespace plenum::node
