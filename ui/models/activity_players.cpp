// SPDX-License-Identifier: Apache-2.0
#include "ui/models/activity_players.h"

#include <array>

namespace plenum::ui {
namespace {

/// After Okabe and Ito: eight that colour-blind people can tell apart.
QColor color_of(base::MemberIndex member) {
    static const std::array colors{QColor{0xe6, 0x9f, 0x00}, QColor{0x56, 0xb4, 0xe9}, QColor{0x00, 0xb0, 0x82},
                                   QColor{0xcc, 0x79, 0xa7}, QColor{0xe3, 0x6a, 0x12}, QColor{0x3d, 0x8b, 0xd6},
                                   QColor{0xd9, 0xcb, 0x2f}, QColor{0x9a, 0x9f, 0xad}};
    return colors[member.value() % colors.size()];
}

} // namespace

ActivityPlayers::ActivityPlayers(PeoplePort& people) {
    connect(&people, &PeoplePort::member_changed, this, &ActivityPlayers::set);
    connect(&people, &PeoplePort::member_left, this, &ActivityPlayers::remove);
}

const activity::Player* ActivityPlayers::find(base::MemberIndex member) const {
    const auto player = players_.find(member);
    return player == players_.end() ? nullptr : &player->second;
}

std::vector<activity::Player> ActivityPlayers::all() const {
    std::vector<activity::Player> players;
    for (const auto& [member, player] : players_)
        players.push_back(player);
    return players;
}

void ActivityPlayers::set(const Member& member) {
    // Of who is blocked, nothing is shown. Cameras do not play.
    if (member.presence == Presence::absent || member.acquaintance.blocked || member.captures)
        return remove(member.index);
    players_[member.index] = {member.index, member.name, color_of(member.index), member.is_self};
    emit changed();
}

void ActivityPlayers::remove(base::MemberIndex member) {
    if (players_.erase(member) > 0) emit left(member);
}

} // namespace plenum::ui
