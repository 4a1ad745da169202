// SPDX-License-Identifier: Apache-2.0
#include "core/relay/admission/join_queue.h"

#include "core/base/check.h"
#include "core/base/limits.h"

#include <algorithm>

namespace plenum::node {

std::size_t JoinQueue::count(const base::Network& from) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(knocks_, [&](const auto& item) { return item.second.from == from; }));
}

bool JoinQueue::has_room(const base::Network& from) const {
    return knocks_.size() < base::limits::knocks_max || crowder(from).has_value();
}

/// Of the network with most people here, whoever the map has last: who was let in first among them is nobody's right.
std::optional<base::SessionIndex> JoinQueue::crowder(const base::Network& from) const {
    if (knocks_.size() < base::limits::knocks_max) return std::nullopt;
    auto most = count(from) + 1;
    std::optional<base::SessionIndex> found;
    for (const auto& [session, knock] : knocks_) {
        const auto here = knock.from == from ? 0 : count(knock.from);
        if (here > most || (here == most && found)) {
            most = here;
            found = session;
        }
    }
    return found;
}

void JoinQueue::add(base::SessionIndex session, Knock knock) {
    CHECK(knocks_.size() < base::limits::knocks_max);
    knocks_.insert_or_assign(session, std::move(knock));
}

std::optional<JoinQueue::Knock> JoinQueue::take(base::SessionIndex session) {
    auto node = knocks_.extract(session);
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
}

std::optional<base::SessionIndex> JoinQueue::find(const base::ExchangeKey& exchange) const {
    const auto found =
        std::ranges::find_if(knocks_, [&](const auto& item) { return item.second.exchange == exchange; });
    return found == knocks_.end() ? std::nullopt : std::optional{found->first};
}

bool JoinQueue::asks(const log::State& state, const log::Member& member, const base::IdentityKey& identity,
                     base::ConferenceTime at) {
    if (!member.present) return false;
    if (state.policy_admits(identity)) return member.keyed && state.key_leader() == &member;
    return state.moderates(member, at);
}

} // namespace plenum::node
