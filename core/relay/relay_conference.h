// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/delay_book.h"
#include "core/log/kept_log.h"
#include "core/peer/context_book.h"
#include "core/peer/message_history.h"
#include "core/peer/outbox.h"
#include "core/peer/policy_runner.h"
#include "core/peer/token_tracer.h"
#include "core/relay/admission/join_queue.h"
#include "core/relay/clock_lead.h"
#include "core/relay/history_recovery.h"
#include "core/relay/log_budget.h"
#include "core/relay/rejected_messages.h"
#include "core/relay/relay_session.h"
#include "core/relay/replication/durability.h"
#include "core/relay/token_fence.h"
#include "core/wire/control.h"

#include <set>
#include <span>
#include <vector>

namespace plenum::node {

/// Long-term keys of a relay.
struct RelayKeys {
    crypto::IdentityKeyPair identity;
    crypto::ExchangeKeyPair exchange;
    [[nodiscard]] static RelayKeys from(const base::Seed& identity);
};

/// One conference at its home relay: puts operations in order, keeps the log and what people may still need of the
/// reliable flows, and knows who has a session. It reads no message and can forge none.
class RelayConference {
  public:
    struct Ways {
        /// What is to be kept is told to others once it is (`Durability`).
        bool stored{false};
        std::span<const base::PluginDescriptor> floor_styles;
    };
    RelayConference(base::ConferenceHandle handle, crypto::SecretKey access, const RelayKeys& keys, Outbox& outbox,
                    Ways ways);

    /// Position 0.
    [[nodiscard]] std::expected<void, log::Refusal> found(const log::SignedOperation& genesis, base::ConferenceTime at);
    /// What the store kept. All members count as absent from `now` on.
    [[nodiscard]] std::expected<void, log::Refusal> load(ConferenceStored stored, base::LocalTime now);
    // relay_failure.cpp
    /// All that outlives a failure: what its people have heard of, or may have.
    struct Remains {
        base::ConferenceHandle handle;
        crypto::SecretKey access;
        log::KeptLog log;
        MessageHistory history;
        Durability keeping;
        ClockLead lead{};
    };
    /// Then it is to be destroyed.
    [[nodiscard]] Remains take_remains();
    /// Of a new one. All members count as absent from `now` on. `told`: this relay has told people of it before.
    [[nodiscard]] std::expected<void, log::Refusal> resume(Remains remains, bool told, base::LocalTime now);
    /// Sequences, signs, stores.
    [[nodiscard]] std::expected<void, log::Refusal> submit(const log::SignedOperation& operation,
                                                           base::ConferenceTime at, base::LocalTime now);

