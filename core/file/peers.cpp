// SPDX-License-Identifier: Apache-2.0
#include "core/file/peers.h"

#include <algorithm>
#include <utility>

namespace plenum::file {

bool Peers::handle(const node::Event& event) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        auto& person = people_[joined->member];
        person.identity = joined->identity;
        person.member = true;
        person.present = joined->present;
        return joined->self && std::exchange(self_, joined->member) != joined->member;
    }
    if (const auto* former = std::get_if<node::FormerMember>(&event)) {
        people_.try_emplace(former->member, Person{former->identity});
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        // Who it was is needed as long as there are files of theirs.
        auto& person = people_[left->member];
        person.member = person.present = false;
        person.group = {};
    } else if (const auto* presence = std::get_if<node::MemberPresence>(&event)) {
        people_[presence->member].present = presence->present;
    } else if (const auto* placed = std::get_if<node::MembersPlaced>(&event)) {
        for (const auto member : placed->members)
            people_[member].group = placed->conversation;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        joined_ = phase->phase == node::Phase::joined;
    }
    return false;
}

bool Peers::is_present(base::MemberIndex member) const {
    const auto found = people_.find(member);
    return found != people_.end() && found->second.present && member != self_;
}

bool Peers::is_member(base::MemberIndex member) const {
    const auto found = people_.find(member);
    return found != people_.end() && found->second.member && member != self_;
}

base::IdentityKey Peers::identity_of(base::MemberIndex member) const {
    const auto found = people_.find(member);
    return found == people_.end() ? base::IdentityKey{} : found->second.identity;
}

base::ConversationId Peers::group_of(base::MemberIndex member) const {
    const auto found = people_.find(member);
    return found == people_.end() ? base::ConversationId{} : found->second.group;
}

base::MemberIndex Peers::present_member_of(const base::IdentityKey& person) const {
    if (person.is_zero()) return {};
    const auto found = std::ranges::find_if(
        people_, [&](const auto& each) { return each.second.identity == person && is_present(each.first); });
    return found == people_.end() ? base::MemberIndex{} : found->first;
}

} // namespace plenum::file
