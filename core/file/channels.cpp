// SPDX-License-Identifier: Apache-2.0
#include "core/file/channels.h"

#include <algorithm>

namespace plenum::file {

/// 0: it is not between us and another one.
base::MemberIndex Channels::other_of(const node::FlowDeclared& flow) const {
    const bool for_requests = flow.peer.value() != 0 && flow.name.starts_with(request_flow_prefix);
    if (!for_requests) return {};
    if (flow.owner == peers_.self()) return flow.peer;
    return flow.peer == peers_.self() ? flow.owner : base::MemberIndex{};
}

void Channels::handle(const node::Event& event, base::LocalTime now) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (const auto other = other_of(*declared); peers_.is_member(other)) pairs_.try_emplace(other, other);
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        pairs_.erase(left->member);
    }
    shared_.handle(event, peers_, now);
    for (auto& [member, channel] : pairs_)
        channel.handle(event, peers_, now);
}

std::optional<base::MemberIndex> Channels::hearer_on(base::FlowId flow) const {
    if (shared_.is_ours(flow)) return base::MemberIndex{};
    const auto found = std::ranges::find_if(pairs_, [flow](const auto& each) { return each.second.is_ours(flow); });
    return found == pairs_.end() ? std::nullopt : std::optional{found->first};
}

void Channels::say(const Message& message, Privacy privacy, base::MemberIndex to) {
    if (privacy == Privacy::shared)
        shared_.say(message);
    else if (peers_.is_member(to))
        pairs_.try_emplace(to, to).first->second.say(message);
}

std::optional<Command> Channels::next(base::LocalTime now) {
    if (auto command = shared_.next(peers_, now)) return command;
    for (auto& [member, channel] : pairs_)
        if (auto command = channel.next(peers_, now)) return command;
    return std::nullopt;
}

base::LocalTime Channels::due() const {
    if (!peers_.is_joined()) return base::local_time_max;
    auto first = shared_.due();
    for (const auto& [member, channel] : pairs_)
        first = std::min(first, channel.due());
    return first;
}

void Channels::begin_anew() {
    shared_.clear();
    pairs_.clear();
}

} // namespace plenum::file
