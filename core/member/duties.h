// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/checkpoint_duty.h"
#include "core/member/key_turn_schedule.h"
#include "core/member/lobby.h"
#include "core/member/member_arbiter.h"
#include "core/member/moderator_decisions.h"
#include "core/member/pending_operations.h"

namespace plenum::node {

/// Admissions pause after one that the log refused: some join in it is not what it was.
class AdmissionPause {
  public:
    static constexpr base::Duration length = std::chrono::seconds{1};
    /// This member's last submission.
    void handle_submitted(const log::Operation& operation) {
        admitting_ = std::holds_alternative<log::Admit>(operation);
    }
    /// That submission was refused.
    void handle_refused(base::LocalTime now) {
        if (admitting_) until_ = now + length;
    }
    /// Ends the pause when its time has come.
    void expire(base::LocalTime now) {
        if (until_ && now >= *until_) until_.reset();
    }
    [[nodiscard]] bool lasts() const { return until_.has_value(); }
    [[nodiscard]] base::LocalTime next_wakeup() const { return until_.value_or(base::local_time_max); }

  private:
    bool admitting_{false};
    std::optional<base::LocalTime> until_;
};

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
          checkpoints_{roster, checkpoints},
          key_turn_schedule_{roster, random_} {}

    enum class Wish : std::uint8_t { stay = 1, leave = 2, end_for_all = 3 };
    void wish(Wish wish) { wish_ = wish; }
    [[nodiscard]] ModeratorDecisions& decisions() { return decisions_; }
    [[nodiscard]] PendingOperations& pending_operations() { return pending_operations_; }
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
    [[nodiscard]] std::optional<log::Operation> due(std::optional<base::ConferenceTime> at, base::LocalTime now);
    [[nodiscard]] std::optional<log::Operation> due_by_wish(const log::Member& self);
    [[nodiscard]] std::optional<log::Operation> due_decision(std::optional<log::Operation> operation);
    /// Of people who wait at the door.
    [[nodiscard]] std::optional<log::Operation> due_admission(bool moderates);
    [[nodiscard]] std::optional<log::Operation> due_welcome() const;
    [[nodiscard]] std::size_t room_for_joins() const;
    [[nodiscard]] log::SignedOperation sign(const log::Operation& operation);

    Roster& roster_;
    const Lobby& lobby_;
    Outbox& outbox_;
    crypto::SeededRandom random_;
    Wish wish_{Wish::stay};
    ModeratorDecisions decisions_;
    PendingOperations pending_operations_;
    MemberArbiter arbiter_;
    CheckpointDuty checkpoints_;
    KeyTurnSchedule key_turn_schedule_;
    std::uint64_t author_sequence_{author_sequence_of_join};
    /// While an operation is under way, or after a refusal: not before this another.
    std::optional<base::LocalTime> quiet_until_;
    bool refused_{false};
    /// The part that made the operation under way, and is told what becomes of it.
    enum class Origin : std::uint8_t { duty = 1, pending_operation = 2, arbiter = 3, decision = 4 };
    Origin origin_{Origin::duty};
    AdmissionPause admission_pause_;
};

} // namespace plenum::node
