// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/roster.h"

namespace plenum::app {
namespace {

ui::Role role_of(node::MemberRole role) {
    return role == node::MemberRole::moderator ? ui::Role::moderator : ui::Role::participant;
}

ui::Presence presence_of(bool present) { return present ? ui::Presence::present : ui::Presence::absent; }

} // namespace

const ui::Member& Roster::add(const node::MemberJoined& joined) {
    auto& entry = entries_[joined.member];
    entry.gone = false;
    entry.identity = joined.identity;
    auto& member = entry.member;
    member.index = joined.member;
    member.name = QString::fromStdString(joined.name);
    member.role = role_of(joined.role);
    member.presence = presence_of(joined.present);
    member.is_self = joined.self;
    if (joined.self) self_ = joined.member;
    return member;
}

bool Roster::remove(base::MemberIndex index) {
    auto* entry = present_entry(index);
    if (entry == nullptr) return false;
    entry->gone = true;
    if (index == self_) self_ = {};
    return true;
}

std::optional<ui::Member> Roster::set_present(base::MemberIndex index, bool present) {
    auto* entry = present_entry(index);
    if (entry == nullptr || entry->member.presence == presence_of(present)) return std::nullopt;
    entry->member.presence = presence_of(present);
    return entry->member;
}

std::optional<ui::Member> Roster::set_media(base::MemberIndex index, Media media) {
    auto* entry = present_entry(index);
    if (entry == nullptr) return std::nullopt;
    auto& member = entry->member;
    if (member.microphone_on == media.microphone_on && member.camera_on == media.camera_on &&
        member.speaks_to_all == media.speaks_to_all)
        return std::nullopt;
    member.speaks_to_all = media.speaks_to_all;
    member.microphone_on = media.microphone_on;
    member.camera_on = media.camera_on;
    return member;
}

std::optional<ui::Member> Roster::set_role(base::MemberIndex index, node::MemberRole role) {
    auto* entry = present_entry(index);
    if (entry == nullptr || entry->member.role == role_of(role)) return std::nullopt;
    entry->member.role = role_of(role);
    return entry->member;
}

std::optional<ui::Member> Roster::set_acquaintance(base::MemberIndex index, const ui::Acquaintance& how) {
    auto* entry = present_entry(index);
    if (entry == nullptr || entry->member.acquaintance == how) return std::nullopt;
    entry->member.acquaintance = how;
    return entry->member;
}

void Roster::set_host(base::MemberIndex index) {
    if (auto* entry = present_entry(index)) entry->member.is_host = true;
}

void Roster::clear() {
    entries_.clear();
    self_ = {};
}

const ui::Member* Roster::find(base::MemberIndex index) const {
    const auto place = entries_.find(index);
    return place == entries_.end() || place->second.gone ? nullptr : &place->second.member;
}

QString Roster::name_of(base::MemberIndex index) const {
    const auto place = entries_.find(index);
    return place == entries_.end() ? QString{} : place->second.member.name;
}

base::IdentityKey Roster::identity_of(base::MemberIndex index) const {
    const auto place = entries_.find(index);
    return place == entries_.end() ? base::IdentityKey{} : place->second.identity;
}

bool Roster::is_ours(base::MemberIndex index) const {
    const auto own = entries_.find(self_);
    const auto place = entries_.find(index);
    return own != entries_.end() && place != entries_.end() && place->second.identity == own->second.identity;
}

std::vector<ui::Member> Roster::members() const {
    std::vector<ui::Member> result;
    for (const auto& [index, entry] : entries_)
        if (!entry.gone) result.push_back(entry.member);
    return result;
}

std::vector<base::IdentityKey> Roster::identities() const {
    std::vector<base::IdentityKey> result;
    for (const auto& [index, entry] : entries_)
        if (!entry.gone) result.push_back(entry.identity);
    return result;
}

Roster::Entry* Roster::present_entry(base::MemberIndex index) {
    const auto place = entries_.find(index);
    return place == entries_.end() || place->second.gone ? nullptr : &place->second;
}

} // namespace plenum::app
