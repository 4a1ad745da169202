// SPDX-License-Identifier: Apache-2.0
// The simulated conference: discussion groups.
#include "ui/port/simulated_conference.h"

#include <algorithm>
#include <set>
#include <utility>

namespace plenum::ui {
namespace {

constexpr base::MemberIndex ourselves{1};
constexpr base::MemberIndex ada{2};

} // namespace

void SimulatedConference::act_on_group(const GroupAct& act) {
    QMetaObject::invokeMethod(
        this, [this, act] { change_groups(act, ourselves, facts_.may_moderate); }, Qt::QueuedConnection);
}

void SimulatedConference::someone_acts_on_group(const GroupAct& act) { change_groups(act, ada, true); }

base::ConversationId SimulatedConference::group_of(base::MemberIndex member) const {
    const auto found =
        std::ranges::find_if(groups_, [&](const auto& item) { return item.second.members.contains(member); });
    return found == groups_.end() ? base::ConversationId{} : found->first;
}

void SimulatedConference::change_groups(const GroupAct& act, base::MemberIndex author, bool moderates) {
    const auto* placed = std::get_if<PlaceMembers>(&act);
    const auto target = placed != nullptr ? groups_.find(placed->group) : groups_.end();
    const bool own_way = placed != nullptr && placed->members == QList{author} &&
                         (placed->group.value() == 0 || (target != groups_.end() && target->second.open));
    if (!moderates && !own_way) return emit problem({.kind = ProblemKind::not_permitted, .detail = {}});
    if (placed != nullptr) {
        if (placed->group.value() != 0 && target == groups_.end())
            return emit problem({.kind = ProblemKind::group_gone, .detail = {}});
        move_to_group(placed->members, placed->group);
    } else if (const auto* opened = std::get_if<OpenGroup>(&act)) {
        last_group_ = last_group_.next();
        groups_[last_group_] = {last_group_, opened->label, opened->open, opened->ends_at, {}};
        emit group_changed(groups_[last_group_]);
    } else if (const auto* changed = std::get_if<ChangeGroup>(&act)) {
        const auto found = groups_.find(changed->group);
        if (found == groups_.end()) return emit problem({.kind = ProblemKind::group_gone, .detail = {}});
        found->second.open = changed->open;
        found->second.ends_at = changed->ends_at;
        emit group_changed(found->second);
    } else if (const auto* closed = std::get_if<CloseGroup>(&act)) {
        if (groups_.erase(closed->group) == 0) return emit problem({.kind = ProblemKind::group_gone, .detail = {}});
        emit group_closed(closed->group);
        if (group_of(ourselves).value() == 0) set_speaks_to_all(false);
        tell_figures();
    }
}

void SimulatedConference::move_to_group(const QList<base::MemberIndex>& members, base::ConversationId to) {
    std::set<base::ConversationId> left;
    bool we_moved = false;
    for (const auto& member : members) {
        const auto from = group_of(member);
        if (from == to || (member != ourselves && !people_.contains(member))) continue;
        we_moved = we_moved || member == ourselves;
        if (from.value() != 0) groups_[from].members.removeAll(member);
        if (from.value() != 0) left.insert(from);
        if (to.value() != 0) groups_[to].members.append(member);
    }
    // First where they are, so that nobody seems to be in none meanwhile.
    if (to.value() != 0) {
        std::ranges::sort(groups_[to].members);
        emit group_changed(groups_[to]);
    }
    for (const auto from : left)
        emit group_changed(groups_[from]);
    if (we_moved) set_speaks_to_all(false);
    tell_figures();
}

bool SimulatedConference::reaches_us(const Member& member) const {
    const auto theirs = group_of(member.index);
    return theirs.value() == 0 || theirs == group_of(ourselves) || member.speaks_to_all;
}

void SimulatedConference::speak_to_all(bool to_all) {
    QMetaObject::invokeMethod(
        this,
        [this, to_all] {
            if (!to_all || (facts_.may_moderate && group_of(ourselves).value() != 0)) set_speaks_to_all(to_all);
        },
        Qt::QueuedConnection);
}

void SimulatedConference::set_speaks_to_all(bool to_all) {
    if (std::exchange(speaks_to_all_, to_all) == to_all) return;
    emit speaks_to_all_changed(to_all);
    update_self();
}

void SimulatedConference::someone_speaks_to_all(base::MemberIndex index, bool to_all) {
    const auto person = people_.find(index);
    if (person == people_.end()) return;
    person->second.member.speaks_to_all = to_all;
    tell(index);
}

} // namespace plenum::ui
