// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <algorithm>
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
        if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
            note(declared->flow, declared->spec);
            if (declared->peer.value() != 0) parties_[declared->flow] = {declared->owner, declared->peer};
        } else if (const auto* changed = std::get_if<node::FlowChanged>(&event)) {
            note(changed->flow, changed->spec);
        }
    }
    [[nodiscard]] const base::FlowSpec* find(base::FlowId flow) const {
        const auto found = specs_.find(flow);
        return found == specs_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] bool reliable(base::FlowId flow) const {
        const auto* spec = find(flow);
        return spec != nullptr && spec->reliable();
    }

    /// False of two-party flows of others.
    [[nodiscard]] bool reaches(base::FlowId flow, base::MemberIndex member) const {
        const auto found = parties_.find(flow);
        return found == parties_.end() || found->second.first == member || found->second.second == member;
    }

  private:
    /// Of one that changed, the longest λ: earlier messages go by it.
    void note(base::FlowId flow, base::FlowSpec spec) {
        const auto [known, first] = specs_.try_emplace(flow, spec);
        if (first) return;
        if (spec.loss_delay) spec.loss_delay = std::max(spec.loss_delay, known->second.loss_delay);
        known->second = spec;
    }

    std::map<base::FlowId, base::FlowSpec> specs_;
    std::map<base::FlowId, std::pair<base::MemberIndex, base::MemberIndex>> parties_;
};

} // namespace plenum::sim
