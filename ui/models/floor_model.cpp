// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floor_model.h"

#include "ui/models/elapsed_time.h"
#include "ui/models/floor_words.h"
#include "ui/models/ids.h"
#include "ui/models/members_model.h"
#include "ui/models/speaking_limit.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

QVariant of_member(const MembersModel& members, base::MemberIndex member, int role) {
    const auto row = members.row_of(static_cast<int>(member.value()));
    return row < 0 ? QVariant{} : members.index(row).data(role);
}

} // namespace

FloorModel::FloorModel(FloorPort& port, const MembersModel& members, Clock clock, const Floor& floor, QObject* parent)
    : QAbstractListModel{parent},
      state_{port, members, std::move(clock), floor},
      rows_{rows_of(floor)} {
    connect(this, &FloorModel::changed, &rules_, &FloorConfiguration::changed);
    connect(this, &FloorModel::ticked, &own_, &OwnFloor::ticked);
}

// --- how it stands ---

std::vector<FloorModel::Row> FloorModel::rows_of(const Floor& floor) {
    std::vector<Row> rows;
    for (const auto& holder : floor.holders)
        rows.push_back({.member = holder.member,
                        .holds = true,
                        .giver = holder.giver,
                        .since = holder.since,
                        .returns_at = holder.returns_at,
                        .shared_by_hand = holder.shared_by_hand});
    int place = 0;
    for (const auto& request : floor.requests)
        rows.push_back({.member = request.member,
                        .place = request.accepted ? ++place : 0,
                        .priority = request.priority,
                        .giver = {},
                        .since = request.since,
                        .returns_at = {}});
    return rows;
}

void FloorModel::set(const Floor& floor) {
    const bool took_part = state_.takes_part();
    const auto rows = rows_of(floor);
    under_way_.end_where([&](base::MemberIndex member) {
        const auto before = std::ranges::find(rows_, member, &Row::member);
        const auto now = std::ranges::find(rows, member, &Row::member);
        return (before == rows_.end()) != (now == rows.end()) || (now != rows.end() && *before != *now);
    });
    move_rows(rows);
    state_.floor = floor;
    if (took_part && !state_.takes_part()) own_.given_back();
    rename();
}

/// Row by row: the right one comes here from further below, or is new.
void FloorModel::move_rows(const std::vector<Row>& rows) {
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto here = static_cast<int>(at);
        const auto from = std::find_if(rows_.begin() + here, rows_.end(),
                                       [&](const Row& row) { return row.member == rows[at].member; });
        const auto row = static_cast<int>(from - rows_.begin());
        if (from == rows_.end()) {
            beginInsertRows({}, here, here);
            rows_.insert(rows_.begin() + here, rows[at]);
            endInsertRows();
        } else if (row != here) {
            beginMoveRows({}, row, row, {}, here);
            std::rotate(rows_.begin() + here, from, from + 1);
            endMoveRows();
        }
        rows_[at] = rows[at];
    }
    const auto kept = static_cast<int>(rows.size());
    if (kept == rowCount()) return;
    beginRemoveRows({}, kept, rowCount() - 1);
    rows_.resize(rows.size());
    endRemoveRows();
}

void FloorModel::set_person(base::MemberIndex self, bool moderates) {
    if (state_.self == self && state_.moderates == moderates) return;
    state_.self = self;
    state_.moderates = moderates;
    rename();
}

void FloorModel::tick() {
    own_.tick();
    under_way_.tick();
    if (!rows_.empty()) emit dataChanged(index(0), index(rowCount() - 1), {facts_role, under_way_role});
    emit ticked();
}

void FloorModel::rename() {
    if (!rows_.empty()) emit dataChanged(index(0), index(rowCount() - 1));
    emit changed();
    emit ticked();
}

QString FloorModel::title() const {
    const auto title = FloorWords::title(floor().label);
    return floor().group.isEmpty() ? title : tr("%1 in %2", "a floor, and whose group's").arg(title, floor().group);
}

QString FloorModel::purpose_name() const {
    return floor().purpose() == FloorPurpose::other ? QStringLiteral("other") : label_of(floor().purpose());
}

QString FloorModel::empty_text() const {
    return everyone() ? FloorWords::for_everyone(floor().purpose(), true) : FloorWords::nobody(floor().purpose());
}

QString FloorModel::running() const {
    return holder_count() == 1 ? ElapsedTime::format(state_.seconds_since(floor().holders.front().since)) : QString{};
}

QString FloorModel::time_of(int member) const {
    const auto* held = state_.holder(to_member(member));
    if (held == nullptr) return {};
    const auto so_far = state_.seconds_since(held->since);
    return rules_.limit() == 0 ? ElapsedTime::format(so_far)
                               : FloorWords::left(SpeakingLimit{floor().settings}.left(so_far));
}

double FloorModel::progress_of(int member) const {
    const auto* held = state_.holder(to_member(member));
    if (held == nullptr || rules_.limit() == 0) return -1;
    return std::min(1.0, static_cast<double>(state_.seconds_since(held->since)) / rules_.limit());
}

// --- what we do about others ---

bool FloorModel::may_give(int member) const {
    const bool own = state_.holds() && floor().settings.may_pass;
    return !floor().everyone && !state_.holds(to_member(member)) && (state_.moderates || own);
}

