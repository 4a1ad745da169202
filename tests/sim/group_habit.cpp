// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/group_habit.h"

#include "core/log/operation.h"

#include <algorithm>
#include <vector>

namespace plenum::sim {
namespace {

constexpr std::uint64_t message_bytes_most = 120;

} // namespace

void GroupHabit::begin(VirtualTime now) {
    if (every_ != base::Duration{}) draw_due(now);
}

void GroupHabit::end() {
    due_ = VirtualTime::max();
    self_ = {};
    own_ = {};
    flows_.clear();
}

void GroupHabit::draw_due(VirtualTime now) {
    due_ = now + base::Duration{random_.between(every_.count() / 2, every_.count() * 3 / 2)};
}

void GroupHabit::handle(const node::Event& event) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) self_ = joined->member;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->conversation > log::plenary)
            flows_[declared->flow] = {declared->conversation, declared->spec.message_bytes_max};
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        flows_.erase(removed->flow);
    } else if (const auto* changed = std::get_if<node::ConversationChanged>(&event)) {
        if (!changed->open && changed->conversation == own_) own_ = {};
    } else if (const auto* placed = std::get_if<node::MembersPlaced>(&event)) {
        if (std::ranges::find(placed->members, self_) != placed->members.end()) own_ = placed->conversation;
    }
}

std::optional<node::Publish> GroupHabit::act(VirtualTime now) {
    if (now < due_) return std::nullopt;
    draw_due(now);
    std::vector<base::FlowId> flows;
    for (const auto& [flow, of] : flows_) {
        if (of.group == own_) flows.push_back(flow);
    }
    if (flows.empty()) return std::nullopt;
    const auto flow = flows[random_.below(flows.size())];
    const auto most = std::min<std::uint64_t>(message_bytes_most, flows_.at(flow).message_bytes_max);
    base::Bytes body(1 + random_.below(most));
    for (auto& byte : body)
        byte = static_cast<std::uint8_t>(random_.next());
    return node::Publish{flow, {}, std::move(body)};
}

} // namespace plenum::sim
