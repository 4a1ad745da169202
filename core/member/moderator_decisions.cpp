// SPDX-License-Identifier: Apache-2.0
#include "core/member/moderator_decisions.h"

#include "core/base/home.h"
#include "core/member/pending_operations.h"

#include <utility>

namespace plenum::node {

/// One draw in 64 leads to where the conference is.
void ModeratorDecisions::want_link_changed() {
    do
        new_link_ = random_.draw<LinkSecret>();
    while (!base::share_home(LinkKeys::from(*new_link_).door, roster_.state().conference));
}

void ModeratorDecisions::tell(const Command& command, CommandError error) {
    outbox_.event(CommandRefused{CommandKind{command}, error, {}, {}});
}

std::optional<Command> ModeratorDecisions::drop(const log::Operation& operation) {
    const auto command_if = [](bool was_there, Command command) {
        return was_there ? std::optional{std::move(command)} : std::nullopt;
    };
    if (const auto* leave = std::get_if<log::Leave>(&operation))
        return command_if(remove_.erase(leave->member) > 0, RemoveMember{});
    if (const auto* change = std::get_if<log::SetRole>(&operation)) {
        const auto is_it = [&](const auto& item) {
            return item.first == change->member && item.second == change->role;
        };
        return command_if(std::erase_if(roles_, is_it) > 0, SetRole{});
    }
    if (const auto* change = std::get_if<log::SetPolicy>(&operation)) {
        const bool same = policy_ == change->policy;
        if (same) policy_.reset();
        return command_if(same, SetPolicy{});
    }
    if (const auto* ask = std::get_if<log::AskMute>(&operation))
        return command_if(mute_.erase(ask->member) > 0, AskMute{});
    if (std::holds_alternative<log::ChangeLink>(operation))
        return command_if(std::exchange(new_link_, std::nullopt).has_value(), ChangeLink{});
    bool awaited = false;
    for (const auto& join : log::joins_in(operation))
        awaited = admit_.erase(join.author_exchange) > 0 || awaited;
    return command_if(awaited, AdmitKnock{});
}

void ModeratorDecisions::settle(std::optional<bool> moderates) {
    const auto* self = roster_.self_member();
    if (self != nullptr && unanswered_.is_taken(self->author_sequence)) {
        std::ignore = drop(*said_);
        unanswered_.clear();
    }
    // Over a link, a submission is taken or refused in the end; with the link it may be lost.
    if (std::exchange(link_is_new_, false)) unanswered_.clear();
    // Where nobody moderates, somebody else may act as a moderator, in a moment at the latest.
    if (moderates == false && !roster_.state().unmoderated_since) refuse_all();
    drop_impossible();
}

void ModeratorDecisions::refuse_all() {
    const auto tell_of = [this](std::size_t count, const Command& command) {
        for (; count > 0; --count)
            tell(command, CommandError::not_permitted);
    };
    tell_of(admit_.size(), AdmitKnock{});
    tell_of(remove_.size(), RemoveMember{});
    tell_of(roles_.size(), SetRole{});
    tell_of(policy_ ? 1 : 0, SetPolicy{});
    tell_of(new_link_ ? 1 : 0, ChangeLink{});
    tell_of(mute_.size(), AskMute{});
    admit_.clear();
    remove_.clear();
    roles_.clear();
    policy_.reset();
    new_link_.reset();
    mute_.clear();
}

void ModeratorDecisions::drop_impossible() {
    const auto& state = roster_.state();
    std::erase_if(admit_, [&](const auto& exchange) {
        if (lobby_.join_of(exchange) != nullptr) return false;
        if (!state.joined_keys.contains(exchange)) tell(AdmitKnock{}, CommandError::no_such_request);
        return true;
    });
    std::erase_if(remove_, [&](base::MemberIndex member) {
        const auto identity = state.removable(member);
        if (!identity) tell(RemoveMember{}, CommandError::unknown_person);
        return !identity || *identity == roster_.own().identity.public_key || *identity == state.root;
    });
    std::erase_if(roles_, [&](const auto& item) {
        const auto* member = state.find(item.first);
        if (member == nullptr) tell(SetRole{}, CommandError::unknown_person);
        return member == nullptr || (!unanswered_.any() && member->role == item.second);
    });
    if (policy_ && !unanswered_.any() && *policy_ == state.policy) policy_.reset();
    std::erase_if(mute_, [&](base::MemberIndex member) {
        const bool gone = member.value() != 0 && state.find(member) == nullptr;
        if (gone) tell(AskMute{}, CommandError::unknown_person);
        return gone;
    });
}

std::optional<log::Operation> ModeratorDecisions::offer(log::Operation operation) const {
    if (!unanswered_.any()) return operation;
    return base::Kind<log::AnyOperation>{*said_} == base::Kind<log::AnyOperation>{operation} ? said_ : std::nullopt;
}

std::optional<log::Operation> ModeratorDecisions::due_removal() {
    if (remove_.empty()) return std::nullopt;
    return offer(log::Leave{*remove_.begin(), base::LeaveReason::removed});
}

std::optional<log::Operation> ModeratorDecisions::due_change() {
    auto role = roles_.empty() ? std::nullopt : offer(log::SetRole{roles_.begin()->first, roles_.begin()->second});
    if (role) return role;
    auto policy = policy_ ? offer(log::SetPolicy{*policy_}) : std::nullopt;
    if (policy || mute_.empty()) return policy;
    return offer(log::AskMute{*mute_.begin()});
}

std::optional<log::Operation> ModeratorDecisions::due_link() {
    const auto& state = roster_.state();
    const auto* key = roster_.keys().ring().link_key(state.epoch);
    if (!new_link_ || state.epoch_due() || key == nullptr) return std::nullopt;
    return offer(roster_.keys().links().make_change(*new_link_, state.epoch, *key, random_));
}

std::optional<log::Operation> ModeratorDecisions::due_admission(std::size_t room) {
    log::Admit admit;
    for (const auto& exchange : admit_) {
        if (admit.joins.size() >= (admits_singly_ ? std::min<std::size_t>(room, 1) : room)) break;
        if (!roster_.state().joined_keys.contains(exchange)) admit.joins.push_back(*lobby_.join_of(exchange));
    }
    if (admit.joins.empty()) {
        admits_singly_ = false;
        return std::nullopt;
    }
    return offer(std::move(admit));
}

void ModeratorDecisions::handle_submitted(const log::Operation& operation, std::uint64_t author_sequence) {
    said_ = operation;
    unanswered_.add(author_sequence);
}

void ModeratorDecisions::handle_refused(std::uint64_t author_sequence, log::Refusal why) {
    if (!unanswered_.contains(author_sequence)) return;
    const bool taken_before = unanswered_.refuse(author_sequence);
    if (taken_before) {
        std::ignore = drop(*said_);
        return unanswered_.clear();
    }
    if (unanswered_.any() || passes(why)) return;
    // Who may act as a moderator may a moment later; keys are turned first.
    const bool waits =
        (why == log::Refusal::not_permitted && roster_.state().unmoderated_since) || why == log::Refusal::wrong_epoch;
    if (waits) return;
    if (const auto* admit = std::get_if<log::Admit>(&*said_)) return handle_refused_admission(*admit, why);
    const auto command = drop(*said_);
    // Of the end of the conference, or of this member's part in it, the person is told by itself.
    const bool is_out = why == log::Refusal::ended || why == log::Refusal::unknown_author;
    if (command && !is_out) tell(*command, error_of(why));
}

/// One join may hold up all that are let in with it.
void ModeratorDecisions::handle_refused_admission(const log::Admit& admit, log::Refusal why) {
    // Whether somebody who does not wait any more is in, or gone, is about to be told.
    if (why == log::Refusal::no_such_request || why == log::Refusal::too_often) {
        admits_singly_ = true;
        return;
    }
    if (std::exchange(admits_singly_, true) || admit.joins.size() == 1) {
        const auto command = drop(log::Operation{admit});
        const auto error = why == log::Refusal::not_admitted ? CommandError::not_permitted : error_of(why);
        if (command && why != log::Refusal::already_joined) tell(*command, error);
    }
}

} // namespace plenum::node
