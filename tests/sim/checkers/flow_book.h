// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <map>

namespace plenum::sim {

/// A sender's messages on one flow.
struct StreamKey {
    base::FlowId flow;
    base::MemberIndex sender;
    friend auto operator<=>(const StreamKey&, const StreamKey&) = default;
};

/// The flow specs that nodes were told of.
class FlowBook {
  public:
    void note(const node::Event& event) {
        const auto* declared = std::get_if<node::FlowDeclared>(&event);
        if (declared == nullptr) return;
        specs_[declared->flow] = declared->spec;
        if (declared->conversation > log::plenary) groups_[declared->flow] = declared->conversation;
    }
    [[nodiscard]] const base::FlowSpec* find(base::FlowId flow) const {
        const auto found = specs_.find(flow);
        return found == specs_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] bool reliable(base::FlowId flow) const {
        const auto* spec = find(flow);
        return spec != nullptr && spec->reliable();
    }

    /// The discussion group whose flow it is; 0: none's.
    [[nodiscard]] base::ConversationId group_of(base::FlowId flow) const {
        const auto found = groups_.find(flow);
        return found == groups_.end() ? base::ConversationId{} : found->second;
    }
    [[nodiscard]] bool is_of_group(base::FlowId flow) const { return groups_.contains(flow); }
    /// For everyone in the conference.
    [[nodiscard]] bool reliable_for_all(base::FlowId flow) const { return reliable(flow) && !is_of_group(flow); }

  private:
    std::map<base::FlowId, base::FlowSpec> specs_;
    std::map<base::FlowId, base::ConversationId> groups_;
};

} // namespace plenum::sim
