// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/private_chats.h"

#include "core/client/private_flow.h"

#include <algorithm>
#include <utility>

namespace plenum::app {
namespace {

/// Out of `from`, in order.
std::vector<PrivateChats::Message> take(std::vector<PrivateChats::Message>& from, auto condition) {
    std::vector<PrivateChats::Message> taken;
    for (auto& message : from)
        if (condition(std::as_const(message))) taken.push_back(std::move(message));
    std::erase_if(from, [&](const auto& left) {
        return std::ranges::any_of(taken, [&](const auto& each) { return each.id == left.id; });
    });
    return taken;
}

} // namespace

std::optional<node::CreateFlow> PrivateChats::add(Message message, base::MemberIndex self) {
    const bool asked = std::ranges::any_of(waiting_, [&](const auto& each) { return each.to == message.to; });
    const auto to = message.to;
    waiting_.push_back(std::move(message));
    if (asked) return std::nullopt;
    return client::private_flow_with(to, self, ++flows_made_);
}

std::vector<PrivateChats::Message> PrivateChats::take_ready(const client::ConferenceView& view) {
    return take(waiting_, [&](const Message& each) { return client::find_private_flow(view, each.to).value() != 0; });
}

std::vector<PrivateChats::Message> PrivateChats::take_failed(const client::ConferenceView& view, base::LocalTime now) {
    return take(waiting_,
                [&](const Message& each) { return !view.members().contains(each.to) || now - each.since > patience; });
}

} // namespace plenum::app
