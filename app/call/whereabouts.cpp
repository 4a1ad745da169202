// SPDX-License-Identifier: Apache-2.0
#include "app/call/whereabouts.h"

#include <algorithm>

namespace plenum::app {

void Whereabouts::handle(const node::Event& event) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) self_ = joined->member;
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        places_.erase(left->member);
    } else if (const auto* flow = std::get_if<node::FlowDeclared>(&event)) {
        flows_[flow->flow] = {flow->name, flow->spec.kind, std::max(flow->conversation, log::plenary)};
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        flows_.erase(removed->flow);
    } else if (const auto* placed = std::get_if<node::MembersPlaced>(&event)) {
        for (const auto member : placed->members)
            places_[member] = placed->conversation;
    } else if (const auto* changed = std::get_if<node::ConversationChanged>(&event)) {
        if (changed->open) {
            conversations_[changed->conversation] = {changed->label, changed->settings};
            return;
        }
        conversations_.erase(changed->conversation);
        std::erase_if(places_, [&](const auto& item) { return item.second == changed->conversation; });
    }
}

const Whereabouts::Flow* Whereabouts::find(base::FlowId flow) const {
    const auto found = flows_.find(flow);
    return found == flows_.end() ? nullptr : &found->second;
}

base::FlowId Whereabouts::find(base::ConversationId conversation, base::FlowKind kind) const {
    const auto found = std::ranges::find_if(
        flows_, [&](const auto& item) { return item.second.conversation == conversation && item.second.kind == kind; });
    return found == flows_.end() ? base::FlowId{} : found->first;
}

base::FlowId Whereabouts::find(std::string_view name) const {
    const auto found = std::ranges::find_if(flows_, [&](const auto& item) {
        const auto& flow = item.second;
        if (flow.conversation == log::plenary) return flow.name == name;
        const auto group = conversations_.find(flow.conversation);
        return group != conversations_.end() && group->second.label + ":" + flow.name == name;
    });
    return found == flows_.end() ? base::FlowId{} : found->first;
}

base::ConversationId Whereabouts::group_of(base::MemberIndex member) const {
    const auto found = places_.find(member);
    return found == places_.end() ? base::ConversationId{} : found->second;
}

std::vector<base::MemberIndex> Whereabouts::members_of(base::ConversationId group) const {
    std::vector<base::MemberIndex> members;
    for (const auto& [member, place] : places_) {
        if (place == group) members.push_back(member);
    }
    return members;
}

base::FlowId Whereabouts::own(base::FlowKind kind) const {
    const auto group = own_group();
    return find(group.value() == 0 ? log::plenary : group, kind);
}

} // namespace plenum::app
