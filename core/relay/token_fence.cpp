// SPDX-License-Identifier: Apache-2.0
#include "core/relay/token_fence.h"

#include "core/peer/message_parts.h"

#include <algorithm>
#include <set>

namespace plenum::node {
namespace {

/// Members may claim to have heard so many messages more of a stream than this relay holds: what was told while its
/// disk took nothing.
constexpr std::uint64_t heard_beyond_max = base::limits::unconfirmed_messages_max / 2;

/// Whose grants end with this operation, and on which flows.
struct Ended {
    std::set<base::FlowId> flows;
    /// Without bound where everybody could send.
    std::optional<std::set<base::MemberIndex>> members;
};

std::set<base::MemberIndex> holders_of(const token::Token& token) {
    std::set<base::MemberIndex> members;
    for (const auto& holder : token.holders)
        members.insert(holder.member);
    return members;
}

template <class T>
constexpr bool ends_no_grant =
    std::same_as<T, token::RequestToken> || std::same_as<T, token::EndRequest> ||
    std::same_as<T, token::PlaceRequest> || std::same_as<T, token::GrantToken> || std::same_as<T, token::CopyToken>;

struct EndedBy {
    const log::State& state;

    Ended operator()(const token::DeclareToken& declaration) const {
        return {{declaration.flows.begin(), declaration.flows.end()}, std::nullopt};
    }
    template <wire::AlternativeOf<token::Operation> T>
    Ended operator()(const T& operation) const {
        const auto* token = ends_no_grant<T> ? nullptr : state.tokens.find(operation.token);
        if (token == nullptr) return {};
        Ended ended{{token->flows.begin(), token->flows.end()}, std::nullopt};
        if (!token->everyone) ended.members = holders_of(*token);
        return ended;
    }
    Ended operator()(const log::Leave& leave) const {
        const auto identity = state.removable(leave.member);
        Ended ended{{}, std::set<base::MemberIndex>{}};
        for (const auto& [index, member] : state.members) {
            if (identity && member.identity == *identity) ended.members->insert(index);
        }
        for (const auto& [id, token] : state.tokens.tokens)
            ended.flows.insert(token.flows.begin(), token.flows.end());
        return ended;
    }
    Ended operator()(const log::CloseFlow& close) const {
        const auto* token = state.tokens.find(close.flow);
        if (token == nullptr) return {};
        Ended ended{{close.flow}, std::nullopt};
        if (!token->everyone) ended.members = holders_of(*token);
        return ended;
    }
    /// Of the groups that they leave.
    Ended operator()(const log::PlaceMembers& placing) const {
        Ended ended{{}, std::set<base::MemberIndex>{}};
        std::set<base::ConversationId> left;
        for (const auto index : placing.members) {
            const auto* member = state.find(index);
            if (member == nullptr || member->group == placing.conversation) continue;
            ended.members->insert(index);
            left.insert(member->group);
        }
        for (const auto& [id, flow] : state.flows) {
            const bool is_left = flow.conversation > log::plenary && left.contains(flow.conversation);
            if (is_left && state.tokens.find(id) != nullptr) ended.flows.insert(id);
        }
        return ended;
    }
    Ended operator()(const auto&) const { return {}; }
};

} // namespace

void TokenFence::note_heard(const wire::StreamPosition& position, const MessageHistory& history,
                            const log::State& state) {
    if (!state.archive.tenures.demands(position.flow) || position.next.value() == 0) return;
    const flow::StreamId stream{position.flow, position.sender};
    const auto most = history.next(stream).value() + heard_beyond_max;
    const base::SequenceNumber last{std::min(position.next.value() - 1, most)};
    auto& heard = heard_before_[stream];
    heard = std::max(heard, last);
    if (heard_before_.size() > wire::Attach::positions_max) heard_before_.erase(heard_before_.begin());
}

base::SequenceNumber TokenFence::last_of(flow::StreamId stream, const MessageHistory& history) const {
    const auto heard = heard_before_.find(stream);
    const base::SequenceNumber ordered{history.next(stream).value() - 1};
    return heard == heard_before_.end() ? ordered : std::max(ordered, heard->second);
}

std::vector<token::CutOff> TokenFence::cut_offs(const log::Operation& operation, const log::State& state,
                                                const MessageHistory& history) const {
    std::vector<token::CutOff> all;
    const auto ended = std::visit(EndedBy{state}, operation);
    if (ended.flows.empty()) return all;
    for (const auto& [stream, messages] : history.streams()) {
        const bool is_it =
            ended.flows.contains(stream.first) && (!ended.members || ended.members->contains(stream.second));
        const auto last = is_it ? last_of(stream, history) : base::SequenceNumber{};
        if (last.value() > 0 && all.size() < token::cut_offs_max) all.push_back({stream.first, stream.second, last});
    }
    return all;
}

std::optional<token::Hearing> TokenFence::refuse(const wire::FragmentFrame& fragment, const log::State& state,
                                                 base::ConferenceTime at) const {
    const auto& tenures = state.archive.tenures;
    if (!tenures.demands(fragment.flow)) return std::nullopt;
    const auto parts = fragment.index == 0 ? parse_message(fragment.data) : std::nullopt;
    token::Said said{fragment.flow, fragment.sender, {}, fragment.sequence, fragment.sent_at};
    if (parts) said.epoch = parts->header.token_epoch;
    const auto judgement = parts ? tenures.judge(said, state.size) : tenures.judge_any(said);
    if (!judgement.heard()) return judgement.hearing;
    return judgement.is_in_time(at, false) ? std::nullopt : std::optional{token::Hearing::stale};
}

std::optional<token::Hearing> TokenFence::refuse(const wire::ReliableMessage& message, const log::State& state,
                                                 base::ConferenceTime at) const {
    const auto& tenures = state.archive.tenures;
    if (!tenures.demands(message.flow)) return std::nullopt;
    const auto parts = parse_message(message.sealed);
    token::Said said{message.flow, message.sender, {}, message.sequence, {}};
    if (parts) {
        said.epoch = parts->header.token_epoch;
        said.sent_at = parts->header.sent_at;
    }
    const auto judgement = tenures.judge(said, state.size);
    if (!judgement.heard()) return judgement.hearing;
    const auto heard = heard_before_.find({message.flow, message.sender});
    const bool known = heard != heard_before_.end() && message.sequence <= heard->second;
    return known || judgement.is_in_time(at, true) ? std::nullopt : std::optional{token::Hearing::stale};
}

} // namespace plenum::node
