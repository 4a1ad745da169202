// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floor_model.h"

#include "ui/models/elapsed_time.h"
#include "ui/models/floor_words.h"
#include "ui/models/members_model.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

FloorModel::FloorModel(FloorPort& port, const MembersModel& members, Clock clock, const Floor& floor, QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      members_{members},
      clock_{std::move(clock)},
      floor_{floor},
      rows_{rows_of(floor)} {}

// --- how it stands ---

std::vector<FloorModel::Row> FloorModel::rows_of(const Floor& floor) const {
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
    const bool took_part = takes_part();
    const auto rows = rows_of(floor);
    std::erase_if(under_way_, [&](const auto& item) {
        const auto before = std::ranges::find(rows_, item.first, &Row::member);
        const auto now = std::ranges::find(rows, item.first, &Row::member);
        return (before == rows_.end()) != (now == rows.end()) || (now != rows.end() && *before != *now);
    });
    move_rows(rows);
    floor_ = floor;
    if (took_part && !takes_part()) giving_back_looks_ = 0;
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
    if (self_ == self && moderates_ == moderates) return;
    self_ = self;
    moderates_ = moderates;
    rename();
}

void FloorModel::tick() {
    if (giving_back() && !takes_part()) --giving_back_looks_;
    for (auto& [member, looks] : under_way_)
        ++looks;
    std::erase_if(under_way_, [](const auto& item) { return item.second > looks_under_way; });
    if (!rows_.empty()) emit dataChanged(index(0), index(rowCount() - 1), {facts_role, under_way_role});
    emit ticked();
}

void FloorModel::rename() {
    if (!rows_.empty()) emit dataChanged(index(0), index(rowCount() - 1));
    emit changed();
    emit ticked();
}

bool FloorModel::holds(base::MemberIndex member) const {
    return std::ranges::find(floor_.holders, member, &FloorHolder::member) != floor_.holders.end();
}

const FloorRequest* FloorModel::own_request() const {
    const auto found = std::ranges::find(floor_.requests, self_, &FloorRequest::member);
    return found == floor_.requests.end() ? nullptr : &*found;
}

int FloorModel::own_place() const {
    const auto found = std::ranges::find(rows_, self_, &Row::member);
    return found == rows_.end() ? 0 : found->place;
}

QString FloorModel::standing() const {
    if (floor_.everyone) return QStringLiteral("everyone");
    if (holds(self_)) return floor_.out_of_reach ? QStringLiteral("outOfReach") : QStringLiteral("holding");
    if (const auto* own = own_request()) return own->accepted ? QStringLiteral("waiting") : QStringLiteral("pending");
    return floor_.settings.locked && !moderates_ ? QStringLiteral("closed") : QStringLiteral("none");
}

int FloorModel::seconds_since(const QDateTime& since) const {
    // A wall clock that is set back must not show less than nothing.
    return static_cast<int>(std::clamp<qint64>(since.secsTo(clock_()), 0, 359'999));
}

int FloorModel::seconds_until(const QDateTime& end) const {
    return static_cast<int>((std::clamp<qint64>(clock_().msecsTo(end), 0, 60'000) + 999) / 1000);
}

QString FloorModel::returning() const {
    QDateTime first;
    for (const auto& holder : floor_.holders)
        if (holder.returns_at.isValid() && (!first.isValid() || holder.returns_at < first)) first = holder.returns_at;
    return first.isValid() ? FloorWords::returns_in(purpose(), seconds_until(first)) : QString{};
}

bool FloorModel::warned() const {
    const auto after = floor_.settings.warned_after.count();
    const auto own = std::ranges::find(floor_.holders, self_, &FloorHolder::member);
    return own != floor_.holders.end() && after > 0 && seconds_since(own->since) >= after;
}

QString FloorModel::button_text() const {
    const auto now = standing();
    if (now == QLatin1String{"everyone"}) return FloorWords::everyone(purpose());
    if (now == QLatin1String{"closed"}) return tr("Asking is closed");
    if (under_way(self_)) return takes_part() ? tr("Giving back…") : tr("Asking…");
    if (now == QLatin1String{"outOfReach"}) return tr("No connection · Release");
    if (now == QLatin1String{"none"}) return FloorWords::ask(purpose());
    if (now == QLatin1String{"holding"}) {
        if (!warned()) return FloorWords::release(purpose());
        const auto own = std::ranges::find(floor_.holders, self_, &FloorHolder::member);
        const auto end = floor_.settings.revoked_after.count();
        const auto left = end == 0 ? 0 : static_cast<int>(end) - seconds_since(own->since);
        return tr("%1 · Release").arg(FloorWords::left(left));
    }
    if (const auto soon = returning(); !soon.isEmpty()) return soon;
    const auto waited = ElapsedTime::format(seconds_since(own_request()->since));
    if (now == QLatin1String{"pending"}) return tr("You have asked · %1").arg(waited);
    return own_place() == 1 ? tr("You are next · %1").arg(waited)
                            : tr("You are %1 · %2").arg(FloorWords::ordinal(own_place()), waited);
}

QString FloorModel::button_hint() const {
    const auto hint = FloorWords::hint(purpose(), standing());
    // Whose the voice is, the bar and the tiles say.
    const bool others = holder_count() > 0 && !everyone() && !holds(self_) && purpose() != FloorPurpose::voice;
    return others ? FloorWords::with(purpose(), holder_names()) + QLatin1Char{' '} + hint : hint;
}

bool FloorModel::may_press() const {
    return standing() != QLatin1String{"everyone"} && standing() != QLatin1String{"closed"};
}

bool FloorModel::may_raise() const {
    // Where everyone speaks there is no turn to come before, and where asking is closed it would be refused.
    if (floor_.everyone || (floor_.settings.locked && !moderates_)) return false;
    const auto* own = own_request();
    const bool asks = own != nullptr && own->priority != RequestClass::point_of_order;
    return asks || standing() == QLatin1String{"none"};
}

QString FloorModel::holder_names() const {
    QStringList names;
    for (const auto& holder : floor_.holders)
        names << name_of(holder.member);
    return FloorWords::listed(names);
}

QString FloorModel::running() const {
    if (floor_.holders.size() != 1) return {};
    return ElapsedTime::format(seconds_since(floor_.holders.front().since));
}

double FloorModel::progress() const {
    if (floor_.holders.size() != 1 || limit() == 0) return -1;
    return std::min(1.0, static_cast<double>(seconds_since(floor_.holders.front().since)) / limit());
}

const FloorHolder* FloorModel::holder(base::MemberIndex member) const {
    const auto found = std::ranges::find(floor_.holders, member, &FloorHolder::member);
    return found == floor_.holders.end() ? nullptr : &*found;
}

QString FloorModel::time_of(int member) const {
    const auto* held = holder(index_of(member));
    return held == nullptr ? QString{} : ElapsedTime::format(seconds_since(held->since));
}

double FloorModel::progress_of(int member) const {
    const auto* held = holder(index_of(member));
    if (held == nullptr || limit() == 0) return -1;
    return std::min(1.0, static_cast<double>(seconds_since(held->since)) / limit());
}

double FloorModel::warned_from() const {
    const auto after = static_cast<double>(floor_.settings.warned_after.count());
    return limit() == 0 || after <= 0 ? 1.0 : after / limit();
}

bool FloorModel::under_way(base::MemberIndex member) const {
    const auto found = under_way_.find(member);
    return found != under_way_.end() && found->second >= looks_unseen;
}

QString FloorModel::title() const {
    const auto title = FloorWords::title(floor_.label);
    return floor_.group.isEmpty() ? title : tr("%1 in %2", "a floor, and whose group's").arg(title, floor_.group);
}
QString FloorModel::purpose_name() const {
    return purpose() == FloorPurpose::other ? QStringLiteral("other") : label_of(purpose());
}
QString FloorModel::empty_text() const {
    return floor_.everyone ? FloorWords::for_everyone(purpose(), true) : FloorWords::nobody(purpose());
}
QString FloorModel::style_heading() const { return FloorWords::style_heading(purpose()); }
QString FloorModel::limit_title() const { return FloorWords::limit(purpose()); }
FloorStyle FloorModel::style(const QString& id) const {
    const auto styles = port_.floor_styles();
    const auto found = std::ranges::find(styles, id, &FloorStyle::id);
    return found == styles.end() ? FloorStyle{.id = id, .title = {}, .about = {}, .parameters = {}, .holders_max = 1}
                                 : *found;
}

QList<FloorStyle> FloorModel::offered_styles(const FloorPort& port) {
    auto all = port.floor_styles();
    // Who is in which group there is no way to say here yet.
    all.removeIf([](const FloorStyle& style) { return style.id == QLatin1String{"groups"}; });
    all.append(FloorStyle{});
    return all;
}

QStringList FloorModel::style_abouts() const {
    QStringList abouts;
    for (const auto& style : offered_styles(port_))
        abouts << FloorWords::style_about(style, purpose());
    return abouts;
}

QString FloorModel::style_title() const { return FloorWords::style_title(style(style_id())); }
QString FloorModel::style_about() const { return FloorWords::style_about(style(style_id()), purpose()); }
QString FloorModel::style_example() const { return style(style_id()).parameters; }

// --- rows ---

QVariant FloorModel::of_member(base::MemberIndex member, int role) const {
    const auto row = members_.row_of(static_cast<int>(member.value()));
    return row < 0 ? QVariant{} : members_.index(row).data(role);
}

QString FloorModel::name_of(base::MemberIndex member) const {
    const auto name = members_.shown_name(member);
    return name.isEmpty() ? tr("Someone") : name;
}

QString FloorModel::facts_of(const Row& row) const {
    const auto time = ElapsedTime::format(seconds_since(row.since));
    if (row.holds) {
        if (row.returns_at.isValid()) return FloorWords::out_of_reach(purpose(), seconds_until(row.returns_at));
        if (of_member(row.member, MembersModel::absent_role).toBool()) return FloorWords::out_of_reach(purpose());
        const bool in_group = of_member(row.member, MembersModel::group_role).toInt() != 0;
        if (in_group && floor_.group.isEmpty() && !of_member(row.member, MembersModel::to_all_role).toBool())
            return tr("in a discussion group, not heard in the plenary");
        if (row.giver.value() != 0 && row.shared_by_hand)
            return tr("shared by %1, for %2").arg(name_of(row.giver), time);
        return floor_.demands_microphone ? tr("speaking for %1").arg(time) : tr("for %1").arg(time);
    }
    // Nobody comes nearer while everyone speaks.
    if (floor_.everyone) return tr("kept for later");
    const auto waits = row.place > 0 ? tr("waiting %1").arg(time) : tr("asked %1 ago").arg(time);
    return row.priority == RequestClass::point_of_order ? tr("point of order, %1").arg(waits) : waits;
}

QString FloorModel::offer_of(const Row& row) const {
    const bool own = row.member == self_;
    if (row.holds) {
        if (own) return QStringLiteral("release");
        const bool gave = row.giver.value() != 0 && (row.giver == self_ || moderates_);
        return gave ? QStringLiteral("takeBack") : moderates_ ? QStringLiteral("revoke") : QString{};
    }
    // Whoever moderates takes it in one press; the button of the bar takes the request back.
    if (own && (!moderates_ || floor_.everyone)) return QStringLiteral("withdraw");
    if (!may_give(static_cast<int>(row.member.value()))) return {};
    return holds(self_) && floor_.settings.may_pass ? QStringLiteral("pass") : QStringLiteral("grant");
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
    case name_role: return name_of(row.member);
    case initials_role: return MembersModel::initials(of_member(row.member, MembersModel::name_role).toString());
    case tint_role: return static_cast<int>(row.member.value() % MembersModel::tint_count);
    case is_self_role: return row.member == self_;
    case holds_role: return row.holds;
    case place_role: return row.place;
    case facts_role: return facts_of(row);
    case offer_role: return offer_of(row);
    case offer_text_role: return FloorWords::offer(purpose(), offer_of(row));
    case under_way_role: return under_way(row.member);
    case may_order_role: return moderates_ && !row.holds;
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
