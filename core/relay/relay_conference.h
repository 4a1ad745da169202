// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference/catch_up.h"
#include "core/relay/conference/floor_control.h"
#include "core/relay/conference/log_recovery.h"

namespace plenum::node {

/// One conference at its home relay, composed of parts that own their data and timers. It reads no message and can
/// forge none.
class RelayConference {
  public:
    struct Ways {
        /// What is to be kept is told to others once it is (`Durability`).
        bool stored{false};
        std::span<const base::PluginDescriptor> floor_styles;
        /// Drawn by this run of the relay.
        std::uint64_t run{0};
    };
    RelayConference(const base::ConferenceHandle& handle, crypto::SecretKey access, const RelayKeys& keys,
                    Outbox& outbox, Ways ways);

    [[nodiscard]] const base::ConferenceHandle& handle() const { return sequencer_.conference(); }
    [[nodiscard]] const log::State& state() const { return sequencer_.state(); }
    [[nodiscard]] Sequencer& sequencer() { return sequencer_; }
    [[nodiscard]] Archive& archive() { return archive_; }
    [[nodiscard]] const Archive& archive() const { return archive_; }
    [[nodiscard]] FanOut& fan_out() { return fan_out_; }
    [[nodiscard]] FloorControl& floor() { return floor_; }
    [[nodiscard]] OrderRelay& order() { return order_; }
    [[nodiscard]] const CatchUp& catch_up() const { return catch_up_; }
    [[nodiscard]] Admission& admission() { return admission_; }
    [[nodiscard]] LogRecovery& recovery() { return recovery_; }

    /// Position 0.
    [[nodiscard]] std::expected<void, log::Refusal> found(const log::SignedOperation& genesis, base::ConferenceTime at);
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
    /// `politely`: the client said goodbye.
    void detach(const RelaySession& session, bool politely, base::LocalTime now);
    void handle_silent(const RelaySession& session, base::LocalTime now) { presence_.handle_silent(session, now); }
    void handle_heard(const RelaySession& session, base::ConferenceTime at, base::LocalTime now);
    void enter(RelaySession& session);
    void leave(RelaySession& session);

    enum class Taken : std::uint8_t {
        no = 1,
        accepted = 2,
        /// Its number counts, so that the next can follow; the rest goes to nobody: its sender has no token.
        rejected = 3,
        /// Sealed before a turn of the keys that its sender had not read of: it comes again, sealed anew.
        closed = 4,
    };
    [[nodiscard]] Taken take_reliable(const RelaySession& from, wire::ReliableMessage message,
                                      base::PriorityClass stream, base::ConferenceTime at);
    /// Both give the streams whose senders are to hear how far they are accepted now.
    [[nodiscard]] std::vector<flow::StreamId> handle(const ConferenceKept& kept);
    [[nodiscard]] std::vector<flow::StreamId> handle_acknowledged(std::uint64_t number);

    /// Tells the log about those who are away.
    void handle_wakeup(base::ConferenceTime at, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;
    /// Ended, and everyone had time to hear of it.
    [[nodiscard]] bool is_over(base::LocalTime now) const;

    /// In the relay's timetable, which whoever calls this sets anew where it may have changed.
    sched::Appointment wakes;
    /// Entries or messages came that sessions have to be given. Empty while nobody serves it.
    std::function<void()> on_news;

  private:
    void tell_news() const {
        if (on_news) on_news();
    }
    void handle_applied(const log::Applied& applied);
    void tell_silences(base::ConferenceTime at, base::LocalTime now);
    void tell_absences(base::ConferenceTime at, base::LocalTime now);

    SettlingPeriod settling_;
    Archive archive_;
    Sequencer sequencer_;
    FanOut fan_out_;
    UnreachableHolders unreachable_;
    Presence presence_;
    FloorControl floor_;
    OrderRelay order_;
    CatchUp catch_up_;
    Admission admission_;
    LogRecovery recovery_;
};

} // namespace plenum::node
