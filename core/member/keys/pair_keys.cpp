// SPDX-License-Identifier: Apache-2.0
#include "core/member/keys/pair_keys.h"

#include <utility>

namespace plenum::node {

void PairKeys::follow(const log::State& state, base::MemberIndex self) {
    std::erase_if(roots_, [&](const auto& item) { return state.find_created(item.first) == nullptr; });
    for (const auto& [id, flow] : state.created_flows) {
        if (!flow.is_two_party() || !flow.joins(self) || roots_.contains(id)) continue;
        const auto* other = state.find(flow.owner == self ? flow.peer : flow.owner);
        auto root = other == nullptr ? std::nullopt : crypto::pair_root(own_, other->exchange);
        // Who has gone, or has a key of small order, shares no secret with us: nobody opens what goes there.
        roots_.emplace(id, root ? *std::move(root) : own_.copy().secret);
    }
}

const crypto::SecretKey* PairKeys::root(base::FlowId flow) const {
    const auto found = roots_.find(flow);
    return found == roots_.end() ? nullptr : &found->second;
}

} // namespace plenum::node
