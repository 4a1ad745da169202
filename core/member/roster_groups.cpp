// SPDX-License-Identifier: Apache-2.0
// What the application is told of conversations.
#include "core/api/standard_flows.h"
#include "core/member/roster.h"

namespace plenum::node {

void Roster::take_conversation(const log::Operation& operation) {
    if (const auto* open = std::get_if<log::OpenConversation>(&operation)) {
        tell_conversation(open->conversation);
        tell_flows(open->flows);
    } else if (const auto* change = std::get_if<log::ChangeConversation>(&operation)) {
        tell_conversation(change->conversation);
    } else if (const auto* close = std::get_if<log::CloseConversation>(&operation)) {
        for (const auto flow : std::exchange(group_flows_[close->conversation], {}))
            outbox_.event(FlowRemoved{flow});
        group_flows_.erase(close->conversation);
        outbox_.event(ConversationChanged{close->conversation, {}, {}, false});
    } else if (const auto* place = std::get_if<log::PlaceMembers>(&operation)) {
        placed_untold_.insert(place->members.begin(), place->members.end());
    }
}

/// Of what happened while nobody looked on, people are told how it stands in the end.
void Roster::tell_placed() {
    if (!caught_up_) return;
    std::map<base::ConversationId, std::vector<base::MemberIndex>> places;
    for (const auto index : std::exchange(placed_untold_, {})) {
        if (const auto* member = state_.find(index)) places[member->group].push_back(index);
    }
    for (auto& [conversation, members] : places)
        outbox_.event(MembersPlaced{conversation, std::move(members)});
}

void Roster::tell_flows(const std::vector<log::FlowDeclaration>& flows) {
    for (const auto& flow : flows) {
        if (flow.conversation > log::plenary) group_flows_[flow.conversation].push_back(flow.flow);
        outbox_.event(FlowDeclared{flow.flow, flow.label, flow.spec(), flow.conversation});
    }
}

void Roster::tell_conversation(base::ConversationId conversation) {
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

} // namespace plenum::node
