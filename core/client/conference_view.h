// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::client {

/// The conference as this member knows it, folded from the events of a session, each of which must pass `handle`.
class ConferenceView {
  public:
    /// The plenary or a group, as it stands.
    struct Conversation {
        std::string label;
        log::ConversationSettings settings;
    };

    void handle(const node::Event& event);

    /// 0 before we are a member.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// With role and presence as they are now.
    [[nodiscard]] const std::map<base::MemberIndex, node::MemberJoined>& members() const { return members_; }
    /// Also of those who left, and those who had left before we came; empty for a stranger.
    [[nodiscard]] std::string_view name_of(base::MemberIndex member) const;
    /// The same; zero for a stranger.
    [[nodiscard]] base::IdentityKey identity_of(base::MemberIndex member) const;
    /// Whether it is us, or has our key: before we came back, or in another window.
    [[nodiscard]] bool is_ours(base::MemberIndex member) const;
    /// Those who wait to be let in.
    [[nodiscard]] const std::map<base::ExchangeKey, node::KnockHeard>& knocks() const { return knocks_; }

    [[nodiscard]] const std::map<base::FlowId, node::FlowDeclared>& flows() const { return flows_; }
    /// Null where there is none.
    [[nodiscard]] const node::FlowDeclared* find(base::FlowId flow) const;
    /// The first of its kind that the conference or the group began with; 0 where there is none.
    [[nodiscard]] base::FlowId find(base::ConversationId conversation, base::FlowKind kind) const;
    /// By its name, where that is a group's behind the group's label ("Red:chat").
    [[nodiscard]] base::FlowId find(std::string_view name) const;
    /// The plenary also for those that are in no conversation: they are everyone's.
    [[nodiscard]] static base::ConversationId conversation_of(const node::FlowDeclared& flow);

    [[nodiscard]] const std::map<base::ConversationId, Conversation>& conversations() const { return conversations_; }
    /// 0 for the plenary alone.
    [[nodiscard]] base::ConversationId group_of(base::MemberIndex member) const;
    /// Ascending.
    [[nodiscard]] std::vector<base::MemberIndex> members_of(base::ConversationId group) const;
    [[nodiscard]] base::ConversationId own_group() const { return group_of(self_); }
    /// On which we are heard by those with whom we are: of our group, else of the plenary.
    [[nodiscard]] base::FlowId own(base::FlowKind kind) const;

    /// As they were told last, also those that are over.
    [[nodiscard]] const std::map<base::TokenId, node::TokenChanged>& tokens() const { return tokens_; }
    /// Nothing is heard of the relay: what we hold counts as lost.
    [[nodiscard]] bool lease_over() const { return lease_over_; }
    /// Whether what we send on flows that demand this token is heard.
    [[nodiscard]] bool holds(const token::Token& token) const;
    /// The same of a flow, as far as tokens go.
    [[nodiscard]] bool permits(base::FlowId flow) const;
    /// The same of another member.
    [[nodiscard]] bool permits(base::FlowId flow, base::MemberIndex sender) const;

    /// Absent until the conference's clock is known.
    [[nodiscard]] const std::optional<node::LinkHealth>& health() const { return health_; }

  private:
    struct Fold;

    base::MemberIndex self_;
    std::map<base::MemberIndex, node::MemberJoined> members_;
    /// All who ever were members, as far as was told.
    std::map<base::MemberIndex, node::FormerMember> known_;
    std::map<base::ExchangeKey, node::KnockHeard> knocks_;
    std::map<base::FlowId, node::FlowDeclared> flows_;
    std::map<base::ConversationId, Conversation> conversations_;
    /// The groups of those who are in one, or were.
    std::map<base::MemberIndex, base::ConversationId> places_;
    std::map<base::TokenId, node::TokenChanged> tokens_;
    bool lease_over_{false};
    std::optional<node::LinkHealth> health_;
};

} // namespace plenum::client
