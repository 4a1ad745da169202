// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/roster.h"

#include "core/cluster/exchange/cluster_flows.h"

#include <algorithm>
#include <ranges>

namespace plenum::app {

bool Roster::is_of_cameras(const node::FlowDeclared& flow) {
    if (flow.owner.value() == 0) return false;
    return flow.spec.kind == base::FlowKind::capture ||
           (flow.spec.kind == base::FlowKind::live && flow.name.starts_with(cluster::ClusterFlows::triggers_prefix));
}

std::optional<ui::Member> Roster::update(base::MemberIndex index) {
    const auto found = view_.members().find(index);
    if (found == view_.members().end()) return std::nullopt;
    const auto& known = found->second;
    auto& member = members_[index];
    member.index = index;
    member.name = QString::fromStdString(known.name);
    member.role = known.role == node::MemberRole::moderator ? ui::Role::moderator : ui::Role::participant;
    member.presence = known.present ? ui::Presence::present : ui::Presence::absent;
    member.is_self = known.self;
    // Its flow may be closed for a while.
    member.captures = !known.self && (member.captures || std::ranges::any_of(view_.flows(), [&](const auto& item) {
                                          return item.second.owner == index && is_of_cameras(item.second);
                                      }));
    return member;
}

std::optional<ui::Member> Roster::set_media(base::MemberIndex index, Media media) {
    const auto found = members_.find(index);
    if (found == members_.end()) return std::nullopt;
    auto& member = found->second;
    if (media == Media{member.microphone_on, member.camera_on, member.speaks_to_all, member.picture_late})
        return std::nullopt;
    member.speaks_to_all = media.speaks_to_all;
    member.microphone_on = media.microphone_on;
    member.camera_on = media.camera_on;
    member.picture_late = media.picture_late;
    return member;
}

std::optional<ui::Member> Roster::set_acquaintance(base::MemberIndex index, const ui::Acquaintance& how) {
    const auto found = members_.find(index);
    if (found == members_.end() || found->second.acquaintance == how) return std::nullopt;
    found->second.acquaintance = how;
    return found->second;
}

void Roster::set_host(base::MemberIndex index) {
    if (const auto found = members_.find(index); found != members_.end()) found->second.is_host = true;
}

base::MemberIndex Roster::host() const {
    const auto found = std::ranges::find_if(members_, [](const auto& item) { return item.second.is_host; });
    return found == members_.end() ? base::MemberIndex{} : found->first;
}

const ui::Member* Roster::find(base::MemberIndex index) const {
    const auto found = members_.find(index);
    return found == members_.end() ? nullptr : &found->second;
}

std::vector<ui::Member> Roster::members() const {
    const auto members = std::views::values(members_);
    return {members.begin(), members.end()};
}

} // namespace plenum::app
