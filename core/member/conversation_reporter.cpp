// SPDX-License-Identifier: Apache-2.0
#include "core/member/conversation_reporter.h"

#include "core/api/standard_flows.h"

#include <utility>

namespace plenum::node {

std::optional<std::string> label_of(const log::State& state, const LinkBook& links, base::ConversationId conversation) {
    const auto& generations = state.archive.label_generations;
    const auto link = generations.find(conversation);
    const auto* keys = link == generations.end() ? nullptr : links.keys(link->second);
    if (keys == nullptr) return std::nullopt;
    auto label = crypto::open_text(keys->names, group_label_context(conversation),
                                   state.conversations.at(conversation).sealed_label);
    return label && base::is_clean_line(*label) ? std::move(label) : std::nullopt;
}

void ConversationReporter::begin(const Told& told) {
    told_.created = told.created;
    tell_removed();
    for (const auto& [group, flows] : told.groups) {
        if (!state_.conversations.contains(group)) tell_closed(group, flows);
    }
    tell(state_.genesis.flows);
    for (const auto& [conversation, about] : state_.conversations) {
        tell(conversation);
        std::vector<log::FlowDeclaration> flows;
        for (const auto& [id, flow] : state_.flows) {
            const bool of_group = conversation > log::plenary && flow.conversation == conversation;
            if (of_group && state_.find_created(id) == nullptr) flows.push_back(flow);
        }
        tell(flows);
    }
    for (const auto& [id, created] : state_.created_flows) {
        if (created.is_open()) tell_created(id);
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
    tell_closed(close.conversation, std::exchange(told_.groups[close.conversation], {}));
    told_.groups.erase(close.conversation);
    tell_removed();
}

void ConversationReporter::handle(const log::PlaceMembers& place) {
    placed_.insert(place.members.begin(), place.members.end());
}

void ConversationReporter::handle(const log::CreateFlow&) { tell_created(state_.flow_newest); }

void ConversationReporter::handle(const log::ChangeFlow& change) {
    outbox_.event(FlowChanged{change.flow, state_.flows.at(change.flow).spec()});
}

void ConversationReporter::tell_removed() {
    std::erase_if(told_.created, [this](base::FlowId flow) {
        const bool over = state_.find_open(flow) == nullptr;
        if (over) outbox_.event(FlowRemoved{flow});
        return over;
    });
}

void ConversationReporter::tell_created(base::FlowId id) {
    const auto& flow = state_.flows.at(id);
    const auto& created = state_.created_flows.at(id);
    told_.created.insert(id);
    outbox_.event(FlowDeclared{id, flow.label, flow.spec(), flow.conversation, created.owner, created.peer,
                               cluster::FlowNumber{created.capture_number}});
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
        if (flow.conversation > log::plenary) told_.groups[flow.conversation].push_back(flow.flow);
        outbox_.event(FlowDeclared{flow.flow, flow.label, flow.spec(), flow.conversation, {}, {}, {}});
    }
}

void ConversationReporter::tell(base::ConversationId conversation) {
    outbox_.event(ConversationChanged{conversation, label_of(state_, links_, conversation).value_or(std::string{}),
                                      state_.conversations.at(conversation).settings, true});
}

void ConversationReporter::tell_closed(base::ConversationId conversation, const std::vector<base::FlowId>& flows) {
    for (const auto flow : flows)
        outbox_.event(FlowRemoved{flow});
    outbox_.event(ConversationChanged{conversation, {}, {}, false});
}

} // namespace plenum::node
