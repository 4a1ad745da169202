// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plenum::app {

/// Which conversations there are, which flows each has, who is in which group, and so on which flows we are heard by
/// those with whom we are. Told every event.
class Whereabouts {
  public:
    struct Flow {
        std::string name;
        base::FlowKind kind{base::FlowKind::live};
        /// The plenary also for those that are in no conversation: they are everyone's.
        base::ConversationId conversation{log::plenary};
    };
    struct Conversation {
        std::string label;
        log::ConversationSettings settings;
    };

    void handle(const node::Event& event);
    void clear() { *this = {}; }

    [[nodiscard]] const std::map<base::ConversationId, Conversation>& conversations() const { return conversations_; }
    /// Null where there is none.
    [[nodiscard]] const Flow* find(base::FlowId flow) const;
    /// The first of its kind; 0 where there is none.
    [[nodiscard]] base::FlowId find(base::ConversationId conversation, base::FlowKind kind) const;
    /// By its name, where that is a group's behind the group's label ("Red:chat").
    [[nodiscard]] base::FlowId find(std::string_view name) const;
    /// 0 for the plenary alone.
    [[nodiscard]] base::ConversationId group_of(base::MemberIndex member) const;
    /// Ascending.
    [[nodiscard]] std::vector<base::MemberIndex> members_of(base::ConversationId group) const;
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    [[nodiscard]] base::ConversationId own_group() const { return group_of(self_); }
    /// On which we are heard by those with whom we are: of our group, else of the plenary.
    [[nodiscard]] base::FlowId own(base::FlowKind kind) const;

  private:
    base::MemberIndex self_{};
    std::map<base::FlowId, Flow> flows_;
    std::map<base::ConversationId, Conversation> conversations_;
    std::map<base::MemberIndex, base::ConversationId> places_;
};

} // namespace plenum::app
