// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/private_chats.h"

#include "core/base/limits.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

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

std::optional<base::MemberIndex> PrivateChats::other_of(const client::ConferenceView& view,
                                                        const node::FlowDeclared& flow) {
    const bool is_private =
        flow.peer.value() != 0 && flow.spec.kind == base::FlowKind::chat && flow.name.starts_with(prefix);
    if (!is_private) return std::nullopt;
    if (flow.owner == view.self()) return flow.peer;
    return flow.peer == view.self() ? std::optional{flow.owner} : std::nullopt;
}

base::FlowId PrivateChats::find(const client::ConferenceView& view, base::MemberIndex other) {
    const auto found = std::ranges::find_if(
        view.flows(), [&](const auto& item) { return other_of(view, item.second) == std::optional{other}; });
    return found == view.flows().end() ? base::FlowId{} : found->first;
}

std::optional<node::CreateFlow> PrivateChats::add(Message message, base::MemberIndex self) {
    const bool asked = std::ranges::any_of(waiting_, [&](const auto& each) { return each.to == message.to; });
    const auto to = message.to;
    waiting_.push_back(std::move(message));
    if (asked) return std::nullopt;
    node::CreateFlow create;
    create.name = std::string{prefix} + std::to_string(self.value()) + "/" + std::to_string(++flows_made_);
    create.kind = base::FlowKind::chat;
    create.terms.desired_delay = 80ms;
    create.terms.rate_hz = 5;
    create.terms.message_bytes_max = base::limits::chat_bytes_max;
    create.with = to;
    return create;
}

std::vector<PrivateChats::Message> PrivateChats::take_ready(const client::ConferenceView& view) {
    return take(waiting_, [&](const Message& each) { return find(view, each.to).value() != 0; });
}

std::vector<PrivateChats::Message> PrivateChats::take_failed(const client::ConferenceView& view, base::LocalTime now) {
    return take(waiting_,
                [&](const Message& each) { return !view.members().contains(each.to) || now - each.since > patience; });
}

} // namespace plenum::app
