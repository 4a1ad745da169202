// SPDX-License-Identifier: Apache-2.0
#include "core/log/rules.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::log {
namespace {

using Verdict = std::expected<void, Refusal>;

Verdict refuse(Refusal why) { return std::unexpected{why}; }
Verdict permit(bool permitted, Refusal otherwise) { return permitted ? Verdict{} : refuse(otherwise); }

/// Who signed: the relay, a member, or someone else.
struct Author {
    bool relay{false};
    const Member* member{nullptr};

    [[nodiscard]] bool is(base::MemberIndex index) const { return member != nullptr && member->index == index; }
    [[nodiscard]] bool moderates() const { return member != nullptr && member->role == base::MemberRole::moderator; }
};

Author author_of(const State& state, const SignedOperation& by) {
    if (by.author == state.genesis.relay_identity && by.author_exchange == state.genesis.relay_exchange) {
        return {true, nullptr};
    }
    const auto* member = state.find(by.author_exchange);
    if (member != nullptr && member->identity != by.author) member = nullptr;
    return {false, member};
}

Verdict check_sequence(const State& state, const SignedOperation& by, const Author& author) {
    if (!author.relay && author.member == nullptr) return refuse(Refusal::unknown_author);
    const auto last = author.relay ? state.relay_sequence : author.member->author_sequence;
    return permit(by.author_sequence > last, Refusal::stale_sequence);
}

bool delays_are_sound(const FlowDeclaration& flow) {
    const auto latest = flow.loss_delay.value_or(base::limits::loss_delay_max);
    return flow.desired_delay <= latest && latest <= base::limits::loss_delay_max;
}

bool flow_is_sound(const FlowDeclaration& flow) {
    return flow.flow.value() != 0 && flow.priority != base::PriorityClass::control && flow.rate_hz > 0 &&
           flow.message_bytes_max > 0 && flow.message_bytes_max <= base::limits::message_body_bytes_max &&
           flow.error_tolerance_permille <= 1000 && delays_are_sound(flow) &&
           (flow.loss_delay || flow.message_bytes_max <= base::limits::chat_bytes_max);
}

Verdict rule(const State&, const Author&, const SignedOperation& by, const Genesis& genesis) {
    if (by.conference.is_zero() || by.author_sequence == 0) return refuse(Refusal::malformed);
    for (std::size_t i = 0; i < genesis.flows.size(); ++i) {
        const auto& flow = genesis.flows[i];
        if (!flow_is_sound(flow) || (i > 0 && flow.flow <= genesis.flows[i - 1].flow))
            return refuse(Refusal::malformed);
    }
    return {};
}

Verdict rule(const State& state, const Author& author, const SignedOperation& by, const Join&) {
    if (author.relay) return refuse(Refusal::not_permitted);
    if (by.author_sequence == 0) return refuse(Refusal::stale_sequence);
    if (state.joined_keys.contains(by.author_exchange)) return refuse(Refusal::already_joined);
    const bool room =
        state.members.size() < base::limits::members_max && state.joined_keys.size() < base::limits::log_entries_max;
    return permit(room, Refusal::full);
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const Leave& leave) {
    const auto* member = state.find(leave.member);
    if (member == nullptr) return refuse(Refusal::no_such_member);
    switch (leave.reason) {
    case base::LeaveReason::left: return permit(author.is(leave.member), Refusal::not_permitted);
    case base::LeaveReason::lost: return permit(author.relay && !member->present, Refusal::not_permitted);
    case base::LeaveReason::removed: {
        const auto* leader = state.key_leader();
        const bool leads = author.member != nullptr && author.member == leader && !member->keyed;
        return permit((author.moderates() || leads) && !author.is(leave.member), Refusal::not_permitted);
    }
    }
    return refuse(Refusal::malformed);
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const Presence& presence) {
    if (!author.relay) return refuse(Refusal::not_permitted);
    const auto* member = state.find(presence.member);
    if (member == nullptr) return refuse(Refusal::no_such_member);
    return permit(member->present != presence.present, Refusal::no_change);
}

/// Exactly those who need one, ascending.
bool wraps_match(const State& state, const EpochTurn& turn) {
    auto wrap = turn.wraps.begin();
    for (const auto& [index, member] : state.members) {
        if (turn.mode == EpochMode::ratchet && member.keyed) continue;
        if (wrap == turn.wraps.end() || wrap->member != index) return false;
        ++wrap;
    }
    return wrap == turn.wraps.end();
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const EpochTurn& turn) {
    if (author.member == nullptr || author.member != state.key_leader()) return refuse(Refusal::not_permitted);
    const bool must_be_fresh = state.fresh_needed || !author.member->keyed;
    const bool right = turn.epoch == state.epoch.next() && !(must_be_fresh && turn.mode == EpochMode::ratchet) &&
                       wraps_match(state, turn);
    return permit(right, Refusal::wrong_epoch);
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const SetRole& change) {
    if (!author.moderates()) return refuse(Refusal::not_permitted);
    const auto* member = state.find(change.member);
    if (member == nullptr) return refuse(Refusal::no_such_member);
    return permit(member->role != change.role, Refusal::no_change);
}

Verdict rule(const State&, const Author& author, const SignedOperation&, const End&) {
    return permit(author.moderates(), Refusal::not_permitted);
}

void carry_out(State& state, const SignedOperation& by, const Genesis& genesis) {
    state.conference = by.conference;
    state.root = by.author;
    state.genesis = genesis;
}

void carry_out(State& state, const SignedOperation& by, const Join& join) {
    Member member;
    member.index = state.next_member;
    member.identity = by.author;
    member.exchange = by.author_exchange;
    member.sealed_name = join.display_name;
    member.proof = join.proof;
    // Whoever made the conference moderates it, from every run of their program.
    member.role = by.author == state.root ? base::MemberRole::moderator : base::MemberRole::participant;
    member.author_sequence = by.author_sequence;
    state.joined_keys.emplace(by.author_exchange, member.index);
    state.members.emplace(member.index, std::move(member));
    state.next_member = state.next_member.next();
}

void carry_out(State& state, const SignedOperation&, const Leave& leave) {
    // Someone who never had the key takes none along.
    state.fresh_needed = state.fresh_needed || state.members.at(leave.member).keyed;
    state.members.erase(leave.member);
}

void carry_out(State& state, const SignedOperation&, const Presence& presence) {
    state.members.at(presence.member).present = presence.present;
}

void carry_out(State& state, const SignedOperation&, const EpochTurn& turn) {
    state.epoch = turn.epoch;
    state.commitment = turn.commitment;
    state.fresh_needed = false;
    for (auto& [index, member] : state.members)
        member.keyed = true;
}

void carry_out(State& state, const SignedOperation&, const SetRole& change) {
    state.members.at(change.member).role = change.role;
}

void carry_out(State& state, const SignedOperation&, const End&) { state.ended = true; }

} // namespace

std::expected<void, Refusal> check_rule(const State& state, const SignedOperation& by, const Operation& operation) {
    const auto author = author_of(state, by);
    const bool newcomer = std::holds_alternative<Genesis>(operation) || std::holds_alternative<Join>(operation);
    if (!newcomer) {
        if (const auto in_order = check_sequence(state, by, author); !in_order) return in_order;
    }
    return std::visit([&](const auto& content) { return rule(state, author, by, content); }, operation);
}

void apply_rule(State& state, const SignedOperation& by, const Operation& operation) {
    const bool by_relay = author_of(state, by).relay;
    std::visit([&](const auto& content) { carry_out(state, by, content); }, operation);
    if (by_relay) state.relay_sequence = by.author_sequence;
    for (auto& [index, member] : state.members) {
        if (member.exchange == by.author_exchange) member.author_sequence = by.author_sequence;
    }
}

} // namespace plenum::log