    enum class Attachment : std::uint8_t {
        attached = 1,
        stranger = 2, ///< never a member: the session must get nothing
        outdated = 3, ///< what it lacks is no longer kept: it joins as someone new
        /// Like `outdated`, while it is not known yet what of their own may count as taken.
        too_early = 4,
    };
    /// One who is a member no longer gets the log up to there.
    [[nodiscard]] Attachment attach(RelaySession& session, const wire::Attach& attach, base::ConferenceTime at,
                                    base::LocalTime now);
    /// `politely`: the client said goodbye, so nobody waits for it.
    void detach(const RelaySession& session, bool politely, base::LocalTime now);
    void handle_silent(const RelaySession& session, base::LocalTime now);
    void handle_heard(const RelaySession& session, base::ConferenceTime at, base::LocalTime now);
    enum class Taken : std::uint8_t {
        no = 1,
        accepted = 2,
        /// Its number counts, so that the next can follow; the rest goes to nobody: its sender has no token.
        unheard = 3,
        /// Sealed before a turn of the keys that its sender had not read of: it comes again, sealed anew.
        closed = 4,
    };
    [[nodiscard]] Taken take_reliable(const RelaySession& from, wire::ReliableMessage message,
                                      base::PriorityClass stream, base::ConferenceTime at);
    /// The flow's declaration, if this session may send this fragment.
    [[nodiscard]] const log::FlowDeclaration* permit(const RelaySession& from,
                                                     const wire::FragmentFrame& fragment) const;
    /// Whether what is said on the flow goes to this session's member, and may come from there.
    [[nodiscard]] bool is_for(const RelaySession& session, const log::FlowDeclaration& flow) const;
    // relay_order.cpp
    [[nodiscard]] bool is_in(const RelaySession& session, base::ConversationId conversation) const;
    /// What was said before the entry at `position`, of its author.
    void note_causes(base::LogPosition position, const wire::Causes& causes);
    /// What everyone is told then, if it changed.
    [[nodiscard]] std::optional<base::Duration> take_delay(const RelaySession& from, const wire::DelayReport& report,
                                                           base::LocalTime now);
    /// As it stands, for whoever comes.
    [[nodiscard]] std::vector<wire::DelayAdvice> delay_advice(const RelaySession& session) const;
    [[nodiscard]] ContextBook& contexts() { return contexts_; }
    /// Which messages their tokens let through.
    [[nodiscard]] const TokenFence& fence() const { return fence_; }
    // relay_floor.cpp
    /// Whether this person may join now: who comes and goes for ever would fill the log (`LogBudget`).
    [[nodiscard]] bool may_join(const base::IdentityKey& identity, base::ConferenceTime at) const {
        return budget_.allows(identity, at);
    }
    /// Something other than silence came of them on a flow.
    void note_voice(base::FlowId flow, base::MemberIndex member, base::LocalTime now);
    /// Whether a session gets content: its member has been given the key.
    [[nodiscard]] bool admits(const RelaySession& session) const;
    /// Moves what the session lacks into its link, as far as there is room; true if something was left. A session that
    /// fell too far behind is closed: it comes again. A message goes
    /// out once all log entries that came before it have arrived, so that its sender and its key are known.
    bool pump(RelaySession& session, base::LocalTime now);
    /// True if a key frame should be asked for now: not again for every receiver.
    [[nodiscard]] bool claim_key_frame_request(flow::StreamId stream, base::LocalTime now);

    /// Tells the log about those who are away.
    void handle_wakeup(base::ConferenceTime at, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] const log::State& state() const { return state_; }
    /// Of the link in force.
    [[nodiscard]] const crypto::SecretKey& access() const { return access_; }
    [[nodiscard]] JoinQueue& waiting() { return waiting_; }
    /// The link before, where it changed since the last call.
    struct OldDoor {
        base::ConferenceHandle handle;
        crypto::SecretKey access;
    };
    [[nodiscard]] std::optional<OldDoor> take_old_door() { return std::exchange(old_door_, std::nullopt); }
    [[nodiscard]] const base::ConferenceHandle& handle() const { return handle_; }
    [[nodiscard]] const base::ConferenceHandle& door() const { return door_; }
    // relay_refill.cpp
    /// After what was kept came back, until members who were there have shown whether they know more, or had the time:
    /// nothing new is put into the log, since it might stand in another's place.
    [[nodiscard]] bool settling() const { return settle_by_.has_value(); }
    [[nodiscard]] bool settles_now(base::LocalTime now) const;
    void settle(const std::vector<const RelaySession*>& attached, base::ConferenceTime at);
    /// Whether entries that a member holds and this log lacks can still be put in their place.
    [[nodiscard]] bool may_be_given() const { return !grown_; }
    /// The next entry, as some relay run of ours had signed it; one that is there already changes nothing.
    [[nodiscard]] std::expected<void, log::Refusal> give(base::ByteView entry, base::LocalTime now);
    /// How long members have to come back, where the store gave all that it was given, and where it knows better.
    static constexpr base::Duration settle_time = std::chrono::seconds{5};
    /// And where half of them are back and know no more. A client that waits between two attempts comes within 2.5 s.
    static constexpr base::Duration settle_time_agreed = token::Arbiter::lease;
    static constexpr base::Duration settle_time_behind = std::chrono::seconds{15};
    /// Where there is nothing yet: the state that a checkpoint covers, encoded, and its entry, as some relay run of
    /// ours had signed it. After an error it is of no use.
    [[nodiscard]] std::expected<void, log::Refusal> give_state(base::Bytes state, base::ByteView checkpoint);
    /// Makes it from what was given, where there was nothing before.
    void begin_restored(base::LocalTime now);
    void trace_takeover();
    void mark_draft() { draft_ = true; }
    /// A log that this relay, by its keys, put in order.
    [[nodiscard]] bool is_ours() const;
    /// Between two checkpoints that are looked at.
    static constexpr base::Duration checkpoint_pause = std::chrono::seconds{10};
    /// A member without a session is called absent after this, so that a new key leader is found; and lost after this.
    static constexpr base::Duration absent_after = std::chrono::seconds{3};
    static constexpr base::Duration lost_after = std::chrono::seconds{15};

