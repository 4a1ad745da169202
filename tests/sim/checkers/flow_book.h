// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <map>
#include <set>

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
        if (declared->conversation > log::plenary) of_groups_.insert(declared->flow);
    }
    [[nodiscard]] const base::FlowSpec* find(base::FlowId flow) const {
        const auto found = specs_.find(flow);
        return found == specs_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] bool reliable(base::FlowId flow) const {
        const auto* spec = find(flow);
        return spec != nullptr && spec->reliable();
    }

    [[nodiscard]] bool is_of_group(base::FlowId flow) const { return of_groups_.contains(flow); }
    /// For everyone in the conference.
    [[nodiscard]] bool reliable_for_all(base::FlowId flow) const { return reliable(flow) && !is_of_group(flow); }

  private:
    std::map<base::FlowId, base::FlowSpec> specs_;
    std::set<base::FlowId> of_groups_;
};

} // namespace plenum::sim
