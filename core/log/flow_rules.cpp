// SPDX-License-Identifier: Apache-2.0
#include "core/log/flow_rules.h"

#include "core/log/verdict.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <bitset>
#include <limits>

namespace plenum::log {
namespace {

std::uint64_t bytes_per_second_max(base::FlowKind kind) {
    switch (kind) {
    case base::FlowKind::audio: return base::limits::created_sound_max;
    case base::FlowKind::chat:
    case base::FlowKind::board:
    case base::FlowKind::live: return base::limits::created_messages_max;
    case base::FlowKind::video:
    case base::FlowKind::screen: return base::limits::created_pictures_max;
    case base::FlowKind::bulk:
    case base::FlowKind::capture: return base::limits::created_bulk_max;
    }
    return 0;
}

/// So that nobody's flow takes the link from others' speech.
bool is_bounded(const FlowDeclaration& flow) {
    const bool captures = flow.kind == base::FlowKind::capture;
    const bool live = flow.kind == base::FlowKind::audio || captures;
    return flow.loss_delay != base::Duration{} && (!live || flow.loss_delay) &&
           flow.rate_hz <= (captures ? base::limits::created_capture_rate_max : base::limits::created_flow_rate_max) &&
           std::uint64_t{flow.rate_hz} * flow.message_bytes_max <= bytes_per_second_max(flow.kind);
}

/// A colon stands between a group's name and that of its flow.
bool is_created_name(std::string_view name) {
    return !name.empty() && base::is_clean_line(name) && !name.contains(':');
}

bool is_name_taken(const State& state, std::string_view name) {
    return name == pulse_flow().label || std::ranges::any_of(state.flows, [&](const auto& item) {
               return item.second.label == name && state.find_open(item.first) != nullptr;
           });
}

/// Whether one more of this person finds no room. Two-party flows have room of their own.
bool is_full(const State& state, const base::IdentityKey& identity, bool two_party) {
    std::size_t all = 0;
    std::size_t own = 0;
    for (const auto& [id, created] : state.created_flows) {
        if (!created.is_open() || created.is_two_party() != two_party) continue;
        ++all;
        if (created.identity == identity) ++own;
    }
    using namespace base::limits;
    return all >= (two_party ? two_party_flows_max : created_flows_max) ||
           own >= (two_party ? two_party_flows_per_person_max : created_flows_per_person_max);
}

/// The least that no open flow of a camera cluster has.
std::optional<std::uint8_t> free_capture_number(const State& state) {
    std::bitset<base::limits::capture_flows_max> taken;
    for (const auto& [id, created] : state.created_flows) {
        const auto* flow = state.find_open(id);
        if (flow != nullptr && flow->kind == base::FlowKind::capture) taken.set(created.capture_number % taken.size());
    }
    for (std::size_t number = 0; number < taken.size(); ++number)
        if (!taken.test(number)) return static_cast<std::uint8_t>(number);
    return std::nullopt;
}

/// Where Δ may lie, and where it may with this flow too, in the place of one with the same number.
struct Intervals {
    explicit Intervals(const State& state, const FlowDeclaration& flow) {
        auto delays = delays_of(state, flow.conversation, flow.flow);
        without = conversation::negotiate(delays, base::limits::clock_error_assumed);
        if (flow.is_ordered()) delays.push_back({flow.flow, flow.desired_delay, flow.loss_delay});
        with = conversation::negotiate(delays, base::limits::clock_error_assumed);
    }

