// SPDX-License-Identifier: Apache-2.0
#include "ui/models/group_plan.h"

#include "ui/models/ids.h"
#include "ui/models/members_model.h"

#include <QRandomGenerator>

#include <map>
#include <utility>

namespace plenum::ui {
namespace {} // namespace

QList<base::MemberIndex> GroupPlan::placeable(bool in_none) const {
    QList<base::MemberIndex> found;
    for (int row = 0; row < state_.members.count(); ++row) {
        const auto at = state_.members.index(row);
        const base::MemberIndex member{at.data(MembersModel::index_role).toUInt()};
        const bool moderates = at.data(MembersModel::is_moderator_role).toBool() || member == state_.self;
        if (!moderates && (!in_none || state_.group_of(member) == nullptr)) found << member;
    }
    std::ranges::sort(found);
    return found;
}

QStringList GroupPlan::proposed_labels(int count) const {
    QStringList labels;
    for (int next = 1; labels.size() < count; ++next) {
        const auto label = tr("Group %1").arg(next);
        if (!is_taken({label}, 0)) labels << label;
    }
    return labels;
}

bool GroupPlan::is_taken(const QStringList& labels, int at) const {
    const auto name = [](const QString& label) { return label.trimmed().toCaseFolded(); };
    const auto same = [&, wanted = name(labels.value(at))](const QString& label) { return name(label) == wanted; };
    return std::ranges::any_of(state_.groups, same, &Group::label) || std::ranges::any_of(labels.first(at), same);
}

void GroupPlan::open(const QStringList& labels, int minutes, bool anyone, const QString& spread) {
    for (int at = 0; at < labels.size(); ++at)
        if (is_taken(labels, at)) return;
    const auto ends = state_.in_minutes(minutes);
    awaited_ = labels;
    spread_wanted_ = spread;
    for (const auto& label : labels)
        state_.port.act_on_group(OpenGroup{.label = label, .open = anyone, .ends_at = ends});
}

void GroupPlan::spread(const QString& how) {
    if (state_.groups.empty()) return;
    const bool anew = how == QLatin1String{"random"};
    auto people = placeable(!anew);
    if (anew) std::shuffle(people.begin(), people.end(), *QRandomGenerator::global());
    std::map<base::ConversationId, QList<base::MemberIndex>> moves;
    std::map<base::ConversationId, qsizetype> sizes;
    for (const auto& group : state_.groups)
        sizes[group.id] = anew ? 0 : group.members.size();
    for (const auto& member : people) {
        const auto smallest = std::ranges::min_element(sizes, {}, [](const auto& item) { return item.second; });
        ++smallest->second;
        const auto* now = state_.group_of(member);
        if (now == nullptr || now->id != smallest->first) moves[smallest->first] << member;
    }
    for (auto& [group, members] : moves) {
        std::ranges::sort(members);
        state_.port.act_on_group(PlaceMembers{.group = group, .members = members});
    }
}

void GroupPlan::set_anyone(int group, bool anyone) {
    if (const auto* found = state_.find(to_conversation(group)))
        state_.port.act_on_group(ChangeGroup{.group = found->id, .open = anyone, .ends_at = found->ends_at});
}

void GroupPlan::close(int group) { state_.port.act_on_group(CloseGroup{to_conversation(group)}); }

void GroupPlan::follow(const Group& group) {
    const bool last = awaited_.removeOne(group.label) && awaited_.isEmpty();
    if (const auto how = last ? std::exchange(spread_wanted_, {}) : QString{}; !how.isEmpty()) spread(how);
}

void GroupPlan::clear() {
    awaited_.clear();
    spread_wanted_.clear();
}

} // namespace plenum::ui
