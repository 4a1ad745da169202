// SPDX-License-Identifier: Apache-2.0
#include "core/member/duties.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// An operation that the log does not show after this was lost; it is offered again.
constexpr base::Duration submission_timeout = std::chrono::seconds{2};
/// Pause after a refusal, so that a log that never agrees costs little.
constexpr base::Duration refusal_pause = std::chrono::milliseconds{50};

} // namespace

bool Duties::awaits_own() const {
    const auto* self = roster_.self_member();
    return quiet_until_ && self != nullptr && self->author_sequence < author_sequence_;
}

std::optional<log::SignedOperation> Duties::poll_submission(std::optional<base::ConferenceTime> at,
                                                            base::LocalTime now) {
    if (!roster_.caught_up() || roster_.state().ended || roster_.self_member() == nullptr) return std::nullopt;
    if (quiet_until_ && !awaits_own() && !refused_) quiet_until_.reset();
    if (quiet_until_ && now < *quiet_until_) return std::nullopt;
    quiet_until_.reset();
    refused_ = false;
    origin_ = Origin::duty;
    auto operation = due(at, now);
    if (!operation) return std::nullopt;
    quiet_until_ = now + submission_timeout;
    admission_pause_.handle_submitted(*operation);
    checkpoints_.handle_submitted(*operation);
    auto submission = sign(*operation);
    if (origin_ == Origin::pending_operation) pending_operations_.handle_submitted(author_sequence_);
    if (origin_ == Origin::decision) decisions_.handle_submitted(*operation, author_sequence_);
    return submission;
}

std::optional<log::Operation> Duties::due(std::optional<base::ConferenceTime> at, base::LocalTime now) {
    const auto& self = *roster_.self_member();
    admission_pause_.expire(now);
    if (wish_ == Wish::leave) key_turn_schedule_.restart();
    if (auto wished = due_by_wish(self)) return wished;
    if (wish_ == Wish::leave) return std::nullopt;
    // Before what programs owe each other: people wait for it, and it is little.
    if (auto operation = pending_operations_.due(at.value_or(roster_.state().at))) {
        origin_ = Origin::pending_operation;
        return operation;
    }
    if (at) {
        if (auto operation = arbiter_.due(*at, now)) {
            origin_ = Origin::arbiter;
            pending_operations_.close_grant(*operation);
            return operation;
        }
    }
    const auto may = at ? std::optional{roster_.state().moderates(self, *at)} : std::nullopt;
    decisions_.settle(may);
    const bool moderates = may.value_or(false);
    if (moderates) {
        if (auto operation = due_decision(decisions_.due_removal())) return operation;
    }
    if (auto operation = key_turn_schedule_.due_as_leader(now)) return operation;
    if (auto operation = key_turn_schedule_.due_succession(now)) return operation;
    if (auto operation = key_turn_schedule_.due_in_group(now)) return operation;
    if (moderates) {
        if (auto operation = due_decision(decisions_.due_change())) return operation;
        if (auto operation = due_decision(decisions_.due_link())) return operation;
    }
    // Late, so that a join which the log does not take holds nothing else up.
    if (auto operation = due_admission(moderates)) return operation;
    return checkpoints_.due(now);
}

std::optional<log::Operation> Duties::due_decision(std::optional<log::Operation> operation) {
    if (operation) origin_ = Origin::decision;
    return operation;
}

std::optional<log::Operation> Duties::due_by_wish(const log::Member& self) {
    if (wish_ == Wish::end_for_all) {
        if (self.role == base::MemberRole::moderator) return log::End{};
        wish_ = Wish::stay;
        outbox_.event(CommandRefused{CommandKind::of<EndConference>(), CommandError::not_permitted, {}, {}});
    }
    if (wish_ == Wish::leave) return log::Leave{self.index, base::LeaveReason::left};
    return std::nullopt;
}

std::size_t Duties::room_for_joins() const {
    const auto members = roster_.state().members.size();
    return members >= base::limits::members_max
               ? 0
               : std::min(base::limits::members_max - members, log::joins_per_admit_max);
}

std::optional<log::Operation> Duties::due_admission(bool moderates) {
    if (admission_pause_.lasts()) return std::nullopt;
    auto operation = moderates ? due_decision(decisions_.due_admission(room_for_joins())) : std::nullopt;
    return operation ? operation : due_welcome();
}

std::optional<log::Operation> Duties::due_welcome() const {
    if (!roster_.leads() || !roster_.self_member()->keyed) return std::nullopt;
    auto joins = lobby_.welcome();
    if (joins.size() > room_for_joins()) joins.resize(room_for_joins());
    return joins.empty() ? std::nullopt : std::optional<log::Operation>{log::Admit{std::move(joins)}};
}

log::SignedOperation Duties::sign(const log::Operation& operation) {
    const auto& state = roster_.state();
    log::SignedOperation draft;
    draft.conference = state.conference;
    draft.author_exchange = roster_.own().exchange.public_key;
    draft.author_sequence = ++author_sequence_;
    draft.head_position = base::LogPosition{state.size.value() - 1};
    draft.head = state.head;
    return log::sign_operation(std::move(draft), operation, roster_.own().identity);
}

void Duties::handle_refused(std::uint64_t author_sequence, log::Refusal why, base::LocalTime now) {
    pending_operations_.handle_refused(author_sequence, why);
    decisions_.handle_refused(author_sequence, why);
    if (author_sequence != author_sequence_) return;
    if (std::exchange(origin_, Origin::duty) == Origin::arbiter) pending_operations_.reopen_grants();
    quiet_until_ = now + refusal_pause;
    refused_ = true;
    checkpoints_.handle_refused(now);
    admission_pause_.handle_refused(now);
}

void Duties::handle_unsent() {
    pending_operations_.handle_unsent(author_sequence_);
    decisions_.handle_unsent(author_sequence_);
}

void Duties::handle_connected() {
    pending_operations_.handle_connected();
    decisions_.handle_connected();
    quiet_until_.reset();
    refused_ = false;
    key_turn_schedule_.restart();
}

base::LocalTime Duties::next_wakeup() const {
    if (!roster_.caught_up() || roster_.self_member() == nullptr) return base::local_time_max;
    // A submission that may have been lost, or a pause after a refusal.
    if (quiet_until_) return *quiet_until_;
    return std::min({key_turn_schedule_.next_wakeup(), arbiter_.next_wakeup(), checkpoints_.next_wakeup(),
                     admission_pause_.next_wakeup()});
}

} // namespace plenum::node
