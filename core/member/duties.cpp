// SPDX-License-Identifier: Apache-2.0
#include "core/member/duties.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Joins and leaves within this share one epoch where epochs come one after another (security.md, Keys).
constexpr base::Duration turn_interval_min = std::chrono::milliseconds{250};
/// The same after a quiet time, so that people who join together wait little.
constexpr base::Duration turn_batch = std::chrono::milliseconds{30};
/// The same after one of an admission: some join in it is not what it was.
constexpr base::Duration admission_pause = std::chrono::seconds{1};
/// Without anybody coming or going, keys turn as often as this: whoever stole one hears no more than that.
constexpr base::Duration epoch_age_max = std::chrono::minutes{5};
/// An operation that the log does not show after this was lost; it is offered again.
constexpr base::Duration submission_timeout = std::chrono::seconds{2};
/// Between two members who find the key leader idle, and how many of them take turns.
constexpr base::Duration speaker_pause = std::chrono::milliseconds{200};
constexpr std::int64_t speakers_max = 10;
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
    acted_ = arbitrated_ = decided_ = false;
    auto operation = due(at, now);
    if (!operation) return std::nullopt;
    quiet_until_ = now + submission_timeout;
    admitting_ = std::holds_alternative<log::Admit>(*operation);
    checkpointing_ = std::holds_alternative<log::Checkpoint>(*operation);
    auto submission = sign(*operation);
    if (acted_) pending_operations_.handle_submitted(author_sequence_);
    if (decided_) decisions_.handle_submitted(*operation, author_sequence_);
    return submission;
}

