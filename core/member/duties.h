// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/checkpoint_duty.h"
#include "core/member/decisions.h"
#include "core/member/lobby.h"
#include "core/member/member_arbiter.h"
#include "core/member/pending_operations.h"

namespace plenum::node {

/// What this member should say to the log next: what its person asked for, and what it owes as key leader. What is due
/// follows from the log's state, so that nothing is lost with a link, and nothing is said twice.
class Duties {
  public:
    /// `floor_styles`: what this program knows; outlives it.
    Duties(Roster& roster, const Lobby& lobby, SentMessages& sent, crypto::SeededRandom random, Outbox& outbox,
           std::span<const base::PluginDescriptor> floor_styles = {}, CheckpointInterval checkpoints = {})
        : roster_{roster},
          lobby_{lobby},
          outbox_{outbox},
          random_{std::move(random)},
          decisions_{roster, lobby, outbox, random_},
          pending_operations_{roster, sent, outbox, random_.split()},
          arbiter_{roster, floor_styles},
          checkpoints_{roster, checkpoints} {}

    enum class Wish : std::uint8_t { stay = 1, leave = 2, end_for_all = 3 };
    void wish(Wish wish) { wish_ = wish; }
    [[nodiscard]] Decisions& decisions() { return decisions_; }
    [[nodiscard]] PendingOperations& acts() { return pending_operations_; }
    [[nodiscard]] MemberArbiter& arbiter() { return arbiter_; }

    /// The operation to submit now, if any; each is offered again until the log shows it, after a while or once
    /// `handle_refused` or `handle_connected` said that it got lost. `at` as in Lobby::update.
    [[nodiscard]] std::optional<log::SignedOperation> poll_submission(std::optional<base::ConferenceTime> at,
                                                                      base::LocalTime now);
    void handle_refused(std::uint64_t author_sequence, log::Refusal why, base::LocalTime now);
    /// What was given last never went.
    void handle_unsent();
    void handle_connected();
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    [[nodiscard]] bool awaits_own() const;
    /// When the epoch will be old enough to be followed by another anyway; never where others see to that.
    [[nodiscard]] base::LocalTime old_at() const;
    /// When the epoch entry that is due may go; never where none is.
    [[nodiscard]] base::LocalTime turn_at() const;
    [[nodiscard]] std::optional<log::Operation> due(std::optional<base::ConferenceTime> at, base::LocalTime now);
    [[nodiscard]] std::optional<log::Operation> due_by_wish(const log::Member& self);
    [[nodiscard]] std::optional<log::Operation> due_decision(std::optional<log::Operation> operation);
    [[nodiscard]] std::optional<log::Operation> due_welcome();
    [[nodiscard]] std::size_t room_for_joins() const;
    [[nodiscard]] std::optional<log::Operation> due_as_leader(base::LocalTime now);
    [[nodiscard]] std::optional<log::Operation> due_turn(base::LocalTime now);
    [[nodiscard]] std::optional<log::Operation> due_succession(base::LocalTime now);
    [[nodiscard]] log::SignedOperation sign(const log::Operation& operation);

    Roster& roster_;
    const Lobby& lobby_;
    Outbox& outbox_;
    crypto::SeededRandom random_;
    Wish wish_{Wish::stay};
    Decisions decisions_;
    PendingOperations pending_operations_;
    MemberArbiter arbiter_;
    CheckpointDuty checkpoints_;
    std::uint64_t author_sequence_{author_sequence_of_join};
    /// While an operation is under way, or after a refusal: not before this another.
    std::optional<base::LocalTime> quiet_until_;
    bool refused_{false};
    /// What is under way is of `pending_operations_`.
    bool acted_{false};
    /// It is of `arbiter_`.
    bool arbitrated_{false};
    /// It is of `decisions_`.
    bool decided_{false};
    bool admitting_{false};
    bool checkpointing_{false};
    base::LocalTime admission_at_{};
    /// Since when an epoch entry is due, so that several joins share one.
    std::optional<base::LocalTime> turn_due_since_;
    std::optional<base::LocalTime> turned_at_;
    /// A leader who owes a turn, and until when this member waits for it.
    struct Owing {
        base::MemberIndex leader;
        base::LocalTime until;
    };
    std::optional<Owing> owing_;
};

} // namespace plenum::node
