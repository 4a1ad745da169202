// SPDX-License-Identifier: Apache-2.0
#include "ui/models/groups.h"

#include "ui/models/elapsed_time.h"
#include "ui/models/floor_words.h"
#include "ui/models/floors.h"
#include "ui/models/members_model.h"

#include <QRandomGenerator>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace plenum::ui {
namespace {

int number(base::ConversationId id) { return static_cast<int>(id.value()); }
base::ConversationId conversation(int id) { return base::ConversationId{static_cast<std::uint16_t>(id)}; }
QString over_words() { return Groups::tr("The groups' time is over. You can call everyone back."); }
base::MemberIndex member_of(int index) { return base::MemberIndex{static_cast<std::uint32_t>(index)}; }

} // namespace

Groups::Groups(GroupPort& port, SessionPort& session, const MembersModel& members, const Floors& floors, Clock clock,
               QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      members_{members},
      floors_{floors},
      clock_{std::move(clock)} {
    timer_.setInterval(std::chrono::milliseconds{250});
    connect(&timer_, &QTimer::timeout, this, &Groups::tick);
    connect(&port_, &GroupPort::group_changed, this, &Groups::take);
    connect(&port_, &GroupPort::group_closed, this, &Groups::remove);
    connect(&port_, &GroupPort::speaks_to_all_changed, this, [this](bool to_all) {
        if (std::exchange(speaks_to_all_, to_all) == to_all) return;
        if (to_all)
            announce(floors_.plenary_whose().isEmpty() ? tr("You speak to all groups now.") : to_all_words());
        else if (own() != 0)
            announce(tr("You speak to your group alone now."));
        emit changed();
    });
    connect(&session, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        self_ = facts.self;
        moderates_ = facts.may_moderate;
        changes();
    });
    connect(&floors_, &Floors::changed, this, &Groups::changed);
    connect(&members_, &MembersModel::count_changed, this, &Groups::changes);
    connect(&members_, &MembersModel::role_changed, this, &Groups::changes);
}

void Groups::clear() {
    timer_.stop();
    calling_ = called_ = speaks_to_all_ = false;
    awaited_.clear();
    spread_wanted_.clear();
    told_of_ = {};
    told_seconds_ = -1;
    news_.clear();
    beginResetModel();
    groups_.clear();
    endResetModel();
    changes();
}

void Groups::retranslate() { changes(); }

// --- how they stand ---

const Group* Groups::find(int id) const {
    const auto found = std::ranges::find(groups_, conversation(id), &Group::id);
    return found == groups_.end() ? nullptr : &*found;
}

int Groups::group_of(int member) const {
    const auto found =
        std::ranges::find_if(groups_, [&](const Group& group) { return group.members.contains(member_of(member)); });
    return found == groups_.end() ? 0 : number(found->id);
}

base::ConversationId Groups::own_group() const { return conversation(own()); }

int Groups::own() const { return group_of(static_cast<int>(self_.value())); }

QString Groups::own_label() const { return label_of(own()); }

QString Groups::to_all_words() const {
    const auto whose = floors_.plenary_whose();
    return whose.isEmpty() ? tr("You speak to all groups: what you say goes to everyone.")
                           : tr("You speak to all groups once you have the plenary's floor. %1").arg(whose);
}

QString Groups::plenary_words() const {
    const auto whose = floors_.plenary_whose();
    return whose.isEmpty()
               ? tr("You are in the plenary: what you say goes to everyone, in the groups too.")
               : tr("You are in the plenary: whoever has its floor is heard, in the groups too. %1").arg(whose);
}

QString Groups::label_of(int group) const {
    const auto* found = find(group);
    if (found == nullptr) return tr("Plenary");
    return found->label.isEmpty() ? tr("Group %1").arg(group) : found->label;
}

int Groups::size_of(int group) const {
    if (const auto* found = find(group)) return static_cast<int>(found->members.size());
    int placed = 0;
    for (const auto& each : groups_)
        placed += static_cast<int>(each.members.size());
    return std::max(0, members_.count() - placed);
}

QString Groups::own_people() const {
    const auto* group = find(own());
    if (group == nullptr) return {};
    QStringList names;
    for (const auto& member : group->members) {
        const auto name = members_.shown_name(member);
        if (member != self_ && !name.isEmpty()) names << name;
    }
    return names.isEmpty() ? tr("Nobody else is in it.") : tr("With %1").arg(FloorWords::listed(names));
}

