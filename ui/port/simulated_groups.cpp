// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_groups.h"

#include <algorithm>
#include <set>
#include <utility>

namespace plenum::ui {
namespace {} // namespace

void SimulatedGroups::act_on_group(const GroupAct& act) {
    QMetaObject::invokeMethod(
        this, [this, act] { change_groups(act, SimulatedIds::ourselves, world_.facts.may_moderate); },
        Qt::QueuedConnection);
}

void SimulatedGroups::someone_acts_on_group(const GroupAct& act) { change_groups(act, SimulatedIds::ada, true); }

void SimulatedGroups::change_groups(const GroupAct& act, base::MemberIndex author, bool moderates) {
    const auto* placed = std::get_if<PlaceMembers>(&act);
    const auto target = placed != nullptr ? world_.groups.find(placed->group) : world_.groups.end();
    const bool own_way = placed != nullptr && placed->members == QList{author} &&
                         (placed->group.value() == 0 || (target != world_.groups.end() && target->second.open));
    if (!moderates && !own_way) return diagnostics_.report(ProblemKind::not_permitted);
    if (placed != nullptr) {
        if (placed->group.value() != 0 && target == world_.groups.end())
            return diagnostics_.report(ProblemKind::group_gone);
        move_to_group(placed->members, placed->group);
    } else if (const auto* opened = std::get_if<OpenGroup>(&act)) {
        const auto is_so_called = [&](const auto& item) { return item.second.label == opened->label; };
        if (std::ranges::any_of(world_.groups, is_so_called)) return diagnostics_.report(ProblemKind::group_name_taken);
        last_group_ = last_group_.next();
        world_.groups[last_group_] = {last_group_, opened->label, opened->open, opened->ends_at, {}};
        emit group_changed(world_.groups[last_group_]);
    } else if (const auto* changed = std::get_if<ChangeGroup>(&act)) {
        const auto found = world_.groups.find(changed->group);
        if (found == world_.groups.end()) return diagnostics_.report(ProblemKind::group_gone);
        found->second.open = changed->open;
        found->second.ends_at = changed->ends_at;
        emit group_changed(found->second);
    } else if (const auto* closed = std::get_if<CloseGroup>(&act)) {
        if (world_.groups.erase(closed->group) == 0) return diagnostics_.report(ProblemKind::group_gone);
        emit group_closed(closed->group);
        if (world_.group_of(SimulatedIds::ourselves).value() == 0) set_speaks_to_all(false);
        diagnostics_.tell_figures();
    }
}

void SimulatedGroups::move_to_group(const QList<base::MemberIndex>& members, base::ConversationId to) {
    std::set<base::ConversationId> left;
    bool we_moved = false;
    for (const auto& member : members) {
        const auto from = world_.group_of(member);
        if (from == to || (member != SimulatedIds::ourselves && !world_.people.contains(member))) continue;
        we_moved = we_moved || member == SimulatedIds::ourselves;
        if (from.value() != 0) world_.groups[from].members.removeAll(member);
        if (from.value() != 0) left.insert(from);
        if (to.value() != 0) world_.groups[to].members.append(member);
    }
    // First where they are, so that nobody seems to be in none meanwhile.
    if (to.value() != 0) {
        std::ranges::sort(world_.groups[to].members);
        emit group_changed(world_.groups[to]);
    }
    for (const auto from : left)
        emit group_changed(world_.groups[from]);
    if (we_moved) set_speaks_to_all(false);
    diagnostics_.tell_figures();
}

void SimulatedGroups::leave(base::MemberIndex index) {
    const auto group = world_.group_of(index);
    if (group.value() == 0) return;
    world_.groups[group].members.removeAll(index);
    emit group_changed(world_.groups[group]);
}

void SimulatedGroups::speak_to_all(bool to_all) {
    QMetaObject::invokeMethod(
        this,
        [this, to_all] {
            if (!to_all || (world_.facts.may_moderate && world_.group_of(SimulatedIds::ourselves).value() != 0))
                set_speaks_to_all(to_all);
        },
        Qt::QueuedConnection);
}

void SimulatedGroups::set_speaks_to_all(bool to_all) {
    if (std::exchange(world_.speaks_to_all, to_all) == to_all) return;
    emit speaks_to_all_changed(to_all);
    people_.tell_self();
}

void SimulatedGroups::someone_speaks_to_all(base::MemberIndex index, bool to_all) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end()) return;
    person->second.member.speaks_to_all = to_all;
    people_.tell(index);
}

} // namespace plenum::ui