bool FloorModel::may_share(int member) const {
    const auto most = floor().settings.holders_max;
    return state_.sharer().value() != 0 && !floor().everyone && !state_.holds(to_member(member)) &&
           (most == 0 || holder_count() < most);
}

void FloorModel::act(int member, const QString& what) {
    const auto who = to_member(member);
    under_way_.begin(who);
    const auto place = [&] {
        const auto found = std::ranges::find(rows_, who, &Row::member);
        return found == rows_.end() ? 0 : found->place - 1;
    };
    if (what == QLatin1String{"grant"} || what == QLatin1String{"pass"}) {
        if (may_give(member)) state_.port.act_on_floor(state_.giving_to(who));
    } else if (what == QLatin1String{"withdraw"} || what == QLatin1String{"release"}) {
        own_.want(false);
    } else if (what == QLatin1String{"revoke"}) {
        state_.port.act_on_floor(RevokeFloor{floor().id, who});
    } else if (what == QLatin1String{"takeBack"}) {
        state_.port.act_on_floor(TakeBackFloor{floor().id, who});
    } else if (what == QLatin1String{"share"}) {
        if (may_share(member) && rules_.sharing_obstacle().isEmpty())
            state_.port.act_on_floor(ShareFloor{floor().id, state_.sharer(), who});
    } else if (what == QLatin1String{"refuse"}) {
        state_.port.act_on_floor(RefuseRequest{floor().id, who});
    } else if (what == QLatin1String{"accept"}) {
        state_.port.act_on_floor(PlaceRequest{floor().id, who, waiting_count()});
    } else if (what == QLatin1String{"up"}) {
        state_.port.act_on_floor(PlaceRequest{floor().id, who, std::max(0, place() - 1)});
    } else if (what == QLatin1String{"down"}) {
        state_.port.act_on_floor(PlaceRequest{floor().id, who, place() + 1});
    }
}

// --- rows ---

QString FloorModel::facts_of(const Row& row) const {
    const auto time = ElapsedTime::format(state_.seconds_since(row.since));
    if (row.holds) {
        if (row.returns_at.isValid())
            return FloorWords::out_of_reach(floor().purpose(), state_.seconds_until(row.returns_at));
        if (of_member(state_.members, row.member, MembersModel::absent_role).toBool())
            return FloorWords::out_of_reach(floor().purpose());
        const bool in_group = of_member(state_.members, row.member, MembersModel::group_role).toInt() != 0;
        if (in_group && floor().group.isEmpty() &&
            !of_member(state_.members, row.member, MembersModel::to_all_role).toBool())
            return tr("in a discussion group, not heard in the plenary");
        if (row.giver.value() != 0 && row.shared_by_hand)
            return tr("shared by %1, for %2").arg(state_.name_of(row.giver), time);
        return floor().demands_microphone ? tr("speaking for %1").arg(time) : tr("for %1").arg(time);
    }
    // Nobody comes nearer while everyone speaks.
    if (floor().everyone) return tr("kept for later");
    const auto waits = row.place > 0 ? tr("waiting %1").arg(time) : tr("asked %1 ago").arg(time);
    return row.priority == RequestClass::point_of_order ? tr("point of order, %1").arg(waits) : waits;
}

QString FloorModel::offer_of(const Row& row) const {
    const bool own = row.member == state_.self;
    if (row.holds) {
        if (own) return QStringLiteral("release");
        const bool gave = row.giver.value() != 0 && (row.giver == state_.self || state_.moderates);
        return gave ? QStringLiteral("takeBack") : state_.moderates ? QStringLiteral("revoke") : QString{};
    }
    // Whoever moderates takes it in one press; the button of the bar takes the request back.
    if (own && (!state_.moderates || floor().everyone)) return QStringLiteral("withdraw");
    if (!may_give(static_cast<int>(row.member.value()))) return {};
    return state_.passes_own() ? QStringLiteral("pass") : QStringLiteral("grant");
}

int FloorModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant FloorModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case member_role: return static_cast<int>(row.member.value());
    case Qt::DisplayRole:
    case name_role: return state_.name_of(row.member);
    case initials_role:
        return MembersModel::initials(of_member(state_.members, row.member, MembersModel::name_role).toString());
    case tint_role: return static_cast<int>(row.member.value() % MembersModel::tint_count);
    case is_self_role: return row.member == state_.self;
    case holds_role: return row.holds;
    case place_role: return row.place;
    case facts_role: return facts_of(row);
    case offer_role: return offer_of(row);
    case offer_text_role: return FloorWords::offer(floor().purpose(), offer_of(row));
    case under_way_role: return under_way_.shown(row.member);
    case may_order_role: return state_.moderates && !row.holds;
    case section_role:
        return row.holds       ? QStringLiteral("holding")
               : row.place > 0 ? QStringLiteral("waiting")
                               : QStringLiteral("pending");
    default: return {};
    }
}

QHash<int, QByteArray> FloorModel::roleNames() const {
    return {{member_role, "memberIndex"}, {name_role, "name"},
            {initials_role, "initials"},  {tint_role, "tint"},
            {is_self_role, "isSelf"},     {holds_role, "holds"},
            {place_role, "place"},        {facts_role, "facts"},
            {offer_role, "offer"},        {offer_text_role, "offerText"},
            {may_order_role, "mayOrder"}, {section_role, "section"},
            {under_way_role, "underWay"}};
}

} // namespace plenum::ui
