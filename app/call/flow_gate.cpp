// SPDX-License-Identifier: Apache-2.0
#include "app/call/flow_gate.h"

#include <algorithm>

namespace plenum::app {

void FlowGate::handle(const node::Event& event) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event); joined != nullptr && joined->self) {
        self_ = joined->member;
        lease_over_ = false;
    }
    if (const auto* lease = std::get_if<node::LeaseOver>(&event)) lease_over_ = lease->over;
    if (const auto* changed = std::get_if<node::TokenChanged>(&event)) tokens_[changed->token->id] = changed->token;
}

bool FlowGate::permits(base::FlowId flow) const {
    return std::ranges::all_of(tokens_, [&](const auto& item) {
        const auto& token = *item.second;
        const bool demanded = std::ranges::find(token.flows, flow) != token.flows.end();
        return !demanded || token.everyone || (token.find_holder(self_) != nullptr && !lease_over_);
    });
}

} // namespace plenum::app
