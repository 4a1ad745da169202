// SPDX-License-Identifier: Apache-2.0
#include "app/capture/scene_flow.h"

#include <algorithm>

namespace plenum::app {
namespace {

constexpr std::string_view prefix = "scene ";
/// Fragments that are lost may be sent again for so long. A burst of that length is within the flow's contract.
constexpr log::FlowTerms scene_terms{std::chrono::milliseconds{100}, std::chrono::seconds{1}, SceneFlows::rate_hz,
                                     static_cast<std::uint32_t>(SceneFlows::message_bytes_max), 0};

bool is_scene(const node::FlowDeclared& flow) {
    return flow.spec.kind == base::FlowKind::live && flow.owner.value() != 0 && flow.peer.value() == 0 &&
           flow.name.starts_with(prefix);
}

} // namespace

bool SceneFlows::handle(const node::Event& event) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) self_ = joined->member;
        return members_.insert(joined->member).second || joined->self;
    }
    if (const auto* left = std::get_if<node::MemberLeft>(&event)) return members_.erase(left->member) > 0;
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (!is_scene(*declared)) return false;
        flows_.insert_or_assign(declared->flow, Flow{declared->name, declared->owner});
        return true;
    }
    const auto* removed = std::get_if<node::FlowRemoved>(&event);
    return removed != nullptr && flows_.erase(removed->flow) > 0;
}

std::map<base::FlowId, base::MemberIndex> SceneFlows::shared() const {
    std::map<base::FlowId, base::MemberIndex> shared;
    for (const auto& [id, flow] : flows_)
        if (members_.contains(flow.owner)) shared.emplace(id, flow.owner);
    return shared;
}

base::FlowId SceneFlows::own() const {
    for (const auto& [id, flow] : flows_)
        if (flow.owner == self_ && self_.value() != 0) return id;
    return {};
}

base::MemberIndex SceneFlows::owner_of(base::FlowId flow) const {
    const auto found = flows_.find(flow);
    return found == flows_.end() ? base::MemberIndex{} : found->second.owner;
}

node::CreateFlow SceneFlows::make(std::string_view name) const {
    node::CreateFlow create;
    const auto is_taken = [&] {
        return std::ranges::any_of(flows_, [&](const auto& item) { return item.second.name == create.name; });
    };
    create.name = std::string{prefix} + std::string{name};
    for (unsigned number = 2; is_taken(); ++number)
        create.name = std::string{prefix} + std::string{name} + " #" + std::to_string(number);
    create.terms = scene_terms;
    return create;
}

} // namespace plenum::app
