// SPDX-License-Identifier: Apache-2.0
#include "core/log/checkpoint.h"

#include "core/crypto/hash.h"

#include <algorithm>
#include <ranges>

namespace plenum::log {
namespace {

constexpr std::string_view state_context = "plenum-log-state-v1";
/// Conference times of a state that was decoded: half of what the wire carries, so that sums of two do not overflow.
constexpr base::Duration time_max = base::from_us(std::int64_t{1} << 52);

/// Who is kept of those who left: the newest, and before these whoever let in somebody who is kept as a member, and so
/// on back, since a member is proven by them (Roster::resolve).
std::set<base::MemberIndex> former_to_keep(const State& state, std::size_t most) {
    const auto& people = state.archive.people;
    std::set<base::MemberIndex> kept;
    const auto is_former = [&](base::MemberIndex index) {
        const auto* person = state.archive.find(index);
        return person != nullptr && person->left_size.value() > 0;
    };
    for (const auto& [index, member] : state.members) {
        const auto* person = state.archive.find(index);
        // Up to one who is a member, who joined by themselves, or whose hosts are kept already.
        while (person != nullptr && kept.size() < most) {
            const auto host = person->admitted_by;
            if (!is_former(host) || !kept.insert(host).second) break;
            person = state.archive.find(host);
        }
    }
    for (const auto& [index, person] : people | std::views::reverse) {
        if (kept.size() >= most) break;
        if (is_former(index)) kept.insert(index);
    }
    return kept;
}

/// Secrets lead from the newest back to the oldest that opens anything.
void condense_links(Archive& archive, std::uint64_t newest) {
    auto oldest = newest;
    for (const auto& [index, person] : archive.people)
        oldest = std::min(oldest, person.link_generation);
    for (const auto& [group, generation] : archive.label_generations)
        oldest = std::min(oldest, generation);
    std::erase_if(archive.sealed_links, [&](const auto& item) { return item.first < oldest; });
    while (archive.sealed_links.size() > base::limits::sealed_links_max)
        archive.sealed_links.erase(archive.sealed_links.begin());
}

bool is_within(base::Duration time) { return time >= base::Duration{} && time <= time_max; }
bool is_within(base::ConferenceTime time) { return is_within(time.time_since_epoch()); }

/// A member as entries expect one.
bool is_sound(const State& state, base::MemberIndex index, const Member& member) {
    const auto joined = state.joined_keys.find(member.exchange);
    const auto* archived = state.archive.find(index);
    const bool known = joined != state.joined_keys.end() && joined->second == index && archived != nullptr &&
                       archived->identity == member.identity && archived->exchange == member.exchange &&
                       archived->left_size.value() == 0;
    const bool in_group = member.group > plenary && state.conversations.contains(member.group);
    const bool placed = member.group.value() == 0 ? member.group_keyed_size.value() == 0
                                                  : in_group && member.group_keyed_size <= state.size;
    return index == member.index && index.value() > 0 && index < state.next_member && known && placed;
}

bool is_sound(const State& state, base::TokenId id, const token::Token& token) {
    const auto is_member = [&](base::MemberIndex index) { return state.find(index) != nullptr; };
    std::set<base::MemberIndex> names;
    const auto is_new_member = [&](base::MemberIndex index) { return is_member(index) && names.insert(index).second; };
    const bool holders = std::ranges::all_of(token.holders, is_new_member, &token::Holder::member);
    const bool requests = std::ranges::all_of(token.requests, is_new_member, &token::Request::member);
    const auto in_time = [](const auto& each) { return is_within(each.since); };
    const bool times = std::ranges::all_of(token.holders, in_time) && std::ranges::all_of(token.requests, in_time) &&
                       std::ranges::all_of(token.held_before, [](const auto& item) { return is_within(item.second); });
    const bool flows = std::ranges::all_of(
        token.flows, [&](base::FlowId flow) { return flow != pulse_flow_id && state.find_open(flow) != nullptr; });
    return id == token.id && id.value() > 0 && holders && requests && times && flows;
}

/// Of who made it or shares it nothing is expected but when it is open and between two.
bool is_sound(const State& state, base::FlowId id, const CreatedFlow& created) {
    const auto* flow = state.find(id);
    const bool has_members =
        !created.is_two_party() || (state.find(created.owner) != nullptr && state.find(created.peer) != nullptr);
    const bool bounds = flow != nullptr && id != pulse_flow_id &&
                        flow->loss_delay.has_value() == created.loss_delay_most.has_value() &&
                        flow->loss_delay <= created.loss_delay_most &&
                        created.loss_delay_most.value_or(base::Duration{}) <= base::limits::loss_delay_max &&
                        flow->message_bytes_max <= created.message_bytes_most &&
                        created.message_bytes_most <= base::limits::message_body_bytes_max;
    const bool place = created.owner.value() > 0 && created.owner < state.next_member &&
                       created.closed_size <= state.size && is_within(created.closed_at) &&
                       created.capture_number < base::limits::capture_flows_max;
    return bounds && place && (has_members || !created.is_open());
}

bool is_sound(const State& state, base::FlowId id, const FlowDeclaration& flow) {
    const bool placed = flow.conversation <= plenary || state.conversations.contains(flow.conversation);
    return id == flow.flow && id.value() > 0 && id <= state.flow_newest && placed;
}

bool is_sound(const State& state) {
    const auto all = [&](const auto& map) {
        return std::ranges::all_of(map, [&](const auto& item) { return is_sound(state, item.first, item.second); });
    };
    const bool heads = !state.recent_heads.empty() && state.recent_heads.back() == state.head &&
                       state.recent_heads.size() <= state.size.value() && state.checkpoint_size <= state.size;
    const bool times = is_within(state.at) && is_within(state.turn_owed_since.value_or(base::ConferenceTime{})) &&
                       is_within(state.unmoderated_since.value_or(base::ConferenceTime{}));
    return heads && times && all(state.members) && all(state.flows) && all(state.created_flows) &&
           all(state.tokens.tokens);
}

} // namespace

void condense(State& state, CondenseBounds bounds) {
    auto& archive = state.archive;
    const auto kept = former_to_keep(state, bounds.former_members);
    std::erase_if(archive.people,
                  [&](const auto& item) { return item.second.left_size.value() > 0 && !kept.contains(item.first); });
    std::erase_if(state.joined_keys, [&](const auto& item) {
        return item.second < state.door.first_member && archive.find(item.second) == nullptr;
    });
    // They ask again, as anybody does.
    std::erase_if(state.lost, [&](const auto& item) { return archive.find(item.second) == nullptr; });
    condense_links(archive, state.door.generation);
    archive.tenures.condense(state.tokens, bounds.former_grants);
}

Checkpoint checkpoint_of(State state) {
    condense(state);
    return {hash_of(state)};
}

base::Bytes encode_state(const State& state) {
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.u8(state_version);
    wire::put(to, state);
    return bytes;
}

std::expected<State, wire::DecodeError> decode_state(base::ByteView bytes) {
    if (bytes.empty()) return std::unexpected{wire::DecodeError::malformed};
    if (bytes.front() != state_version) return std::unexpected{wire::DecodeError::unknown};
    auto state = wire::decode<State>(bytes.subspan(1));
    if (state && !is_sound(*state)) return std::unexpected{wire::DecodeError::malformed};
    return state;
}

base::Hash hash_of_encoded(base::ByteView encoded) {
    const auto context = base::as_bytes(state_context);
    base::Bytes bytes{context.begin(), context.end()};
    base::append(bytes, encoded);
    return crypto::hash(bytes);
}

base::Hash hash_of(const State& state) { return hash_of_encoded(encode_state(state)); }

} // namespace plenum::log
