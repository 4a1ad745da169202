// SPDX-License-Identifier: Apache-2.0
#include "core/log/rules.h"

#include "core/log/checkpoint.h"
#include "core/log/conversation_rules.h"
#include "core/log/flow_rules.h"
#include "core/log/recording_rules.h"
#include "core/log/token_refusal.h"
#include "core/log/verdict.h"

#include "core/base/check.h"
#include "core/base/home.h"

#include <algorithm>
#include <utility>

namespace plenum::log {
namespace {

Verdict permit(bool permitted, Refusal otherwise) { return permitted ? Verdict{} : refuse(otherwise); }

/// Who signed: the relay, a member, or someone else.
struct Author {
    bool relay{false};
    const Member* member{nullptr};
    /// Is a moderator, or may act as one now.
    bool moderates{false};
    base::ConferenceTime at{};

    [[nodiscard]] bool is(base::MemberIndex index) const { return member != nullptr && member->index == index; }
    [[nodiscard]] bool is_moderator() const { return member != nullptr && member->role == base::MemberRole::moderator; }
};

Author author_of(const State& state, const SignedOperation& by, base::ConferenceTime at) {
    if (by.author == state.genesis.relay_identity && by.author_exchange == state.genesis.relay_exchange) {
        return {true, nullptr, false, at};
    }
    const auto* member = state.find(by.author_exchange);
    if (member != nullptr && member->identity != by.author) member = nullptr;
    return {false, member, member != nullptr && state.moderates(*member, at), at};
}

Verdict check_sequence(const State& state, const SignedOperation& by, const Author& author) {
    if (!author.relay && author.member == nullptr) return refuse(Refusal::unknown_author);
    const auto last = author.relay ? state.relay_sequence : author.member->author_sequence;
    return permit(by.author_sequence > last, Refusal::stale_sequence);
}

Verdict rule(const State&, const Author&, const SignedOperation& by, const Genesis& genesis) {
    if (by.conference.is_zero() || by.author_sequence == 0) return refuse(Refusal::malformed);
    return check_flows(genesis.flows, {});
}

bool has_room(const State& state, std::size_t joins) {
    return state.members.size() + joins <= base::limits::members_max &&
           state.joined_keys.size() + joins <= base::limits::log_entries_max;
}

/// Where nobody is there to let people in, or the one who should keeps everyone waiting, whom the policy lets in joins
/// by itself; whoever made the conference always.
Verdict rule(const State& state, const Author& author, const SignedOperation& by, const Join&) {
    // Nor as a member with another key of exchange.
    if (by.author == state.genesis.relay_identity) return refuse(Refusal::not_permitted);
    if (by.author_sequence == 0) return refuse(Refusal::stale_sequence);
    if (state.joined_keys.contains(by.author_exchange)) return refuse(Refusal::already_joined);
    const bool unattended = !state.anyone_present() || state.leader_is_idle(author.at);
    const bool welcome = by.author == state.root || (unattended && state.policy_admits(by.author));
    if (!welcome) return refuse(Refusal::not_admitted);
    return permit(has_room(state, 1), Refusal::full);
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const Admit& admit) {
    if (author.member == nullptr) return refuse(Refusal::not_permitted);
    const auto joins = joins_in(admit);
    if (joins.empty() || joins.size() != admit.joins.size()) return refuse(Refusal::malformed);
    std::set<base::ExchangeKey> keys;
    for (const auto& join : joins) {
        if (const auto sound = check_knock(state, join); !sound) return sound;
        if (!keys.insert(join.author_exchange).second) return refuse(Refusal::already_joined);
        if (!state.may_admit(*author.member, join.author, author.at)) return refuse(Refusal::not_admitted);
    }
    return permit(has_room(state, joins.size()), Refusal::full);
}

/// Whoever only acts as a moderator takes out no moderator, in whichever of their runs; whoever made the conference is
/// not taken out, and nobody takes out themselves.
bool may_judge(const State& state, const Author& author, const base::IdentityKey& identity) {
    if (author.member == nullptr || author.member->identity == identity || identity == state.root) return false;
    if (author.is_moderator()) return true;
    return author.moderates && std::ranges::none_of(state.members, [&](const auto& item) {
               return item.second.identity == identity && item.second.role == base::MemberRole::moderator;
           });
}

/// A key leader takes out whoever has no key yet and proves nothing.
bool may_keep_out(const State& state, const Author& author, const Member& member) {
    if (author.member == nullptr || author.is(member.index) || member.identity == state.root) return false;
    return author.member == state.key_leader() && !member.keyed && member.role != base::MemberRole::moderator;
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const Leave& leave) {
    const auto* member = state.find(leave.member);
    if (leave.reason == base::LeaveReason::removed) {
        const auto identity = state.removable(leave.member);
        if (!identity) return refuse(Refusal::no_such_member);
        const bool may =
            may_judge(state, author, *identity) || (member != nullptr && may_keep_out(state, author, *member));
        return permit(may, Refusal::not_permitted);
    }
    if (member == nullptr) return refuse(Refusal::no_such_member);
    const bool right =
        leave.reason == base::LeaveReason::left ? author.is(leave.member) : author.relay && !member->present;
    return permit(right, Refusal::not_permitted);
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
    if (turn.history && !state.policy.history_for_newcomers) return refuse(Refusal::not_permitted);
    const bool must_be_fresh = state.fresh_needed || !author.member->keyed;
    const bool right = turn.epoch == state.epoch.next() && !(must_be_fresh && turn.mode == EpochMode::ratchet) &&
                       wraps_match(state, turn);
    return permit(right, Refusal::wrong_epoch);
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const PassOver& over) {
    const auto* leader = state.key_leader();
    if (author.member == nullptr || !author.member->present || author.is(over.member))
        return refuse(Refusal::not_permitted);
    if (leader == nullptr || leader->index != over.member) return refuse(Refusal::no_change);
    return permit(state.leader_is_idle(author.at), Refusal::not_permitted);
}

/// Not by whoever only acts as a moderator, who would make themselves one for good.
Verdict rule(const State& state, const Author& author, const SignedOperation&, const SetRole& change) {
    if (!author.is_moderator()) return refuse(Refusal::not_permitted);
    const auto* member = state.find(change.member);
    if (member == nullptr) return refuse(Refusal::no_such_member);
    if (member->identity == state.root) return refuse(Refusal::not_permitted);
    return permit(member->role != change.role, Refusal::no_change);
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const AskMute& ask) {
    if (!author.moderates) return refuse(Refusal::not_permitted);
    return permit(ask.member.value() == 0 || state.find(ask.member) != nullptr, Refusal::no_such_member);
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const Record& record) {
    return check_record(state, author.member, record);
}

Verdict rule(const State& state, const Author& author, const SignedOperation&, const SetPolicy& change) {
    if (!author.moderates) return refuse(Refusal::not_permitted);
    return permit(state.policy != change.policy, Refusal::no_change);
}

/// Sealed for all who have the newest epoch's key, so whoever was removed must be out of it, and all others in.
Verdict rule(const State& state, const Author& author, const SignedOperation&, const ChangeLink& change) {
    if (!author.moderates || !author.member->keyed) return refuse(Refusal::not_permitted);
    if (change.door.is_zero() || change.door == state.door.handle) return refuse(Refusal::no_change);
    if (!base::share_home(change.door, state.conference)) return refuse(Refusal::malformed);
    return permit(!state.epoch_due() && change.epoch == state.epoch, Refusal::wrong_epoch);
}

/// By whichever run of its owner's program. The hash costs as much as the state is large, so an author who has not seen
/// the newest entry, and cannot know the state, is refused first.
Verdict rule(const State& state, const Author& author, const SignedOperation& by, const Checkpoint& checkpoint) {
    if (author.member == nullptr || author.member->identity != state.root) return refuse(Refusal::not_permitted);
    if (state.checkpoint_size == state.size) return refuse(Refusal::no_change);
    if (!by.head.is_zero() && by.head != state.head) return refuse(Refusal::other_state);
    auto covered = state;
    condense(covered);
    const auto bytes = encode_state(covered);
    if (bytes.size() > base::limits::log_state_bytes_max) return refuse(Refusal::full);
    return permit(checkpoint.state == hash_of_encoded(bytes), Refusal::other_state);
}

template <class T>
concept OfConversations =
    std::same_as<T, OpenConversation> || std::same_as<T, ChangeConversation> || std::same_as<T, CloseConversation> ||
    std::same_as<T, PlaceMembers> || std::same_as<T, GroupTurn>;

template <OfConversations T>
Verdict rule(const State& state, const Author& author, const SignedOperation&, const T& operation) {
    return check_conversation(state, {author.member, author.moderates}, operation);
}

template <class T>
concept OfFlows = std::same_as<T, CreateFlow> || std::same_as<T, ChangeFlow> || std::same_as<T, CloseFlow>;

template <OfFlows T>
Verdict rule(const State& state, const Author& author, const SignedOperation&, const T& operation) {
    return check_flow(state, {author.member, author.moderates}, operation);
}

Verdict rule(const State&, const Author& author, const SignedOperation&, const End&) {
    return permit(author.is_moderator(), Refusal::not_permitted);
}

/// The relay stands in for an arbiter who is away.
token::Author token_author(const State& state, const Author& author, base::TokenId id) {
    if (!author.relay) return {author.member->index, author.moderates};
    const auto* token = state.tokens.find(id);
    const auto arbiter = token == nullptr ? base::MemberIndex{} : token->settings.arbiter;
    const auto* member = state.find(arbiter);
    const bool away = arbiter != base::MemberIndex{} && (member == nullptr || !member->present);
    return {{}, author.moderates, away};
}

/// Those of genesis are everyone's, whether they are in the plenary or in none.
base::ConversationId audience_of(const State& state, base::FlowId flow) {
    return std::max(state.find(flow)->conversation, plenary);
}

/// By itself, or with the group that it was of.
bool is_over(const State& state, base::FlowId flow) {
    return flow.value() != 0 && flow != pulse_flow_id && flow <= state.flow_newest && state.find_open(flow) == nullptr;
}

/// That there are such, none between two members, and whoever may send on one may send on all.
bool may_demand(const State& state, const std::vector<base::FlowId>& flows) {
    const auto exists = [&](base::FlowId flow) {
        const auto* created = state.find_created(flow);
        const bool two_party = created != nullptr && created->is_two_party();
        return flow != pulse_flow_id && !two_party && state.find(flow) != nullptr;
    };
    if (!std::ranges::all_of(flows, exists)) return false;
    return std::ranges::all_of(
        flows, [&](base::FlowId flow) { return audience_of(state, flow) == audience_of(state, flows.front()); });
}

/// That those are members who are to have something by this, and that there are such flows; all else is the table's.
template <class T>
Verdict check_names(const State& state, const T& operation) {
    const auto is_member = [&](base::MemberIndex index) { return state.find(index) != nullptr; };
    bool known = true;
    if constexpr (std::same_as<T, token::GrantToken>) known = is_member(operation.member);
    if constexpr (requires { operation.to; }) known = is_member(operation.to);
    const auto are_members = [&](const token::SettingsChange& settings) {
        const auto arbiter = settings.arbiter.value_or(base::MemberIndex{});
        return (arbiter == base::MemberIndex{} || is_member(arbiter)) &&
               (!settings.panel || std::ranges::all_of(*settings.panel, is_member));
    };
    if constexpr (std::same_as<T, token::DeclareToken>) known = are_members(operation.settings);
    if constexpr (std::same_as<T, token::ConfigureToken>) known = are_members(operation.change);
    if (!known) return refuse(Refusal::no_such_member);
    if constexpr (requires { operation.flows; }) {
        if (std::ranges::any_of(operation.flows, [&](base::FlowId flow) { return is_over(state, flow); }))
            return refuse(Refusal::no_such_conversation);
    }
    if constexpr (requires { operation.flows; }) return permit(may_demand(state, operation.flows), Refusal::malformed);
    return {};
}

/// A group's tokens are for those who are in it; moderators decide about all.
bool may_have(const State& state, base::MemberIndex member, base::TokenId id) {
    const auto* token = state.tokens.find(id);
    const auto* flow = token == nullptr || token->flows.empty() ? nullptr : state.find(token->flows.front());
    return flow == nullptr || state.reaches(*flow, *state.find(member));
}

template <wire::AlternativeOf<token::Operation> T>
Verdict rule(const State& state, const Author& author, const SignedOperation&, const T& operation) {
    if (const auto known = check_names(state, operation); !known) return known;
    if constexpr (std::same_as<T, token::RequestToken>) {
        const bool fits = author.member == nullptr || may_have(state, author.member->index, operation.token);
        if (!fits) return refuse(Refusal::not_permitted);
    }
    // Of the token's group.
    bool there = true;
    if constexpr (std::same_as<T, token::GrantToken>) there = may_have(state, operation.member, operation.token);
    if constexpr (requires { operation.to; }) there = may_have(state, operation.to, operation.token);
    if (!there) return refuse(Refusal::no_such_member);
    const auto allowed = token::check(state.tokens, token_author(state, author, operation.token), operation);
    return allowed ? Verdict{} : refuse(refusal_of(allowed.error()));
}

void carry_out(State& state, Applied& applied, const Genesis& genesis) {
    const auto& by = applied.signed_operation;
    state.conference = by.conference;
    state.door.handle = by.conference;
    state.root = by.author;
    state.genesis = genesis;
    state.policy = genesis.policy;
    add_flows(state, genesis.flows);
    const auto in_plenary = std::ranges::find(genesis.flows, plenary, &FlowDeclaration::conversation);
    if (in_plenary != genesis.flows.end()) state.conversations[plenary] = {};
}

Applied::Joined let_in(State& state, const SignedOperation& by, const Join& join) {
    Member member;
    member.index = state.next_member;
    member.identity = by.author;
    member.exchange = by.author_exchange;
    // Whoever made the conference moderates it, and whoever was made a moderator, from every run of their program.
    const bool moderates = by.author == state.root || state.moderators.contains(by.author);
    member.role = moderates ? base::MemberRole::moderator : base::MemberRole::participant;
    member.author_sequence = by.author_sequence;
    state.joined_keys.emplace(by.author_exchange, member.index);
    state.removed.erase(by.author);
    state.lost.erase(by.author);
    state.members.emplace(member.index, member);
    const auto index = std::exchange(state.next_member, state.next_member.next());
    return {index, by, join};
}

void carry_out(State& state, Applied& applied, const Join& join) {
    applied.joined.push_back(let_in(state, applied.signed_operation, join));
}

void carry_out(State& state, Applied& applied, const Admit& admit) {
    for (const auto& join : joins_in(admit)) {
        const auto content = wire::decode_choice<Operation>(join.operation);
        applied.joined.push_back(let_in(state, join, std::get<Join>(*content)));
    }
}

void take_out(State& state, Applied& applied, base::MemberIndex index) {
    const auto& member = state.members.at(index);
    // Someone who never had the key takes none along.
    state.fresh_needed = state.fresh_needed || member.keyed;
    note_left_group(state, member);
    close_flows_with(state, index);
    applied.left.push_back(index);
    state.members.erase(index);
    for (const auto token : token::apply_leave(state.tokens, index)) {
        const auto place = std::ranges::lower_bound(applied.tokens, token);
        if (place == applied.tokens.end() || *place != token) applied.tokens.insert(place, token);
    }
}

/// What a moderator says of someone counts for every run of their program, those that are lost included.
void carry_out(State& state, Applied& applied, const Leave& leave) {
    const auto* author = state.find(applied.signed_operation.author_exchange);
    const auto identity = state.removable(leave.member);
    // A key leader who moderates nothing takes out who proves nothing; that is no judgement.
    const bool judged =
        leave.reason == base::LeaveReason::removed && author != nullptr && state.moderates(*author, state.at);
    if (leave.reason == base::LeaveReason::lost) state.lost.insert_or_assign(*identity, leave.member);
    if (!judged) return take_out(state, applied, leave.member);
    state.removed.insert(*identity);
    state.lost.erase(*identity);
    state.moderators.erase(*identity);
    std::vector<base::MemberIndex> runs;
    for (const auto& [index, member] : state.members) {
        if (member.identity == *identity) runs.push_back(index);
    }
    for (const auto index : runs)
        take_out(state, applied, index);
}

void carry_out(State& state, Applied&, const Presence& presence) {
    state.members.at(presence.member).present = presence.present;
}

void carry_out(State& state, Applied& applied, const EpochTurn& turn) {
    state.epoch = turn.epoch;
    state.commitment = turn.commitment;
    state.fresh_needed = false;
    for (auto& [index, member] : state.members) {
        member.keyed = true;
        if (member.exchange == applied.signed_operation.author_exchange) member.passed_over = {};
    }
}

void carry_out(State& state, Applied&, const PassOver& over) { state.members.at(over.member).passed_over = state.size; }

void carry_out(State& state, Applied&, const SetRole& change) {
    const auto identity = state.members.at(change.member).identity;
    if (change.role == base::MemberRole::moderator)
        state.moderators.insert(identity);
    else
        state.moderators.erase(identity);
    for (auto& [index, member] : state.members) {
        if (member.identity == identity) member.role = change.role;
    }
}

void carry_out(State&, Applied&, const AskMute&) {}

void carry_out(State& state, Applied& applied, const Record& record) {
    apply_record(state, applied.signed_operation.author_exchange, record);
}

void carry_out(State& state, Applied&, const SetPolicy& change) {
    state.policy = change.policy;
    end_forbidden_recordings(state);
}

void carry_out(State& state, Applied&, const ChangeLink& change) {
    state.door = {state.door.generation + 1, change.door, change.access, state.next_member};
}

void carry_out(State& state, Applied&, const Checkpoint&) { state.checkpoint_size = state.size.next(); }

void carry_out(State& state, Applied& applied, const OfConversations auto& operation) {
    apply_conversation(state, applied, operation);
}

void carry_out(State& state, Applied& applied, const OfFlows auto& operation) { apply_flow(state, applied, operation); }

void carry_out(State& state, Applied&, const End&) { state.ended = true; }

template <wire::AlternativeOf<token::Operation> T>
void carry_out(State& state, Applied& applied, const T& operation) {
    const auto author = token_author(state, author_of(state, applied.signed_operation, state.at), operation.token);
    applied.ending = token::ending_of(operation, author.member, std::move(applied.ending.ordered));
    token::apply(state.tokens, author, operation, {state.size, state.at});
    applied.tokens = {operation.token};
}

void note_moderators(State& state, base::ConferenceTime at) {
    const bool moderated = std::ranges::any_of(state.members, [](const auto& item) {
        return item.second.present && item.second.role == base::MemberRole::moderator;
    });
    if (moderated)
        state.unmoderated_since.reset();
    else if (!state.unmoderated_since)
        state.unmoderated_since = at;
}

/// `before`: who led before this entry, 0 for nobody.
void note_leader(State& state, base::MemberIndex before, base::ConferenceTime at) {
    const auto* leader = state.key_leader();
    if (leader == nullptr || !state.epoch_due())
        state.turn_owed_since.reset();
    else if (!state.turn_owed_since || leader->index != before)
        state.turn_owed_since = at;
}

} // namespace

std::expected<void, Refusal> check_knock(const State& state, const SignedOperation& join) {
    const auto content = wire::decode_choice<Operation>(join.operation);
    const bool sound = content && std::holds_alternative<Join>(*content) && join.author_sequence > 0 &&
                       join.head.is_zero() && join.head_position.value() == 0 &&
                       join.author != state.genesis.relay_identity;
    if (!sound) return refuse(Refusal::malformed);
    if (join.conference != state.door.handle) return refuse(Refusal::wrong_conference);
    return permit(!state.joined_keys.contains(join.author_exchange), Refusal::already_joined);
}

std::expected<void, Refusal> may_say(const State& state, const Member* by, const Operation& operation,
                                     base::ConferenceTime at) {
    const Author author{by == nullptr, by, by != nullptr && state.moderates(*by, at), at};
    return std::visit([&](const auto& content) { return rule(state, author, {}, content); }, operation);
}

std::expected<void, Refusal> check_rule(const State& state, const SignedOperation& by, const Operation& operation,
                                        base::ConferenceTime at) {
    const auto author = author_of(state, by, at);
    const bool newcomer = std::holds_alternative<Genesis>(operation) || std::holds_alternative<Join>(operation);
    if (!newcomer) {
        if (const auto in_order = check_sequence(state, by, author); !in_order) return in_order;
    }
    return std::visit([&](const auto& content) { return rule(state, author, by, content); }, operation);
}

void apply_rule(State& state, Applied& applied, base::ConferenceTime at) {
    const auto& by = applied.signed_operation;
    const bool by_relay = author_of(state, by, at).relay;
    const auto* leader = state.key_leader();
    const auto leader_before = leader == nullptr ? base::MemberIndex{} : leader->index;
    if (std::holds_alternative<Checkpoint>(applied.operation)) {
        condense(state);
        applied.covered = encode_state(state);
    }
    state.at = at;
    std::visit([&](const auto& content) { carry_out(state, applied, content); }, applied.operation);
    if (by_relay) state.relay_sequence = by.author_sequence;
    for (auto& [index, member] : state.members) {
        if (member.exchange == by.author_exchange) member.author_sequence = by.author_sequence;
    }
    note_moderators(state, at);
    note_leader(state, leader_before, at);
}

} // namespace plenum::log