QList<base::MemberIndex> Groups::placeable(bool in_none) const {
    QList<base::MemberIndex> found;
    for (int row = 0; row < members_.count(); ++row) {
        const auto at = members_.index(row);
        const auto index = at.data(MembersModel::index_role).toInt();
        const bool moderates = at.data(MembersModel::is_moderator_role).toBool() || member_of(index) == self_;
        if (!moderates && (!in_none || group_of(index) == 0)) found << member_of(index);
    }
    std::ranges::sort(found);
    return found;
}

QVariantList Groups::choices() const {
    QVariantList list;
    const auto add = [&](int id) {
        list << QVariantMap{{QStringLiteral("groupId"), id}, {QStringLiteral("label"), label_of(id)}};
    };
    if (!groups_.empty()) add(0);
    for (const auto& group : groups_)
        add(number(group.id));
    return list;
}

QDateTime Groups::ends_at() const {
    if (const auto* group = find(own()); group != nullptr || groups_.empty())
        return group ? group->ends_at : QDateTime{};
    QDateTime earliest;
    for (const auto& group : groups_) {
        if (group.ends_at.isValid() && (!earliest.isValid() || group.ends_at < earliest)) earliest = group.ends_at;
    }
    return earliest;
}

int Groups::seconds_left() const {
    const auto end = ends_at();
    if (!end.isValid()) return -1;
    return std::max(0, static_cast<int>((clock_().msecsTo(end) + 999) / 1000));
}

QString Groups::time_left() const {
    const auto seconds = seconds_left();
    return seconds < 0 ? QString{} : ElapsedTime::format(seconds);
}

// --- what we do ---

QStringList Groups::proposed_labels(int count) const {
    QStringList labels;
    for (int next = 1; labels.size() < count; ++next) {
        const auto label = tr("Group %1").arg(next);
        const bool taken = std::ranges::any_of(groups_, [&](const Group& group) { return group.label == label; });
        if (!taken) labels << label;
    }
    return labels;
}

void Groups::open(const QStringList& labels, int minutes, bool anyone, const QString& spread) {
    const auto ends = minutes > 0 ? after(minutes * 60) : QDateTime{};
    awaited_ = labels;
    spread_wanted_ = spread;
    for (const auto& label : labels)
        port_.act_on_group(OpenGroup{.label = label, .open = anyone, .ends_at = ends});
}

void Groups::place(int member, int group) {
    if (group_of(member) == group) return;
    port_.act_on_group(PlaceMembers{.group = conversation(group), .members = {member_of(member)}});
}

void Groups::enter(int group) { place(static_cast<int>(self_.value()), group); }

void Groups::go_back() { enter(0); }

void Groups::spread(const QString& how) {
    if (groups_.empty()) return;
    const bool anew = how == QLatin1String{"random"};
    auto people = placeable(!anew);
    if (anew) std::shuffle(people.begin(), people.end(), *QRandomGenerator::global());
    std::map<base::ConversationId, QList<base::MemberIndex>> moves;
    std::map<base::ConversationId, qsizetype> sizes;
    for (const auto& group : groups_)
        sizes[group.id] = anew ? 0 : group.members.size();
    for (const auto& member : people) {
        const auto smallest = std::ranges::min_element(sizes, {}, [](const auto& item) { return item.second; });
        ++smallest->second;
        if (conversation(group_of(static_cast<int>(member.value()))) != smallest->first)
            moves[smallest->first] << member;
    }
    for (auto& [group, members] : moves) {
        std::ranges::sort(members);
        port_.act_on_group(PlaceMembers{.group = group, .members = members});
    }
}

void Groups::set_minutes(int minutes) {
    const auto ends = minutes > 0 ? after(minutes * 60) : QDateTime{};
    for (const auto& group : std::vector{groups_})
        port_.act_on_group(ChangeGroup{.group = group.id, .open = group.open, .ends_at = ends});
}

void Groups::set_anyone(int group, bool anyone) {
    if (const auto* found = find(group))
        port_.act_on_group(ChangeGroup{.group = found->id, .open = anyone, .ends_at = found->ends_at});
}

void Groups::close(int group) { port_.act_on_group(CloseGroup{conversation(group)}); }

void Groups::call_back() {
    calling_ = called_ = true;
    const auto ends = after(notice_seconds);
    for (const auto& group : std::vector{groups_})
        port_.act_on_group(ChangeGroup{.group = group.id, .open = group.open, .ends_at = ends});
    emit changed();
}

void Groups::stay() {
    if (!std::exchange(calling_, false)) return;
    set_minutes(0);
    emit changed();
}

void Groups::tick() {
    emit ticked();
    tell_time();
    if (!calling_ || seconds_left() > 0) return;
    calling_ = false;
    for (const auto& group : std::vector{groups_})
        port_.act_on_group(CloseGroup{group.id});
}

// --- what changes ---

