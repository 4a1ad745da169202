// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/options.h"
#include "core/peer/connection.h"
#include "core/peer/log_state.h"
#include "core/relay/relay_conference.h"
#include "core/relay/relay_dial.h"

namespace plenum::node {

/// The primary's side of one replicated conference: dials the standby, gives it every entry and word, and learns what
/// it has acknowledged (docs/replication.md).
///
/// The problem: a relay whose machine is lost knows things that nobody else does, and people were told of them. If
/// members alone say how the log ends, the end depends on who comes back first, and two ends can differ.
///
/// So a relay that has a standby tells nothing that the standby has not acknowledged. This begins when the standby has
/// caught up for the first time. A new conference waits for that, but not for long: a standby that never ran costs its
/// first conference three seconds. From then on the standby may take over by itself, at any time: a primary that lives
/// and cannot reach it cannot tell anything either. That is the fence. It needs no third machine and no clock.
///
/// The alternative, a majority of members for each entry, stops a meeting of which half goes home.
class Replication {
  public:
    struct Options {
        std::vector<base::Address> places;
        RelayDial relay;
        /// Of this run of the relay (`wire::Replicate::draw`).
        std::uint64_t draw{0};
        /// A member's program, with a fence (replication/succession.h).
        bool appointed{false};
        /// `wire::Replicate::reign`
        base::ConferenceTime reign{};
        /// A register says whether the standby may take over, with the revision of the newest assignment that is known.
        bool clustered{false};
        std::uint64_t assignment{0};

        [[nodiscard]] Options copy() const {
            return {places, relay.copy(), draw, appointed, reign, clustered, assignment};
        }
    };
    /// `conference` outlives this. `role` is `primary` or `primary_replicated`.
    Replication(Options options, RelayConference& conference, ConferenceRole role, crypto::SeededRandom random,
                base::LocalTime now);

    /// The standby has everything up to this number.
    struct Acknowledged {
        std::uint64_t number;
    };
    /// The standby serves the conference.
    struct Deposed {};
    /// The standby has a copy of all that was told.
    struct Synced {};
    /// Nothing is heard of the standby, or it acknowledges nothing; and nothing can be told.
    struct Silent {};
    /// An appointed standby takes over at this fence, and at none before.
    struct Fenced {
        base::ConferenceTime fence;
    };
    /// The standby has a copy of all that was told, and may take over once the register names it (`confirm`).
    struct CaughtUp {};
    /// It stands by no longer, and takes nothing over.
    struct Resigned {};
    /// A new conference has waited long enough for its first copy.
    struct NoCopy {};
    using Event = std::variant<Acknowledged, Deposed, Synced, Silent, Fenced, CaughtUp, Resigned, NoCopy>;

    /// Moves what is to be sent into `outbox`. Gives what happened, in order.
    [[nodiscard]] std::vector<Event> flush(Outbox& outbox, base::LocalTime now);
    void close(wire::CloseReason reason, Outbox& outbox, base::LocalTime now);
    /// The conference is over.
    void forget(Outbox& outbox, base::LocalTime now);

    [[nodiscard]] base::ConferenceHandle conference() const { return conference_.handle(); }
    /// The register names the standby at this revision.
    void confirm(std::uint64_t revision);
    /// Members made promises at the fence that bind them no longer.
    void renew_fence() { fence_.due = options_.appointed; }
    /// The standby takes over at once, and from here on this relay tells only what it has acknowledged. False where it
    /// has no copy of all.
    [[nodiscard]] bool hand_over();

    [[nodiscard]] const Connection& connection() const { return *connection_; }
    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// In the relay's timetable.
    sched::Appointment wakes;

  private:
    struct Cursor {
        LogSender log;
        std::map<flow::StreamId, base::SequenceNumber> next_word;
    };
    /// What the primary had when it asked.
    struct Asked {
        base::LogPosition had_entries;
        std::map<flow::StreamId, base::SequenceNumber> had_words;
        base::LogPosition standby_size;
        bool answered;
    };
    [[nodiscard]] base::ConferenceTime next_fence(base::LocalTime now);

    void dial(base::LocalTime now);
    void handle(const Connection::Event& event, base::LocalTime now);
    void ask(bool anew, base::LocalTime now);
    void handle(const wire::ControlMessage& message, base::LocalTime now);
    void handle(const wire::ReplicaState& state, base::LocalTime now);
    void handle(const wire::GivenWord& word);
    void begin_to_copy(base::LocalTime now);
    void mark(link::Link& link, base::LocalTime now);
    [[nodiscard]] base::LocalTime renews_fence_at() const;
    void handle_acknowledged(std::uint64_t number, base::LocalTime now);
    void copy(base::LocalTime now);
    /// False where the link has no room.
    [[nodiscard]] bool copy_entries(link::Link& link, base::LocalTime now);
    [[nodiscard]] bool copy_words(link::Link& link);
    [[nodiscard]] base::LocalTime silent_at() const;
    /// When it counts as one that answers and does nothing.
    [[nodiscard]] base::LocalTime stalls_at() const;

    RelayConference& conference_;
    Options options_;
    ConferenceRole role_;
    crypto::SeededRandom random_;
    std::optional<Connection> connection_;
    /// The standby ended the session for good; for all that, it may be there again.
    std::optional<base::LocalTime> redial_at_;
    std::optional<Asked> asked_;
    /// What is to be given next; absent before the standby has said what it has.
    std::optional<Cursor> cursor_;
    /// Of this session, the newest.
    struct Marks {
        std::optional<std::uint64_t> sent;
        std::optional<std::uint64_t> acknowledged;
    };
    Marks marks_;
    struct Sync {
        /// Once everything up to there is acknowledged in this session, the standby has all that was told.
        std::optional<std::uint64_t> at;
        bool caught_up_told{false};
        bool in_step{false};
        /// How long a new conference waits for its first copy.
        base::LocalTime held_until{base::local_time_max};
    };
    Sync sync_;
    struct Silence {
        base::LocalTime heard_at;
        /// Since when something waits for an acknowledgement.
        std::optional<base::LocalTime> waits_from;
        bool told{false};
    };
    Silence silence_;
    struct Fence {
        /// The newest that was sent; 0 where the standby is not appointed.
        base::ConferenceTime number{};
        base::LocalTime sent_at{};
        bool acknowledged{false};
        bool due{false};
    };
    Fence fence_;
    std::vector<Event> events_;
};

} // namespace plenum::node
