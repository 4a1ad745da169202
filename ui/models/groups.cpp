// SPDX-License-Identifier: Apache-2.0
#include "ui/models/groups.h"

#include "ui/models/floor_words.h"
#include "ui/models/ids.h"
#include "ui/models/members_model.h"

#include <utility>

namespace plenum::ui {
namespace {

int number(base::ConversationId id) { return static_cast<int>(id.value()); }

} // namespace

Groups::Groups(GroupPort& port, SessionPort& session, const MembersModel& members, const Floors& floors,
               GroupState::Clock clock, QObject* parent)
    : QAbstractListModel{parent},
      floors_{floors},
      state_{port, members, std::move(clock)},
      to_all_{port, floors, this} {
    connect(&port, &GroupPort::group_changed, this, &Groups::take);
    connect(&port, &GroupPort::group_closed, this, &Groups::remove);
    connect(&session, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        state_.self = facts.self;
        state_.moderates = facts.may_moderate;
        refresh();
    });
    connect(&time_, &GroupTime::said, this, &Groups::announce);
    connect(&to_all_, &SpeechToAll::switched, this, [this](bool on, const QString& words) {
        if (on || own() != 0) announce(words);
    });
    connect(&to_all_, &SpeechToAll::changed, this, &Groups::changed);
    connect(this, &Groups::changed, &plan_, &GroupPlan::changed);
    connect(&members, &MembersModel::count_changed, this, &Groups::refresh);
    connect(&members, &MembersModel::role_changed, this, &Groups::refresh);
}

void Groups::clear() {
    time_.stop();
    plan_.clear();
    to_all_.clear();
    news_.clear();
    beginResetModel();
    state_.groups.clear();
    endResetModel();
    refresh();
}

// --- how they stand ---

int Groups::group_of(int member) const {
    const auto* group = state_.group_of(to_member(member));
    return group == nullptr ? 0 : number(group->id);
}

int Groups::own() const { return group_of(static_cast<int>(state_.self.value())); }

QString Groups::label_of(int group) const {
    const auto* found = state_.find(to_conversation(group));
    if (found == nullptr) return tr("Plenary");
    return found->label.isEmpty() ? tr("Group %1").arg(group) : found->label;
}

int Groups::size_of(int group) const {
    if (const auto* found = state_.find(to_conversation(group))) return static_cast<int>(found->members.size());
    int placed = 0;
    for (const auto& each : state_.groups)
        placed += static_cast<int>(each.members.size());
    return std::max(0, state_.members.count() - placed);
}

QString Groups::own_people() const {
    const auto* group = state_.own();
    if (group == nullptr) return {};
    QStringList names;
    for (const auto& member : group->members) {
        const auto name = state_.members.shown_name(member);
        if (member != state_.self && !name.isEmpty()) names << name;
    }
    return names.isEmpty() ? tr("Nobody else is in it.") : tr("With %1").arg(FloorWords::listed(names));
}

QVariantList Groups::choices() const {
    QVariantList list;
    const auto add = [&](int id) {
        list << QVariantMap{{QStringLiteral("groupId"), id}, {QStringLiteral("label"), label_of(id)}};
    };
    if (!state_.groups.empty()) add(0);
    for (const auto& group : state_.groups)
        add(number(group.id));
    return list;
}

// --- what we do ---

void Groups::place(int member, int group) {
    if (group_of(member) == group) return;
    state_.port.act_on_group(PlaceMembers{.group = to_conversation(group), .members = {to_member(member)}});
}

// --- what changes ---

void Groups::take(const Group& group) {
    const auto before = own();
    const auto known = std::ranges::find(state_.groups, group.id, &Group::id);
    if (known != state_.groups.end()) {
        time_.follow_end(group, *known);
        *known = group;
    } else {
        const auto place = std::ranges::find_if(state_.groups, [&](const Group& each) { return group.id < each.id; });
        const auto row = static_cast<int>(place - state_.groups.begin());
        beginInsertRows({}, row, row);
        state_.groups.insert(place, group);
        endInsertRows();
        time_.start();
        if (state_.groups.size() == 1) announce(tr("There are discussion groups now."));
    }
    refresh();
    tell_own(before);
    plan_.follow(group);
}

void Groups::remove(base::ConversationId id) {
    const auto before = own();
    const auto place = std::ranges::find(state_.groups, id, &Group::id);
    if (place == state_.groups.end()) return;
    const auto row = static_cast<int>(place - state_.groups.begin());
    beginRemoveRows({}, row, row);
    state_.groups.erase(place);
    endRemoveRows();
    if (state_.groups.empty()) time_.stop();
    refresh();
    if (before == number(id))
        tell_own(before);
    else if (state_.groups.empty())
        announce(tr("The groups are closed; everyone is back."));
}

void Groups::refresh() {
    if (!state_.groups.empty()) emit dataChanged(index(0), index(rowCount() - 1));
    emit changed();
    emit time_.ticked();
    if (const auto now = choices(); std::exchange(choices_told_, now) != now) emit choices_changed();
}

void Groups::tell_own(int before) {
    if (own() == before) return;
    time_.forget_told();
    if (own() == 0)
        announce(floors_.plenary_whose().isEmpty()
                     ? tr("You are back in the plenary: what you say goes to everyone.")
                     : tr("You are back in the plenary. %1").arg(floors_.plenary_whose()));
    else
        announce(tr("You are now in %1. %2", "a group's name; who else is there").arg(own_label(), own_people()));
}

void Groups::announce(const QString& words) {
    news_ = words;
    emit news_changed();
    emit told(words, QStringLiteral("info"));
}

// --- as a list ---

int Groups::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(state_.groups.size());
}

QVariant Groups::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& group = state_.groups[static_cast<std::size_t>(index.row())];
    const auto id = number(group.id);
    switch (role) {
    case id_role: return id;
    case Qt::DisplayRole:
    case label_role: return label_of(id);
    case size_role: return size_of(id);
    case mine_role: return own() == id;
    case open_role: return group.open;
    case may_enter_role: return own() != id && (group.open || state_.moderates);
    default: return {};
    }
}

QHash<int, QByteArray> Groups::roleNames() const {
    return {{id_role, "groupId"}, {label_role, "label"}, {size_role, "size"},
            {mine_role, "mine"},  {open_role, "open"},   {may_enter_role, "mayEnter"}};
}

} // namespace plenum::ui
