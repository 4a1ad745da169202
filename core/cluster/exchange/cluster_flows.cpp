// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/exchange/cluster_flows.h"

#include "core/cluster/limits.h"

#include <algorithm>
#include <ranges>

namespace plenum::cluster {
namespace {

/// Frames may be repaired for as long as a receiver waits for them. What lies in a queue for longer than this is lost,
/// and sent again at the flow's rate.
constexpr log::FlowTerms camera_terms{std::chrono::milliseconds{100}, std::chrono::milliseconds{400},
                                      base::limits::created_capture_rate_max,
                                      static_cast<std::uint32_t>(limits::piece_bytes_max + 40), 0};
/// Triggers, answers of all cameras to each, and beacons.
constexpr log::FlowTerms trigger_terms{std::chrono::milliseconds{30}, std::chrono::milliseconds{400}, 200,
                                       static_cast<std::uint32_t>(limits::trigger_message_bytes_max), 0};

bool is_camera(const node::FlowDeclared& flow) { return flow.spec.kind == base::FlowKind::capture; }

} // namespace

/// The name itself, or with " #N" behind it.
bool ClusterFlows::is_triggers(const node::FlowDeclared& flow) const {
    if (flow.spec.kind != base::FlowKind::live || flow.owner.value() == 0) return false;
    if (!flow.name.starts_with(name_)) return false;
    const auto rest = std::string_view{flow.name}.substr(name_.size());
    return rest.empty() || (rest.starts_with(" #") && rest.size() > 2 &&
                            rest.substr(2).find_first_not_of("0123456789") == std::string_view::npos);
}

bool ClusterFlows::note_member(const node::Event& event) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) self_ = joined->member;
        members_.insert(joined->member);
        return true;
    }
    const auto* left = std::get_if<node::MemberLeft>(&event);
    return left != nullptr && members_.erase(left->member) > 0;
}

bool ClusterFlows::handle(const node::Event& event) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (!is_camera(*declared) && !is_triggers(*declared)) return false;
        declared_.insert_or_assign(declared->flow, *declared);
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        if (declared_.erase(removed->flow) == 0) return false;
    } else if (!note_member(event)) {
        return false;
    }
    choose();
    return true;
}

void ClusterFlows::choose() {
    triggers_ = {};
    receiver_ = {};
    cameras_.clear();
    for (const auto& [flow, declared] : declared_) {
        if (is_camera(declared) || !members_.contains(declared.owner)) continue;
        triggers_ = flow;
        receiver_ = declared.owner;
        break;
    }
    for (const auto& [flow, declared] : declared_)
        if (is_camera(declared) && declared.peer == receiver_ && is_flow(declared.capture_number))
            cameras_.insert_or_assign(declared.capture_number, CameraFlowId{flow, declared.owner});
}

std::vector<base::MemberIndex> ClusterFlows::hosts() const {
    std::vector<base::MemberIndex> hosts;
    for (const auto& [number, camera] : cameras_)
        if (std::ranges::find(hosts, camera.host) == hosts.end()) hosts.push_back(camera.host);
    return hosts;
}

std::optional<FlowNumber> ClusterFlows::number_of(base::FlowId flow) const {
    const auto found = std::ranges::find_if(cameras_, [&](const auto& item) { return item.second.flow == flow; });
    return found == cameras_.end() ? std::nullopt : std::optional{found->first};
}

node::CreateFlow ClusterFlows::make_triggers() const {
    node::CreateFlow create;
    create.name = name_;
    const auto is_taken = [&] {
        return std::ranges::any_of(declared_, [&](const auto& item) { return item.second.name == create.name; });
    };
    for (unsigned number = 2; is_taken(); ++number)
        create.name = name_ + " #" + std::to_string(number);
    create.terms = trigger_terms;
    return create;
}

node::CreateFlow ClusterFlows::make_camera(unsigned attempt) const {
    node::CreateFlow create;
    create.name = "camera " + std::to_string(self_.value());
    if (attempt > 0) create.name += "." + std::to_string(attempt);
    create.kind = base::FlowKind::capture;
    create.terms = camera_terms;
    create.with = receiver_;
    return create;
}

} // namespace plenum::cluster
