// SPDX-License-Identifier: Apache-2.0
#include "ui/models/members_model.h"

#include "ui/models/identity_words.h"

#include <QStringList>

#include <algorithm>
#include <optional>
#include <utility>

namespace plenum::ui {

void MembersModel::set(const Member& member) {
    const auto known = row_of(static_cast<int>(member.index.value()));
    if (known >= 0) return change(known, member);
    const auto place = std::ranges::find_if(rows_, [&](const Row& row) {
        if (row.member.is_self != member.is_self) return member.is_self;
        return row.member.index > member.index;
    });
    const auto row = static_cast<int>(place - rows_.begin());
    beginInsertRows({}, row, row);
    rows_.insert(place, Row{.member = member});
    endInsertRows();
    tell_names();
    emit count_changed();
    if (!member.is_self) emit joined(member.index);
}

void MembersModel::change(int row, const Member& member) {
    auto& place = rows_[static_cast<std::size_t>(row)];
    const auto was = std::exchange(place.member, member);
    if (member.presence == Presence::absent) place.level = 0, place.speaking = false;
    emit dataChanged(index(row), index(row));
    if (was.name != member.name) tell_names();
    if (member.is_self) return;
    if (was.role != member.role) emit role_changed(shown(member), member.role);
    if (was.presence == member.presence) return;
    if (member.presence == Presence::absent)
        emit dropped_off(shown(member));
    else
        emit returned(shown(member));
}

std::optional<MembersModel::Gone> MembersModel::remove(base::MemberIndex member) {
    const auto row = row_of(static_cast<int>(member.value()));
    if (row < 0) return std::nullopt;
    const auto& member_gone = rows_[static_cast<std::size_t>(row)].member;
    const Gone gone{shown(member_gone), member_gone.is_self};
    beginRemoveRows({}, row, row);
    rows_.erase(rows_.begin() + row);
    endRemoveRows();
    tell_names();
    emit count_changed();
    return gone;
}

void MembersModel::tell_names() {
    note_shared_names();
    if (!rows_.empty()) emit dataChanged(index(0), index(count() - 1), {code_role});
    emit names_changed();
}

QString MembersModel::shown(const Member& member) const {
    const auto& code = member.acquaintance.code;
    return is_shared(member.name) && !code.isEmpty() ? member.name + before_code + code : member.name;
}

QString MembersModel::shown_name(base::MemberIndex member) const {
    const auto row = row_of(static_cast<int>(member.value()));
    return row < 0 ? QString{} : shown(rows_[static_cast<std::size_t>(row)].member);
}

bool MembersModel::is_shared(const QString& name) const { return shared_names_.contains(name.toCaseFolded()); }

void MembersModel::note_shared_names() {
    QSet<QString> seen;
    for (const auto& row : rows_) {
        const auto name = row.member.name.toCaseFolded();
        if (seen.contains(name)) shared_names_.insert(name);
        seen.insert(name);
    }
}

void MembersModel::set_levels(const QList<MemberLevel>& levels) {
    for (int row = 0; row < count(); ++row) {
        auto& place = rows_[static_cast<std::size_t>(row)];
        const auto heard = std::ranges::find(levels, place.member.index, &MemberLevel::index);
        const auto level = heard == levels.end() ? 0.0F : std::clamp(heard->level, 0.0F, 1.0F);
        const auto speaking = heard != levels.end() && heard->speaking;
        if (place.level == level && place.speaking == speaking) continue;
        place.level = level;
        place.speaking = speaking;
        emit dataChanged(index(row), index(row), {level_role, speaking_role});
    }
}

void MembersModel::set_floor(const QList<base::MemberIndex>& holders) {
    if (std::exchange(floor_, holders) == holders || rows_.empty()) return;
    emit dataChanged(index(0), index(count() - 1), {has_floor_role});
}

void MembersModel::set_pens(const QList<base::MemberIndex>& holders) {
    if (std::exchange(pens_, holders) == holders || rows_.empty()) return;
    emit dataChanged(index(0), index(count() - 1), {has_pen_role});
}

void MembersModel::set_groups(const QHash<int, int>& groups) {
    if (std::exchange(groups_, groups) == groups || rows_.empty()) return;
    emit dataChanged(index(0), index(count() - 1), {group_role});
}

void MembersModel::set_barred_from_all(bool barred) {
    if (std::exchange(barred_from_all_, barred) == barred || rows_.empty()) return;
    emit dataChanged(index(0), index(count() - 1), {to_all_role});
}

void MembersModel::clear() {
    floor_.clear();
    pens_.clear();
    groups_.clear();
    barred_from_all_ = false;
    shared_names_.clear();
    if (rows_.empty()) return;
    beginResetModel();
    rows_.clear();
    endResetModel();
    emit count_changed();
}

void MembersModel::retranslate() {
    if (!rows_.empty()) emit dataChanged(index(0), index(count() - 1), {identity_role});
}

int MembersModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : count(); }