    // relay_words.cpp
    /// Whom to ask now for what others said who left: of those there, whoever came first and was not asked. Null while
    /// somebody is at it, and where nothing can have been lost.
    [[nodiscard]] RelaySession* ask_for_words(base::LocalTime now);
    [[nodiscard]] wire::WordsWanted words_wanted() const;
    void take_given(const RelaySession& from, const wire::GivenWord& word);
    void handle_given(const RelaySession& from);
    [[nodiscard]] bool refills(base::LocalTime now) const { return history_recovery_.open(now); }

    // relay_replication.cpp
    /// A copy of what another relay serves: it traces nothing.
    void follow() { follows_ = true; }
    void begin_copy();
    void copy_word(const StoredMessage& word);
    void drop_words_from(flow::StreamId stream, base::SequenceNumber next) { history_.drop_from(stream, next); }
    /// Number of what the store is told.
    std::uint64_t store_role(ConferenceRole role);
    /// From here on nothing is told before the standby has acknowledged it.
    std::uint64_t require_standby();
    /// The standby may have been given what it has no copy of: nothing is put into the log before it is asked, or the
    /// time for that is over.
    void ask_standby(base::LocalTime now);
    void handle_standby_heard();
    /// Members have to find this relay first: nobody is absent before, and no floor lost.
    void settle_after_takeover(base::LocalTime now);
    /// Gives the streams whose senders are to hear how far they are accepted now.
    [[nodiscard]] std::vector<flow::StreamId> handle_acknowledged(std::uint64_t number);
    [[nodiscard]] const Durability& keeping() const { return durability_; }
    [[nodiscard]] const log::KeptLog& log() const { return log_; }

    // relay_silence.cpp
    /// What this session's member must know of holders who are silent.
    void tell_silent(RelaySession& session, base::LocalTime now) const;

    // relay_keeping.cpp
    void bound_history(std::size_t bytes);
    [[nodiscard]] const MessageHistory& history() const { return history_; }
    /// Gives the streams whose senders are to hear how far they are accepted now.
    [[nodiscard]] std::vector<flow::StreamId> handle(const ConferenceKept& kept);
    [[nodiscard]] wire::Accepted accepted(flow::StreamId stream) const;
    [[nodiscard]] RejectedMessages& rejected() { return rejected_; }
    /// Among what came back.
    void find_rejected();
    /// `message`: as much of it as came. It says its numbers in its conversation, by which members name it in their
    /// traces. Empty where nobody wants traces.
    [[nodiscard]] std::vector<base::TraceEvent> rejections(flow::StreamId stream, base::SequenceNumber sequence,
                                                           base::ByteView message, Rejection why) const;
    /// Whether anyone may know of the conference yet.
    [[nodiscard]] bool is_kept() const { return durability_.log_end().value() > 0; }
    /// Who asked for it, until they are answered.
    std::optional<base::SessionIndex> creator;
    [[nodiscard]] const std::set<base::SessionIndex>& sessions() const { return sessions_; }
    /// A session came for this conference; it stays where it is in memory until it leaves.
    void enter(RelaySession& session);
    void leave(RelaySession& session);
    /// Null where there is none.
    [[nodiscard]] RelaySession* session_of(base::MemberIndex member) const;
    /// Sessions that get content, as `admits` has it.
    [[nodiscard]] std::span<RelaySession* const> receivers();
    /// `next_wakeup` may be another than at the last call.
    [[nodiscard]] bool take_timing_change() { return std::exchange(timing_changed_, false); }
    /// Entries or messages came since the last call: every session may need a pump.
    [[nodiscard]] bool take_news() { return std::exchange(news_, false); }
    /// Ended, and everyone had time to hear of it.
    [[nodiscard]] bool is_over(base::LocalTime now) const;