    std::expected<conversation::DeltaInterval, conversation::NoDeltaInterval> without;
    std::expected<conversation::DeltaInterval, conversation::NoDeltaInterval> with;
};

/// Only moderators make others wait longer, or give up sooner, than the other flows ask for.
Verdict check_interval(const State& state, const ConversationAuthor& author, const FlowDeclaration& flow) {
    const Intervals intervals{state, flow};
    if (!intervals.with) return refuse(Refusal::no_interval);
    const bool narrows = !intervals.without || *intervals.without != *intervals.with;
    return narrows && !author.moderates ? refuse(Refusal::not_permitted) : Verdict{};
}

std::optional<conversation::NoDeltaInterval> faults_with(const State& state, const FlowDeclaration& flow) {
    const Intervals intervals{state, flow};
    return intervals.with ? std::nullopt : std::optional{intervals.with.error()};
}

std::expected<const CreatedFlow*, Refusal> changeable(const State& state, const ConversationAuthor& author,
                                                      base::FlowId id) {
    if (author.member == nullptr) return std::unexpected{Refusal::not_permitted};
    if (state.find_open(id) == nullptr) return std::unexpected{Refusal::no_such_flow};
    const auto* created = state.find_created(id);
    if (created == nullptr) return std::unexpected{Refusal::fixed_flow};
    const bool owns = created->identity == author.member->identity;
    if (!owns && !author.moderates) return std::unexpected{Refusal::not_permitted};
    return created;
}

void close(State& state, base::FlowId id) {
    auto& created = state.created_flows.at(id);
    created.closed_size = state.size.next();
    created.closed_at = state.at;
}

void forget_oldest_closed(State& state) {
    for (auto left = state.count_closed(); left > base::limits::closed_flows_least; --left) {
        const auto size = [](const auto& item) {
            return item.second.is_open() ? std::numeric_limits<std::uint64_t>::max() : item.second.closed_size.value();
        };
        const auto oldest = std::ranges::min_element(state.created_flows, {}, size);
        const bool recent = state.at - oldest->second.closed_at < base::limits::closed_flow_age_least;
        if (recent && left <= base::limits::closed_flows_max) return;
        state.flows.erase(oldest->first);
        state.created_flows.erase(oldest);
    }
}

} // namespace

base::PriorityClass class_of(base::FlowKind kind) {
    switch (kind) {
    case base::FlowKind::audio: return base::PriorityClass::audio;
    case base::FlowKind::video:
    case base::FlowKind::screen:
    case base::FlowKind::capture: return base::PriorityClass::video;
    case base::FlowKind::chat: return base::PriorityClass::chat;
    case base::FlowKind::board: return base::PriorityClass::board;
    case base::FlowKind::live: return base::PriorityClass::live;
    case base::FlowKind::bulk: return base::PriorityClass::bulk;
    }
    return base::PriorityClass::bulk;
}

std::optional<conversation::NoDeltaInterval> flows_at_fault(const State& state, const CreateFlow& operation) {
    return faults_with(state, operation.flow);
}

std::optional<conversation::NoDeltaInterval> flows_at_fault(const State& state, const ChangeFlow& operation) {
    const auto* flow = state.find_open(operation.flow);
    return flow == nullptr ? std::nullopt : faults_with(state, operation.terms.applied_to(*flow));
}

Verdict check_flow(const State& state, const ConversationAuthor& author, const CreateFlow& operation) {
    const auto* by = author.member;
    if (by == nullptr || !by->keyed) return refuse(Refusal::not_permitted);
    const auto& flow = operation.flow;
    const bool sound = is_created_name(flow.label) && flow.flow.value() == 0 && is_sound(flow) && is_bounded(flow) &&
                       flow.priority == class_of(flow.kind);
    if (!sound) return refuse(Refusal::malformed);
    // Others would wait for messages that only two get.
    if (operation.peer.value() != 0 && (flow.conversation.value() != 0 || operation.peer == by->index))
        return refuse(Refusal::malformed);
    if (flow.kind == base::FlowKind::capture && operation.peer.value() == 0) return refuse(Refusal::malformed);
    if (operation.peer.value() != 0 && state.find(operation.peer) == nullptr) return refuse(Refusal::no_such_member);
    const bool there = flow.conversation.value() == 0 || state.conversations.contains(flow.conversation);
    if (!there) return refuse(Refusal::no_such_conversation);
    if (!state.reaches(flow, *by)) return refuse(Refusal::not_permitted);
    if (is_name_taken(state, flow.label)) return refuse(Refusal::name_taken);
    const bool full = is_full(state, by->identity, operation.peer.value() != 0) ||
                      state.flow_newest.value() == std::numeric_limits<base::FlowId::rep>::max() ||
                      (flow.kind == base::FlowKind::capture && !free_capture_number(state));
    if (full) return refuse(Refusal::too_many_flows);
    return check_interval(state, author, flow);
}

Verdict check_flow(const State& state, const ConversationAuthor& author, const ChangeFlow& operation) {
    const auto created = changeable(state, author, operation.flow);
    if (!created) return refuse(created.error());
    const auto& now = *state.find_open(operation.flow);
    const auto changed = operation.terms.applied_to(now);
    const bool sound =
        is_sound(changed) && is_bounded(changed) && changed.loss_delay.has_value() == now.loss_delay.has_value();
    if (!sound) return refuse(Refusal::malformed);
    if (changed == now) return refuse(Refusal::no_change);
    return check_interval(state, author, changed);
}

Verdict check_flow(const State& state, const ConversationAuthor& author, const CloseFlow& operation) {
    const auto created = changeable(state, author, operation.flow);
    return created ? Verdict{} : refuse(created.error());
}

void apply_flow(State& state, Applied& applied, const CreateFlow& operation) {
    const auto& by = *state.find(applied.signed_operation.author_exchange);
    auto flow = operation.flow;
    flow.flow = state.flow_newest = state.flow_newest.next();
    CreatedFlow created;
    created.owner = by.index;
    created.identity = by.identity;
    created.peer = operation.peer;
    if (flow.kind == base::FlowKind::capture) created.capture_number = free_capture_number(state).value_or(0);
    created.loss_delay_most = flow.loss_delay;
    created.message_bytes_most = flow.message_bytes_max;
    state.created_flows.emplace(flow.flow, created);
    state.flows.emplace(flow.flow, std::move(flow));
}

void apply_flow(State& state, Applied&, const ChangeFlow& operation) {
    auto& flow = state.flows.at(operation.flow);
    auto& created = state.created_flows.at(operation.flow);
    flow = operation.terms.applied_to(flow);
    created.loss_delay_most = std::max(created.loss_delay_most, flow.loss_delay);
    created.message_bytes_most = std::max(created.message_bytes_most, flow.message_bytes_max);
}

void apply_flow(State& state, Applied& applied, const CloseFlow& operation) {
    close(state, operation.flow);
    applied.tokens = token::apply_end(state.tokens, {operation.flow});
    forget_oldest_closed(state);
}

void close_flows_with(State& state, base::MemberIndex member) {
    for (const auto& [id, created] : state.created_flows) {
        if (created.is_open() && created.is_two_party() && created.joins(member)) close(state, id);
    }
    forget_oldest_closed(state);
}

} // namespace plenum::log