QVariant MembersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& row = rows_[static_cast<std::size_t>(index.row())];
    const auto& member = row.member;
    switch (role) {
    case index_role: return static_cast<int>(member.index.value());
    case Qt::DisplayRole:
    case name_role: return member.name;
    case initials_role: return initials(member.name);
    case tint_role: return static_cast<int>(member.index.value() % tint_count);
    case is_self_role: return member.is_self;
    case is_moderator_role: return member.role == Role::moderator;
    case absent_role: return member.presence == Presence::absent;
    case microphone_on_role: return member.microphone_on;
    case camera_on_role: return member.camera_on;
    case level_role: return row.level;
    case speaking_role: return row.speaking;
    case is_host_role: return member.is_host;
    case familiarity_role: return IdentityWords::key_of(member.acquaintance.familiarity);
    case identity_role: return member.is_self ? QString{} : IdentityWords::brief(member.name, member.acquaintance);
    case code_role: return is_shared(member.name) ? member.acquaintance.code : QString{};
    case blocked_role: return member.acquaintance.blocked;
    case has_floor_role: return floor_.contains(member.index);
    case group_role: return groups_.value(static_cast<int>(member.index.value()));
    case to_all_role: return member.speaks_to_all && !(member.is_self && barred_from_all_);
    case picture_late_role: return member.picture_late;
    case has_pen_role: return pens_.contains(member.index);
    default: return {};
    }
}

QHash<int, QByteArray> MembersModel::roleNames() const {
    return {{index_role, "memberIndex"},
            {name_role, "name"},
            {initials_role, "initials"},
            {tint_role, "tint"},
            {is_self_role, "isSelf"},
            {is_moderator_role, "isModerator"},
            {absent_role, "absent"},
            {microphone_on_role, "microphoneOn"},
            {camera_on_role, "cameraOn"},
            {level_role, "level"},
            {speaking_role, "speaking"},
            {is_host_role, "isHost"},
            {familiarity_role, "familiarity"},
            {identity_role, "identity"},
            {code_role, "code"},
            {blocked_role, "blocked"},
            {has_floor_role, "hasFloor"},
            {group_role, "group"},
            {to_all_role, "toAll"},
            {picture_late_role, "pictureLate"},
            {has_pen_role, "hasPen"}};
}

int MembersModel::row_of(int member_index) const {
    const auto place = std::ranges::find_if(
        rows_, [&](const Row& row) { return static_cast<int>(row.member.index.value()) == member_index; });
    return place == rows_.end() ? -1 : static_cast<int>(place - rows_.begin());
}

bool MembersModel::others_open() const {
    return std::ranges::any_of(rows_, [](const Row& row) { return !row.member.is_self && row.member.microphone_on; });
}

QVariantList MembersModel::heirs() const {
    QVariantList found;
    for (const auto& [member, level, speaking] : rows_) {
        if (member.is_self || member.presence == Presence::absent) continue;
        if (member.role == Role::moderator) return {};
        found << QVariantMap{{QStringLiteral("memberIndex"), static_cast<int>(member.index.value())},
                             {QStringLiteral("name"), shown(member)},
                             {QStringLiteral("doubtful"),
                              is_shared(member.name) || member.acquaintance.familiarity == Familiarity::changed}};
    }
    return found;
}

QString MembersModel::initials(const QString& name) {
    // The letter that a word begins with, past brackets and quotes: neither "2nd" nor a smiley gives one.
    const auto initial = [](const QString& word) -> std::optional<QString> {
        for (const auto sign : word.toStdU32String()) {
            if (QChar::isLetter(sign)) {
                const auto upper = QChar::toTitleCase(sign);
                return QString::fromUcs4(&upper, 1);
            }
            if (QChar::isNumber(sign)) break;
        }
        return std::nullopt;
    };
    QStringList found;
    // An accent of its own is joined to its letter where there is such a letter.
    for (const auto& word : name.normalized(QString::NormalizationForm_C).split(QLatin1Char{' '}, Qt::SkipEmptyParts))
        if (const auto letter = initial(word)) found << *letter;
    if (found.isEmpty()) return QStringLiteral("?");
    return found.size() == 1 ? found.first() : found.first() + found.last();
}

} // namespace plenum::ui