    /// Its time, by the relay's own clock.
    [[nodiscard]] base::ClockOffset clock() const { return lead_.clock(); }
    /// Its log came from elsewhere; false if no relay wrote that. `own`: what the relay's clock shows.
    [[nodiscard]] bool catch_up(base::LocalTime own) {
        return lead_.catch_up(state_.at, base::ConferenceTime{own.time_since_epoch()});
    }

    /// The primary's clock showed this. Absurd times change nothing.
    void follow_clock(base::ConferenceTime at, base::LocalTime own) {
        std::ignore = lead_.catch_up(at, base::ConferenceTime{own.time_since_epoch()});
    }

    /// In the relay's timetable.
    sched::Appointment wakes;

  private:
    struct Absence {
        base::LocalTime since;
        /// When the log says so, and when it says that the member is lost.
        base::LocalTime absent_at;
        base::LocalTime lost_at;
    };

    /// Whether this relay can run the style that the operation sets.
    [[nodiscard]] std::expected<void, log::Refusal> check_style(const log::SignedOperation& operation) const;
    void run_floor(base::ConferenceTime at, base::LocalTime now);
    using Holding = std::pair<base::TokenId, base::MemberIndex>;
    void tell_silences(base::ConferenceTime at, base::LocalTime now);
    [[nodiscard]] std::optional<base::LocalTime> heard_until(base::MemberIndex member, base::LocalTime now) const;
    void tell_silence(Holding holding, base::Duration returns_in);
    void look_for_silences() {
        silence_at_ = base::LocalTime::min();
        timing_changed_ = true;
    }
    void note_people(base::ConferenceTime at, base::LocalTime now);
    void note_voices(const token::Token& token, base::ConferenceTime at, base::LocalTime now);
    [[nodiscard]] bool is_arriving(const token::Token& token, const link::Link& link) const;
    /// `own`: it was signed here.
    [[nodiscard]] std::expected<void, log::Refusal> append(const log::SignedOperation& operation,
                                                           base::ConferenceTime at, bool own = false);
    void store_newest();
    void cover(const base::Bytes& state);
    [[nodiscard]] std::expected<void, log::Refusal> begin_at(base::Bytes state);
    /// As in the run before, nothing is told that the standby has not acknowledged. The log does not grow before it was
    /// heard, since it may have more.
    void hold_restored();
    void keep(const log::Applied& applied, std::size_t bytes);
    void keep_word(const StoredMessage& word);
    void forget_shortened();
    void restore(const StoredMessage& word, bool durable);
    void trace_told();
    [[nodiscard]] bool is_closed(const wire::ReliableMessage& message) const;
    [[nodiscard]] std::vector<wire::WordRefused> told_rejected(flow::StreamId stream) const;
    [[nodiscard]] std::vector<wire::StreamPosition> own_positions(base::MemberIndex member) const;
    void note(const log::Applied& applied);
    [[nodiscard]] bool log_has_room(const log::SignedOperation& operation) const;
    /// Of a person who fills the log: too_often.
    [[nodiscard]] std::expected<void, log::Refusal> check_budget(const log::SignedOperation& operation,
                                                                 base::ConferenceTime at) const;
    /// Of whoever has the root key: a checkpoint costs a hash of the whole state, whatever comes of it.
    [[nodiscard]] bool is_checkpoint_too_soon(const log::SignedOperation& operation, base::LocalTime now);
    /// Tells the log of members whose return was put off, where they are still there.
    void note_returns(base::ConferenceTime at, base::LocalTime now);
    [[nodiscard]] bool reserve_left() const;
    /// False if the log is full.
    [[nodiscard]] bool submit_own(const log::Operation& operation, base::ConferenceTime at);
    [[nodiscard]] base::LogPosition log_end(const RelaySession& session) const;
    [[nodiscard]] bool begins_at_checkpoint(const RelaySession& session, base::LogPosition next) const;
    /// False until all of it is on its way.
    [[nodiscard]] bool pump_state(RelaySession& session) const;
    [[nodiscard]] bool pump_log(RelaySession& session) const;
    [[nodiscard]] bool pump_history(RelaySession& session, flow::StreamId stream, const flow::History& history) const;
    void mark_away(base::MemberIndex member, base::LocalTime since, base::Duration patience, base::Duration limit);