std::optional<log::Operation> Duties::due(std::optional<base::ConferenceTime> at, base::LocalTime now) {
    const auto& self = *roster_.self_member();
    if (now >= admission_at_) admission_at_ = {};
    if (wish_ == Wish::leave) {
        turn_due_since_.reset();
        owing_.reset();
    }
    if (auto wished = due_by_wish(self)) return wished;
    if (wish_ == Wish::leave) return std::nullopt;
    // Before what programs owe each other: people wait for it, and it is little.
    if (auto operation = pending_operations_.due(at.value_or(roster_.state().at))) {
        acted_ = true;
        return operation;
    }
    if (at) {
        if (auto operation = arbiter_.due(*at, now)) {
            arbitrated_ = true;
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
    if (auto operation = due_as_leader(now)) return operation;
    if (auto operation = due_succession(now)) return operation;
    if (moderates) {
        if (auto operation = due_decision(decisions_.due_change())) return operation;
        if (auto operation = due_decision(decisions_.due_link())) return operation;
    }
    // Late, so that a join which the log does not take holds nothing else up.
    if (now >= admission_at_) {
        auto operation = moderates ? due_decision(decisions_.due_admission(room_for_joins())) : std::nullopt;
        if (!operation) operation = due_welcome();
        if (operation) return operation;
    }
    return checkpoints_.due(now);
}

std::optional<log::Operation> Duties::due_decision(std::optional<log::Operation> operation) {
    decided_ = operation.has_value();
    return operation;
}

std::optional<log::Operation> Duties::due_by_wish(const log::Member& self) {
    if (wish_ == Wish::end_for_all) {
        if (self.role == base::MemberRole::moderator) return log::End{};
        wish_ = Wish::stay;
        outbox_.event(CommandRefused{Command{EndConference{}}.index(), CommandError::not_permitted, {}, {}});
    }
    if (wish_ == Wish::leave) return log::Leave{self.index, base::LeaveReason::left};
    return std::nullopt;
}

std::optional<log::Operation> Duties::due_as_leader(base::LocalTime now) {
    const auto& state = roster_.state();
    if (!roster_.leads()) {
        turn_due_since_.reset();
        return std::nullopt;
    }
    const bool moderates = roster_.self_member()->role == base::MemberRole::moderator;
    for (const auto& [index, member] : state.members) {
        if (index == roster_.self() || roster_.find(index)->proven) continue;
        const bool removable = !member.keyed || (moderates && member.identity != state.root);
        if (removable) return log::Leave{index, base::LeaveReason::removed};
    }
    return due_turn(now);
}

/// Those who stand behind the leader speak one after another, so that one entry is enough. Patience begins anew with
/// each link: who was away knows nothing of what the leader did.
std::optional<log::Operation> Duties::due_succession(base::LocalTime now) {
    const auto& state = roster_.state();
    const auto leader = roster_.leader();
    // Of whoever counts as absent the log takes no such word.
    const bool may_say = roster_.self_member()->present && !roster_.leads();
    if (leader.value() == 0 || !may_say || !state.turn_owed_since) {
        owing_.reset();
        return std::nullopt;
    }
    if (!owing_ || owing_->leader != leader) {
        const auto before_self = std::ranges::distance(state.members.begin(), state.members.find(roster_.self()));
        const auto turn = std::min<std::int64_t>(before_self, speakers_max) * speaker_pause;
        owing_ = {leader, now + log::turn_patience + turn};
    }
    if (now < owing_->until) return std::nullopt;
    return log::PassOver{leader};
}

std::size_t Duties::room_for_joins() const {
    const auto members = roster_.state().members.size();
    return members >= base::limits::members_max
               ? 0
               : std::min(base::limits::members_max - members, log::joins_per_admit_max);
}

std::optional<log::Operation> Duties::due_welcome() {
    if (!roster_.leads() || !roster_.self_member()->keyed) return std::nullopt;
    auto joins = lobby_.welcome();
    if (joins.size() > room_for_joins()) joins.resize(room_for_joins());
    return joins.empty() ? std::nullopt : std::optional<log::Operation>{log::Admit{std::move(joins)}};
}

std::optional<log::Operation> Duties::due_turn(base::LocalTime now) {
    const auto& state = roster_.state();
    const bool old = now >= old_at();
    // An epoch that this leader could not take was not made by one of us.
    if (!state.epoch_due() && roster_.keys().newest() == state.epoch && !old) {
        turn_due_since_.reset();
        return std::nullopt;
    }
    if (!turn_due_since_) turn_due_since_ = now;
    // The first epoch has nobody to wait for.
    if (state.epoch.value() > 0 && now < turn_at()) return std::nullopt;
    std::set<base::MemberIndex> proven;
    for (const auto& [index, member] : state.members) {
        if (index == roster_.self() || roster_.find(index)->proven) proven.insert(index);
    }
    auto turn = roster_.keys().make_turn(state, proven, old, random_);
    if (!turn) return std::nullopt;
    turned_at_ = now;
    return std::move(*turn);
}

base::LocalTime Duties::old_at() const {
    const auto since = roster_.keys().newest_since();
    return since && roster_.leads() ? *since + epoch_age_max : base::local_time_max;
}

base::LocalTime Duties::turn_at() const {
    if (!turn_due_since_) return old_at();
    const auto at = *turn_due_since_ + turn_batch;
    return turned_at_ ? std::max(at, *turned_at_ + turn_interval_min) : at;
}

log::SignedOperation Duties::sign(const log::Operation& operation) {
    const auto& state = roster_.state();
    log::SignedOperation draft;
    draft.conference = state.conference;
    draft.author_exchange = roster_.exchange().public_key;
    draft.author_sequence = ++author_sequence_;
    draft.head_position = base::LogPosition{state.size.value() - 1};
    draft.head = state.head;
    return log::sign_operation(std::move(draft), operation, roster_.identity());
}

void Duties::handle_refused(std::uint64_t author_sequence, log::Refusal why, base::LocalTime now) {
    pending_operations_.handle_refused(author_sequence, why);
    decisions_.handle_refused(author_sequence, why);
    if (author_sequence != author_sequence_) return;
    if (std::exchange(arbitrated_, false)) pending_operations_.reopen_grants();
    quiet_until_ = now + refusal_pause;
    refused_ = true;
    if (checkpointing_) checkpoints_.handle_refused(now);
    if (admitting_) admission_at_ = now + admission_pause;
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
    turn_due_since_.reset();
    owing_.reset();
}

base::LocalTime Duties::next_wakeup() const {
    if (!roster_.caught_up() || roster_.self_member() == nullptr) return base::local_time_max;
    // A submission that may have been lost, or a pause after a refusal.
    if (quiet_until_) return *quiet_until_;
    return std::min({turn_at(), arbiter_.next_wakeup(), checkpoints_.next_wakeup(),
                     admission_at_ > base::LocalTime{} ? admission_at_ : base::local_time_max,
                     owing_ ? owing_->until : base::local_time_max});
}

} // namespace plenum::node
