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
        if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) specs_[declared->flow] = declared->spec;
    }
    [[nodiscard]] const base::FlowSpec* find(base::FlowId flow) const {
        const auto found = specs_.find(flow);
        return found == specs_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] bool reliable(base::FlowId flow) const {
        const auto* spec = find(flow);
        return spec != nullptr && spec->reliable();
    }

  private:
    std::map<base::FlowId, base::FlowSpec> specs_;
};

} // namespace plenum::sim