    base::ConferenceHandle handle_;
    base::ConferenceHandle door_;
    crypto::SecretKey access_;
    const RelayKeys& keys_;
    Outbox& outbox_;
    log::State state_;
    ClockLead lead_;
    log::KeptLog log_;
    /// How much of it the store has or was given.
    base::LogPosition stored_end_{};
    std::optional<base::LocalTime> settle_by_;
    /// From when on half of those who were there are enough; absent where the store, or a member, knew better.
    std::optional<base::LocalTime> settle_agreed_at_;
    bool settle_agreed_due_{false};
    /// Something was put into the log since what was kept came back.
    bool grown_{true};
    /// Not all of it is there, and nothing of it stored.
    bool draft_{false};
    bool follows_{false};
    /// While it settles, unless the standby is heard.
    base::LocalTime waits_for_standby_until_{};
    MessageHistory history_;
    HistoryRecovery history_recovery_;
    Durability durability_;
    /// Of entries that nobody was told yet; empty where nobody wants traces.
    std::deque<base::TraceEvent> untold_;
    TokenTracer token_tracer_;
    std::set<base::SessionIndex> sessions_;
    std::vector<RelaySession*> entered_;
    /// Of `entered_`, those that are admitted, as long as neither they nor the log change.
    std::vector<RelaySession*> receivers_;
    bool receivers_known_{false};
    std::map<base::MemberIndex, Absence> absences_;
    LogBudget budget_;
    /// Before, no other checkpoint is looked at.
    base::LocalTime checkpoint_from_{};
    /// Who is back and came and went too often (compare RFC 2439, route flap damping): when the log will say so. Until
    /// then they hear and are heard, and count as absent.
    std::map<base::MemberIndex, base::LocalTime> returns_at_;
    std::map<flow::StreamId, base::LocalTime> key_frame_asked_;
    PolicyRunner policy_runner_;
    TokenFence fence_;
    /// When `policy_runner_` is to be asked though nothing changed.
    base::LocalTime floor_at_{base::local_time_max};
    /// Holders of whom members know that they are silent, and when their tokens go back.
    std::map<Holding, base::LocalTime> silent_;
    /// When to look for others.
    base::LocalTime silence_at_{base::local_time_max};
    /// Until when those were there who have no session now.
    std::map<base::MemberIndex, base::LocalTime> seen_;
    std::map<std::pair<base::TokenId, base::MemberIndex>, base::LocalTime> spoke_;
    /// From when on `spoke_` is known: a relay that comes back takes nobody for idle whom it could not hear.
    std::optional<base::LocalTime> listens_since_;
    /// Kept for its memory.
    std::vector<token::Arbiter::Person> people_;
    JoinQueue waiting_;
    std::map<base::ConversationId, conversation::DelayBook> delays_;
    ContextBook contexts_;
    RejectedMessages rejected_;
    /// Of the newest entries that have any. Whoever gets these late does without.
    static constexpr std::size_t causes_max = 64;
    std::map<base::LogPosition, wire::Causes> causes_;
    std::optional<OldDoor> old_door_;
    std::optional<base::LocalTime> ended_at_;
    bool news_{false};
    bool timing_changed_{false};
};

} // namespace plenum::node
