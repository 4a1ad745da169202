// SPDX-License-Identifier: Apache-2.0
#include "core/log/state.h"

#include "core/log/apply_known.h"
#include "core/log/rules.h"

#include <algorithm>
#include <tuple>

namespace plenum::log {

const Member* State::find(base::MemberIndex index) const {
    const auto found = members.find(index);
    return found == members.end() ? nullptr : &found->second;
}

const Member* State::find(const base::ExchangeKey& exchange) const {
    const auto found =
        std::ranges::find_if(members, [&](const auto& item) { return item.second.exchange == exchange; });
    return found == members.end() ? nullptr : &found->second;
}

const FlowDeclaration& pulse_flow() {
    static const FlowDeclaration flow = [] {
        FlowDeclaration made;
        made.flow = pulse_flow_id;
        made.label = "pulse";
        made.kind = base::FlowKind::live;
        // Small, and what all else is believed by: behind sound it would starve where a path carries less than is said.
        made.priority = base::PriorityClass::control;
        made.desired_delay = std::chrono::milliseconds{200};
        made.loss_delay = std::chrono::seconds{2};
        made.rate_hz = 2;
        made.message_bytes_max = 32 * 1024;
        return made;
    }();
    return flow;
}

const FlowDeclaration* State::find(base::FlowId flow) const {
    if (flow == pulse_flow_id) return &pulse_flow();
    const auto found = flows.find(flow);
    return found == flows.end() ? nullptr : &found->second;
}

const CreatedFlow* State::find_created(base::FlowId flow) const {
    const auto found = created_flows.find(flow);
    return found == created_flows.end() ? nullptr : &found->second;
}

std::size_t State::count_closed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(created_flows, [](const auto& item) { return !item.second.is_open(); }));
}

const FlowDeclaration* State::find_open(base::FlowId flow) const {
    const auto* created = find_created(flow);
    return created != nullptr && !created->is_open() ? nullptr : find(flow);
}

std::optional<base::Duration> State::loss_delay_most(const FlowDeclaration& flow) const {
    const auto* created = find_created(flow.flow);
    return created == nullptr ? flow.loss_delay : created->loss_delay_most;
}

std::uint32_t State::message_bytes_most(const FlowDeclaration& flow) const {
    const auto* created = find_created(flow.flow);
    return created == nullptr ? flow.message_bytes_max : created->message_bytes_most;
}

bool State::reaches(const FlowDeclaration& flow, const Member& member) const {
    const auto* created = find_created(flow.flow);
    if (created != nullptr && !created->joins(member.index)) return false;
    return flow.conversation <= plenary || flow.conversation == member.group;
}

const Member* State::key_leader() const {
    const auto rank = [](const Member& member) {
        if (!member.keyed) return 1;
        return member.role == base::MemberRole::moderator ? 3 : 2;
    };
    const auto before = [&](const Member& one, const Member& other) {
        if (one.passed_over != other.passed_over) return one.passed_over < other.passed_over;
        return rank(one) > rank(other);
    };
    const Member* leader = nullptr;
    for (const auto& [index, member] : members) {
        if (member.present && (leader == nullptr || before(member, *leader))) leader = &member;
    }
    return leader;
}

bool State::leader_is_idle(base::ConferenceTime now) const {
    return turn_owed_since && now - *turn_owed_since >= turn_patience;
}

std::optional<base::IdentityKey> State::removable(base::MemberIndex index) const {
    if (const auto* member = find(index)) return member->identity;
    const auto found = std::ranges::find_if(lost, [index](const auto& item) { return item.second == index; });
    return found == lost.end() ? std::nullopt : std::optional{found->first};
}

bool State::anyone_present() const {
    return std::ranges::any_of(members, [](const auto& item) { return item.second.present; });
}

bool State::moderates(const Member& member, base::ConferenceTime now) const {
    if (member.role == base::MemberRole::moderator) return true;
    if (policy.moderators_only || !unmoderated_since || now - *unmoderated_since < unmoderated_max) return false;
    const auto longest =
        std::ranges::find_if(members, [](const auto& item) { return item.second.present && item.second.keyed; });
    return longest != members.end() && longest->first == member.index;
}

base::Authority State::board_authority(const Member& member, base::ConferenceTime now) const {
    return moderates(member, now) ? base::Authority::manage : policy.board;
}

bool State::policy_admits(const base::IdentityKey& identity) const {
    if (removed.contains(identity)) return false;
    return policy.admission == base::Admission::open || lost.contains(identity);
}

bool State::may_admit(const Member& member, const base::IdentityKey& identity, base::ConferenceTime now) const {
    if (moderates(member, now)) return true;
    return member.keyed && key_leader() == &member && policy_admits(identity);
}

bool State::epoch_due() const {
    if (members.empty() || ended) return false;
    return fresh_needed || std::ranges::any_of(members, [](const auto& item) { return !item.second.keyed; });
}

