// SPDX-License-Identifier: Apache-2.0
#include "core/member/conversation_reporter.h"

#include "core/api/standard_flows.h"

#include <utility>

namespace plenum::node {

void ConversationReporter::begin(const GroupFlows& told) {
    for (const auto& [group, flows] : told) {
        if (!state_.conversations.contains(group)) tell_closed(group, flows);
    }
    tell(state_.genesis.flows);
    for (const auto& [conversation, about] : state_.conversations) {
        tell(conversation);
        std::vector<log::FlowDeclaration> flows;
        for (const auto& [id, flow] : state_.flows) {
            if (conversation > log::plenary && flow.conversation == conversation) flows.push_back(flow);
        }
        tell(flows);
    }
    for (const auto& [index, member] : state_.members) {
        if (member.group.value() > 0) placed_.insert(index);
    }
}

void ConversationReporter::handle(const log::Genesis& genesis) {
    tell(genesis.flows);
    if (state_.conversations.contains(log::plenary)) tell(log::plenary);
}

void ConversationReporter::handle(const log::OpenConversation& open) {
    tell(open.conversation);
    tell(open.flows);
}

void ConversationReporter::handle(const log::ChangeConversation& change) { tell(change.conversation); }

void ConversationReporter::handle(const log::CloseConversation& close) {
    tell_closed(close.conversation, std::exchange(group_flows_[close.conversation], {}));
    group_flows_.erase(close.conversation);
}

void ConversationReporter::handle(const log::PlaceMembers& place) {
    placed_.insert(place.members.begin(), place.members.end());
}

void ConversationReporter::tell_placed() {
    std::map<base::ConversationId, std::vector<base::MemberIndex>> places;
    for (const auto index : std::exchange(placed_, {})) {
        if (const auto* member = state_.find(index)) places[member->group].push_back(index);
    }
    for (auto& [conversation, members] : places)
        outbox_.event(MembersPlaced{conversation, std::move(members)});
}

void ConversationReporter::tell(const std::vector<log::FlowDeclaration>& flows) {
    for (const auto& flow : flows) {
        if (flow.conversation > log::plenary) group_flows_[flow.conversation].push_back(flow.flow);
        outbox_.event(FlowDeclared{flow.flow, flow.label, flow.spec(), flow.conversation});
    }
}

void ConversationReporter::tell(base::ConversationId conversation) {
    const auto& about = state_.conversations.at(conversation);
    const auto& generations = state_.archive.label_generations;
    const auto link = generations.find(conversation);
    const auto* keys = link == generations.end() ? nullptr : links_.keys(link->second);
    auto label = keys == nullptr
                     ? std::nullopt
                     : crypto::open_text(keys->names, group_label_context(conversation), about.sealed_label);
    if (!label || !base::is_clean_line(*label)) label.emplace();
    outbox_.event(ConversationChanged{conversation, std::move(*label), about.settings, true});
}

void ConversationReporter::tell_closed(base::ConversationId conversation, const std::vector<base::FlowId>& flows) {
    for (const auto flow : flows)
        outbox_.event(FlowRemoved{flow});
    outbox_.event(ConversationChanged{conversation, {}, {}, false});
}

} // namespace plenum::node
