// SPDX-License-Identifier: Apache-2.0
#include "core/node/waiting_room.h"

#include "core/base/limits.h"

#include <algorithm>

namespace plenum::node {

bool WaitingRoom::add(base::SessionIndex session, Knock knock) {
    if (knocks_.size() >= base::limits::knocks_max && !knocks_.contains(session)) return false;
    knocks_.insert_or_assign(session, std::move(knock));
    return true;
}

std::optional<WaitingRoom::Knock> WaitingRoom::take(base::SessionIndex session) {
    auto node = knocks_.extract(session);
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
}

std::optional<base::SessionIndex> WaitingRoom::find(const base::ExchangeKey& exchange) const {
    const auto found =
        std::ranges::find_if(knocks_, [&](const auto& item) { return item.second.exchange == exchange; });
    return found == knocks_.end() ? std::nullopt : std::optional{found->first};
}

bool WaitingRoom::asks(const log::State& state, const log::Member& member, const base::IdentityKey& identity,
                       base::ConferenceTime at) {
    if (!member.present) return false;
    if (state.policy_admits(identity)) return member.keyed && state.key_leader() == &member;
    return state.moderates(member, at);
}

} // namespace plenum::node