bool State::group_turn_due(base::ConversationId group) const {
    const auto found = conversations.find(group);
    if (group <= plenary || found == conversations.end()) return false;
    bool occupied = false;
    for (const auto& [index, member] : members) {
        if (member.group != group) continue;
        if (member.group_keyed_size.value() == 0) return true;
        occupied = true;
    }
    return occupied && found->second.fresh_needed;
}

namespace {

bool head_is_known(const State& state, const SignedOperation& operation, const Operation& content) {
    const bool none = state.size.value() == 0 || std::holds_alternative<Join>(content);
    if (none) return operation.head.is_zero() && operation.head_position.value() == 0;
    const auto back = state.size.value() - 1 - operation.head_position.value();
    if (operation.head_position >= state.size || back >= state.recent_heads.size()) return false;
    return state.recent_heads[state.recent_heads.size() - 1 - back] == operation.head;
}

void advance(State& state, const Entry& entry) {
    state.head = hash_of(entry);
    state.size = state.size.next();
    state.recent_heads.push_back(state.head);
    if (state.recent_heads.size() > recent_heads_max) state.recent_heads.pop_front();
}

} // namespace

std::vector<SignedOperation> joins_in(const Operation& operation) {
    std::vector<SignedOperation> joins;
    if (const auto* admit = std::get_if<Admit>(&operation)) {
        for (const auto& bytes : admit->joins) {
            if (auto join = wire::decode<SignedOperation>(bytes)) joins.push_back(std::move(*join));
        }
    }
    return joins;
}

namespace {

bool is_ascending(const std::vector<token::CutOff>& cut_offs) {
    const auto key = [](const token::CutOff& each) { return std::tuple{each.flow, each.member}; };
    return std::ranges::adjacent_find(cut_offs, std::ranges::greater_equal{}, key) == cut_offs.end();
}

std::expected<Operation, Refusal> check_all_but(bool author_known, const State& state, const SignedOperation& operation,
                                                base::ConferenceTime at) {
    auto content = wire::decode_choice<Operation>(operation.operation);
    if (!content) return std::unexpected{Refusal::malformed};
    const bool first = state.size.value() == 0;
    if (first != std::holds_alternative<Genesis>(*content)) return std::unexpected{Refusal::wrong_position};
    if (state.ended) return std::unexpected{Refusal::ended};
    // Whoever joins knows the conference by its door alone.
    const bool joins = std::holds_alternative<Join>(*content);
    if (!first && operation.conference != (joins ? state.door.handle : state.conference))
        return std::unexpected{Refusal::wrong_conference};
    if (!head_is_known(state, operation, *content)) return std::unexpected{Refusal::unknown_head};
    if (const auto permitted = check_rule(state, operation, *content, at); !permitted) {
        return std::unexpected{permitted.error()};
    }
    // The costly checks last; nothing was changed so far.
    if (!author_known && !verify_author(operation)) return std::unexpected{Refusal::bad_signature};
    if (!std::ranges::all_of(joins_in(*content), verify_author)) return std::unexpected{Refusal::bad_signature};
    return std::move(*content);
}

} // namespace

std::expected<Operation, Refusal> check(const State& state, const SignedOperation& operation, base::ConferenceTime at) {
    return check_all_but(false, state, operation, at);
}

std::expected<void, Refusal> check_join(const State& state, const SignedOperation& join) {
    if (const auto sound = check_knock(state, join); !sound) return sound;
    if (!verify_author(join)) return std::unexpected{Refusal::bad_signature};
    return {};
}

std::expected<Applied, Refusal> apply(State& state, const Entry& entry) { return apply_known(state, entry, {}); }

std::expected<Applied, Refusal> apply_known(State& state, const Entry& entry, Known known) {
    if (entry.position != state.size || entry.previous != state.head) return std::unexpected{Refusal::wrong_position};
    if (entry.at < state.at) return std::unexpected{Refusal::time_went_back};
    auto operation = wire::decode<SignedOperation>(entry.signed_operation);
    if (!operation) return std::unexpected{Refusal::malformed};
    auto content = check_all_but(known.author, state, *operation, entry.at);
    if (!content) return std::unexpected{content.error()};
    const auto* genesis = std::get_if<Genesis>(&*content);
    const auto relay = genesis != nullptr ? genesis->relay_identity : state.genesis.relay_identity;
    if (!known.sequencer && !verify_sequencer(entry, relay)) return std::unexpected{Refusal::bad_signature};
    if (!is_ascending(entry.cut_offs)) return std::unexpected{Refusal::malformed};
    Applied applied{std::move(*operation), std::move(*content), {}, {}, {}, {entry.cut_offs, {}, false}, {}};
    apply_rule(state, applied, entry.at);
    advance(state, entry);
    state.archive.apply(applied, state);
    return applied;
}

} // namespace plenum::log
