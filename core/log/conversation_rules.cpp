// SPDX-License-Identifier: Apache-2.0
#include "core/log/conversation_rules.h"

#include "core/log/verdict.h"

#include <algorithm>
#include <utility>

namespace plenum::log {
namespace {

bool delays_are_sound(const FlowDeclaration& flow) {
    const auto latest = flow.loss_delay.value_or(base::limits::loss_delay_max);
    return flow.desired_delay <= latest && latest <= base::limits::loss_delay_max;
}

/// A group besides the plenary.
bool is_group(const State& state, base::ConversationId conversation) {
    return conversation > plenary && state.conversations.contains(conversation);
}

bool is_ascending(const std::vector<base::MemberIndex>& members) {
    return std::ranges::adjacent_find(members, std::greater_equal{}) == members.end();
}

/// None of no conversation.
std::vector<base::FlowId> flows_of(const State& state, base::ConversationId conversation) {
    std::vector<base::FlowId> flows;
    for (const auto& [id, flow] : state.flows) {
        if (conversation.value() != 0 && flow.conversation == conversation) flows.push_back(id);
    }
    return flows;
}

/// Somebody of these would be elsewhere than now.
bool moves_anyone(const State& state, const PlaceMembers& operation) {
    return std::ranges::any_of(
        operation.members, [&](base::MemberIndex index) { return state.find(index)->group != operation.conversation; });
}

/// Exactly those who are in the group, ascending.
bool wraps_match(const State& state, const GroupTurn& turn) {
    auto wrap = turn.wraps.begin();
    for (const auto& [index, member] : state.members) {
        if (member.group != turn.conversation) continue;
        if (wrap == turn.wraps.end() || wrap->member != index) return false;
        ++wrap;
    }
    return wrap == turn.wraps.end();
}

void move(State& state, Member& member, base::ConversationId to) {
    note_left_group(state, member);
    member.group = to;
    member.group_keyed_size = {};
}

} // namespace

bool is_sound(const FlowDeclaration& flow) {
    return flow.priority != base::PriorityClass::control && flow.rate_hz > 0 && flow.message_bytes_max > 0 &&
           flow.message_bytes_max <= base::limits::message_body_bytes_max && flow.error_tolerance_permille <= 1000 &&
           delays_are_sound(flow) && (flow.loss_delay || flow.message_bytes_max <= base::limits::chat_bytes_max);
}

void note_left_group(State& state, const Member& member) {
    const auto group = state.conversations.find(member.group);
    if (group != state.conversations.end() && member.group_keyed_size.value() > 0) group->second.fresh_needed = true;
}

std::optional<conversation::NoDeltaInterval> flows_at_fault(const std::vector<FlowDeclaration>& flows) {
    std::vector<conversation::FlowDelays> delays;
    for (const auto& flow : flows) {
        if (flow.is_ordered()) delays.push_back({flow.flow, flow.desired_delay, flow.loss_delay});
    }
    const auto interval = conversation::negotiate(delays, base::limits::clock_error_assumed);
    return interval ? std::nullopt : std::optional{interval.error()};
}

Verdict check_flows(const std::vector<FlowDeclaration>& flows, base::FlowId newest, base::ConversationId conversation) {
    for (const auto& flow : flows) {
        const bool placed =
            conversation.value() == 0 ? flow.conversation <= plenary : flow.conversation == conversation;
        if (flow.flow.value() == 0 || !is_sound(flow) || !placed || flow.flow <= newest)
            return refuse(Refusal::malformed);
        newest = flow.flow;
    }
    return flows_at_fault(flows) ? refuse(Refusal::no_interval) : Verdict{};
}

std::vector<conversation::FlowDelays> delays_of(const State& state, base::ConversationId conversation,
                                                base::FlowId without) {
    std::vector<conversation::FlowDelays> delays;
    for (const auto& [id, flow] : state.flows) {
        const bool counts = id != without && flow.is_ordered() && flow.conversation == conversation;
        if (counts && state.find_open(id) != nullptr) delays.push_back({id, flow.desired_delay, flow.loss_delay});
    }
    return delays;
}

conversation::DeltaInterval interval_of(const State& state, base::ConversationId conversation) {
    return conversation::negotiate(delays_of(state, conversation), base::limits::clock_error_assumed)
        .value_or(conversation::DeltaInterval{});
}

void add_flows(State& state, const std::vector<FlowDeclaration>& flows) {
    for (const auto& flow : flows) {
        state.flows.emplace(flow.flow, flow);
        state.flow_newest = flow.flow;
    }
}

Verdict check_conversation(const State& state, const ConversationAuthor& author, const OpenConversation& operation) {
    if (!author.moderates) return refuse(Refusal::not_permitted);
    // Another group, or a created flow, got the numbers first.
    const auto first_flow = operation.flows.empty() ? base::FlowId{} : operation.flows.front().flow;
    const bool outrun = operation.conversation <= state.conversation_newest ||
                        (first_flow.value() != 0 && first_flow <= state.flow_newest);
    if (outrun) return refuse(Refusal::no_change);
    const bool full = state.conversations.size() >= base::limits::conversations_max ||
                      state.flows.size() - state.created_flows.size() + operation.flows.size() >
                          base::limits::flows_per_conference_max;
    if (full) return refuse(Refusal::full);
    return check_flows(operation.flows, state.flow_newest, operation.conversation);
}

Verdict check_conversation(const State& state, const ConversationAuthor& author, const ChangeConversation& operation) {
    if (!author.moderates) return refuse(Refusal::not_permitted);
    const auto found = state.conversations.find(operation.conversation);
    if (found == state.conversations.end()) return refuse(Refusal::no_such_conversation);
    return found->second.settings != operation.settings ? Verdict{} : refuse(Refusal::no_change);
}

Verdict check_conversation(const State& state, const ConversationAuthor& author, const CloseConversation& operation) {
    if (!author.moderates) return refuse(Refusal::not_permitted);
    return is_group(state, operation.conversation) ? Verdict{} : refuse(Refusal::no_such_conversation);
}

Verdict check_conversation(const State& state, const ConversationAuthor& author, const PlaceMembers& operation) {
    const auto& members = operation.members;
    if (members.empty() || !is_ascending(members)) return refuse(Refusal::malformed);
    const bool back = operation.conversation.value() == 0;
    if (!back && !is_group(state, operation.conversation)) return refuse(Refusal::no_such_conversation);
    const bool themselves = author.member != nullptr && members.size() == 1 && members.front() == author.member->index;
    const bool may =
        author.moderates || (themselves && (back || state.conversations.at(operation.conversation).settings.open));
    if (!may) return refuse(Refusal::not_permitted);
    if (!std::ranges::all_of(members, [&](base::MemberIndex index) { return state.find(index) != nullptr; }))
        return refuse(Refusal::no_such_member);
    return moves_anyone(state, operation) ? Verdict{} : refuse(Refusal::no_change);
}

/// By whoever is in the group, so that no key leader outside it learns the secret.
Verdict check_conversation(const State& state, const ConversationAuthor& author, const GroupTurn& turn) {
    if (!is_group(state, turn.conversation)) return refuse(Refusal::no_such_conversation);
    const auto* by = author.member;
    if (by == nullptr || !by->present || by->group != turn.conversation) return refuse(Refusal::not_permitted);
    const bool right = turn.epoch == state.conversations.at(turn.conversation).epoch.next() && wraps_match(state, turn);
    return right ? Verdict{} : refuse(Refusal::wrong_epoch);
}

void apply_conversation(State& state, Applied&, const OpenConversation& operation) {
    state.conversations[operation.conversation] = {operation.label, operation.settings, {}, false};
    state.conversation_newest = operation.conversation;
    add_flows(state, operation.flows);
}

void apply_conversation(State& state, Applied&, const ChangeConversation& operation) {
    state.conversations.at(operation.conversation).settings = operation.settings;
}

void apply_conversation(State& state, Applied& applied, const CloseConversation& operation) {
    state.conversations.erase(operation.conversation);
    const auto over = flows_of(state, operation.conversation);
    for (const auto id : over) {
        state.flows.erase(id);
        state.created_flows.erase(id);
    }
    applied.tokens = token::apply_end(state.tokens, over);
    for (auto& [index, member] : state.members) {
        if (member.group == operation.conversation) move(state, member, {});
    }
}

void apply_conversation(State& state, Applied& applied, const PlaceMembers& operation) {
    std::set<base::TokenId> changed;
    for (const auto index : operation.members) {
        auto& member = state.members.at(index);
        if (member.group == operation.conversation) continue;
        const auto left = flows_of(state, member.group);
        move(state, member, operation.conversation);
        for (const auto token : token::apply_leave(state.tokens, index, left))
            changed.insert(token);
    }
    applied.tokens.assign(changed.begin(), changed.end());
}

void apply_conversation(State& state, Applied&, const GroupTurn& turn) {
    auto& group = state.conversations.at(turn.conversation);
    group.epoch = turn.epoch;
    group.fresh_needed = false;
    for (auto& [index, member] : state.members) {
        const bool first = member.group == turn.conversation && member.group_keyed_size.value() == 0;
        if (first) member.group_keyed_size = state.size.next();
    }
}

} // namespace plenum::log
