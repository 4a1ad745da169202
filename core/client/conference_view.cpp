// SPDX-License-Identifier: Apache-2.0
#include "core/client/conference_view.h"

#include <algorithm>

namespace plenum::client {

/// What each event changes.
struct ConferenceView::Fold {
    ConferenceView& view;

    void operator()(const node::MemberJoined& event) const {
        view.members_[event.member] = event;
        view.known_[event.member] = {event.member, event.name, event.identity};
        if (!event.self) return;
        view.self_ = event.member;
        view.lease_over_ = false;
    }
    void operator()(const node::FormerMember& event) const { view.known_[event.member] = event; }
    void operator()(const node::MemberLeft& event) const {
        view.members_.erase(event.member);
        view.places_.erase(event.member);
    }
    void operator()(const node::MemberPresence& event) const {
        if (const auto found = view.members_.find(event.member); found != view.members_.end())
            found->second.present = event.present;
    }
    void operator()(const node::MemberRecording& event) const {
        if (const auto found = view.members_.find(event.member); found != view.members_.end())
            found->second.recording = event.on;
    }
    void operator()(const node::MemberRoleChanged& event) const {
        if (const auto found = view.members_.find(event.member); found != view.members_.end())
            found->second.role = event.role;
    }
    void operator()(const node::KnockHeard& event) const { view.knocks_[event.exchange] = event; }
    void operator()(const node::KnockOver& event) const { view.knocks_.erase(event.exchange); }
    void operator()(const node::FlowDeclared& event) const { view.flows_[event.flow] = event; }
    void operator()(const node::FlowChanged& event) const {
        if (const auto found = view.flows_.find(event.flow); found != view.flows_.end())
            found->second.spec = event.spec;
    }
    void operator()(const node::FlowRemoved& event) const { view.flows_.erase(event.flow); }
    void operator()(const node::MembersPlaced& event) const {
        for (const auto member : event.members)
            view.places_[member] = event.conversation;
    }
    void operator()(const node::ConversationChanged& event) const {
        if (event.open) {
            view.conversations_[event.conversation] = {event.label, event.settings};
            return;
        }
        view.conversations_.erase(event.conversation);
        std::erase_if(view.places_, [&](const auto& item) { return item.second == event.conversation; });
    }
    void operator()(const node::TokenChanged& event) const { view.tokens_[event.token->id] = event; }
    void operator()(const node::LeaseOver& event) const { view.lease_over_ = event.over; }
    void operator()(const node::LinkHealth& event) const { view.health_ = event; }
    /// All else passes.
    void operator()(const auto&) const {}
};

void ConferenceView::handle(const node::Event& event) { std::visit(Fold{*this}, event); }

std::string_view ConferenceView::name_of(base::MemberIndex member) const {
    const auto found = known_.find(member);
    return found == known_.end() ? std::string_view{} : found->second.name;
}

base::IdentityKey ConferenceView::identity_of(base::MemberIndex member) const {
    const auto found = known_.find(member);
    return found == known_.end() ? base::IdentityKey{} : found->second.identity;
}

bool ConferenceView::is_ours(base::MemberIndex member) const {
    const auto key = identity_of(self_);
    return !key.is_zero() && identity_of(member) == key;
}

base::ConversationId ConferenceView::conversation_of(const node::FlowDeclared& flow) {
    return std::max(flow.conversation, log::plenary);
}

const node::FlowDeclared* ConferenceView::find(base::FlowId flow) const {
    const auto found = flows_.find(flow);
    return found == flows_.end() ? nullptr : &found->second;
}

base::FlowId ConferenceView::find(base::ConversationId conversation, base::FlowKind kind) const {
    const auto found = std::ranges::find_if(flows_, [&](const auto& item) {
        const auto& flow = item.second;
        return flow.owner.value() == 0 && conversation_of(flow) == conversation && flow.spec.kind == kind;
    });
    return found == flows_.end() ? base::FlowId{} : found->first;
}

base::FlowId ConferenceView::find(std::string_view name) const {
    const auto found = std::ranges::find_if(flows_, [&](const auto& item) {
        const auto& flow = item.second;
        const auto conversation = conversation_of(flow);
        if (conversation == log::plenary) return flow.name == name;
        const auto group = conversations_.find(conversation);
        return group != conversations_.end() && group->second.label + ":" + flow.name == name;
    });
    return found == flows_.end() ? base::FlowId{} : found->first;
}

base::ConversationId ConferenceView::group_of(base::MemberIndex member) const {
    const auto found = places_.find(member);
    return found == places_.end() ? base::ConversationId{} : found->second;
}

std::vector<base::MemberIndex> ConferenceView::members_of(base::ConversationId group) const {
    std::vector<base::MemberIndex> members;
    for (const auto& [member, place] : places_)
        if (place == group) members.push_back(member);
    return members;
}

base::FlowId ConferenceView::own(base::FlowKind kind) const { return find(std::max(own_group(), log::plenary), kind); }

bool ConferenceView::holds(const token::Token& token) const {
    return token.everyone.has_value() || (token.find_holder(self_) != nullptr && !lease_over_);
}

namespace {

bool all_of_those_for(base::FlowId flow, const std::map<base::TokenId, node::TokenChanged>& tokens, const auto& holds) {
    return std::ranges::all_of(tokens, [&](const auto& item) {
        const auto& token = *item.second.token;
        return std::ranges::find(token.flows, flow) == token.flows.end() || holds(token);
    });
}

} // namespace

bool ConferenceView::permits(base::FlowId flow) const {
    return all_of_those_for(flow, tokens_, [this](const token::Token& token) { return holds(token); });
}

bool ConferenceView::permits(base::FlowId flow, base::MemberIndex sender) const {
    return all_of_those_for(flow, tokens_, [sender](const token::Token& token) {
        return token.everyone.has_value() || token.find_holder(sender) != nullptr;
    });
}

} // namespace plenum::client