void Groups::take(const Group& group) {
    const auto before = own_group();
    const auto known = std::ranges::find(groups_, group.id, &Group::id);
    if (known != groups_.end()) {
        if (known->ends_at != group.ends_at) called_ = is_call_back(group, *known);
        *known = group;
    } else {
        const auto place = std::ranges::find_if(groups_, [&](const Group& each) { return group.id < each.id; });
        const auto row = static_cast<int>(place - groups_.begin());
        beginInsertRows({}, row, row);
        groups_.insert(place, group);
        endInsertRows();
        timer_.start();
        if (groups_.size() == 1) announce(tr("There are discussion groups now."));
    }
    changes();
    tell_own(before);
    const bool last = awaited_.removeOne(group.label) && awaited_.isEmpty();
    if (const auto how = last ? std::exchange(spread_wanted_, {}) : QString{}; !how.isEmpty()) spread(how);
}

/// Times that people choose are minutes; only the notice of a call back is as short, or a second longer where our clock
/// is behind.
bool Groups::is_call_back(const Group& group, const Group& before) const {
    const auto now = clock_();
    const bool is_end = group.ends_at.isValid() && (!before.ends_at.isValid() || group.ends_at != before.ends_at);
    return is_end && now.secsTo(group.ends_at) <= notice_seconds + 1;
}

void Groups::remove(base::ConversationId id) {
    const auto before = own_group();
    const auto place = std::ranges::find(groups_, id, &Group::id);
    if (place == groups_.end()) return;
    const auto row = static_cast<int>(place - groups_.begin());
    beginRemoveRows({}, row, row);
    groups_.erase(place);
    endRemoveRows();
    if (groups_.empty()) {
        timer_.stop();
        calling_ = called_ = false;
    }
    changes();
    if (before == id)
        tell_own(before);
    else if (groups_.empty())
        announce(tr("The groups are closed; everyone is back."));
}

/// What stands in a row follows from who is where, and from names.
void Groups::changes() {
    if (!groups_.empty()) emit dataChanged(index(0), index(rowCount() - 1));
    emit changed();
    emit ticked();
    if (const auto now = choices(); std::exchange(choices_told_, now) != now) emit choices_changed();
}

void Groups::tell_own(base::ConversationId before) {
    if (own_group() == before) return;
    told_of_ = {};
    if (own() == 0)
        announce(floors_.plenary_whose().isEmpty()
                     ? tr("You are back in the plenary: what you say goes to everyone.")
                     : tr("You are back in the plenary. %1").arg(floors_.plenary_whose()));
    else
        announce(tr("You are now in %1. %2", "a group's name; who else is there").arg(own_label(), own_people()));
}

void Groups::tell_time() {
    const auto seconds = seconds_left();
    if (std::exchange(told_of_, ends_at()) != ends_at()) told_seconds_ = -1;
    if (seconds < 0 || (own() == 0 && !moderates_)) return;
    const bool told_last = told_seconds_ >= 0 && told_seconds_ <= 60;
    const bool told_end = told_seconds_ == 0;
    if (seconds == 0 && !told_end) {
        told_seconds_ = 0;
        announce(moderates_ && !called_ ? over_words() : tr("The groups' time is over."));
    } else if (told_end && called_ && moderates_ && !calling_ && ends_at().secsTo(clock_()) >= unclosed_seconds) {
        // The program of whoever called ended, so the groups are still there.
        called_ = false;
        announce(over_words());
    } else if (seconds > 0 && seconds <= 60 && !told_last) {
        told_seconds_ = seconds;
        const auto left = ElapsedTime::format(seconds);
        announce(called_ ? tr("Everyone is called back in %1.").arg(left)
                         : tr("The groups' time is over in %1.").arg(left));
    }
}

void Groups::announce(const QString& words) {
    news_ = words;
    emit news_changed();
    emit told(words, QStringLiteral("info"));
}

// --- as a list ---

int Groups::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(groups_.size());
}

QVariant Groups::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& group = groups_[static_cast<std::size_t>(index.row())];
    const auto id = number(group.id);
    switch (role) {
    case id_role: return id;
    case Qt::DisplayRole:
    case label_role: return label_of(id);
    case size_role: return size_of(id);
    case mine_role: return own() == id;
    case open_role: return group.open;
    case may_enter_role: return own() != id && (group.open || moderates_);
    default: return {};
    }
}

QHash<int, QByteArray> Groups::roleNames() const {
    return {{id_role, "groupId"}, {label_role, "label"}, {size_role, "size"},
            {mine_role, "mine"},  {open_role, "open"},   {may_enter_role, "mayEnter"}};
}

} // namespace plenum::ui
