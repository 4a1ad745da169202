// SPDX-License-Identifier: Apache-2.0
#include "ui/models/knocks_model.h"

#include "ui/models/elapsed_time.h"
#include "ui/models/identity_words.h"
#include "ui/models/members_model.h"

#include <algorithm>
#include <chrono>

namespace plenum::ui {

KnocksModel::KnocksModel(Clock clock, QObject* parent) : QAbstractListModel{parent}, clock_{std::move(clock)} {
    timer_.setInterval(std::chrono::seconds{1});
    connect(&timer_, &QTimer::timeout, this, &KnocksModel::tick);
}

void KnocksModel::add(const Knock& knock) {
    if (std::ranges::find(rows_, knock.id, &Knock::id) != rows_.end()) return;
    beginInsertRows({}, count(), count());
    rows_.push_back(knock);
    endInsertRows();
    timer_.start();
    emit count_changed();
    emit heard(knock.name);
}

void KnocksModel::remove(KnockId id) {
    const auto place = std::ranges::find(rows_, id, &Knock::id);
    if (place == rows_.end()) return;
    const auto row = static_cast<int>(place - rows_.begin());
    beginRemoveRows({}, row, row);
    rows_.erase(place);
    endRemoveRows();
    if (rows_.empty()) timer_.stop();
    emit count_changed();
}

void KnocksModel::clear() {
    if (rows_.empty()) return;
    beginResetModel();
    rows_.clear();
    endResetModel();
    timer_.stop();
    emit count_changed();
}

void KnocksModel::tick() {
    if (!rows_.empty()) emit dataChanged(index(0), index(count() - 1), {waiting_role});
}

std::vector<KnockId> KnocksModel::ids() const {
    std::vector<KnockId> ids;
    std::ranges::transform(rows_, std::back_inserter(ids), &Knock::id);
    return ids;
}

int KnocksModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : count(); }

QVariant KnocksModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& knock = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case id_role: return static_cast<int>(knock.id.value());
    case Qt::DisplayRole:
    case name_role: return knock.name;
    case initials_role: return MembersModel::initials(knock.name);
    case tint_role: return static_cast<int>(knock.id.value() % MembersModel::tint_count);
    case waiting_role: return ElapsedTime::format(static_cast<int>(std::max<qint64>(0, knock.since.secsTo(clock_()))));
    case familiarity_role: return IdentityWords::key_of(knock.acquaintance.familiarity);
    case identity_role: return IdentityWords::brief(knock.name, knock.acquaintance);
    default: return {};
    }
}

QHash<int, QByteArray> KnocksModel::roleNames() const {
    return {{id_role, "knockId"},       {name_role, "name"},       {initials_role, "initials"},
            {tint_role, "tint"},        {waiting_role, "waiting"}, {familiarity_role, "familiarity"},
            {identity_role, "identity"}};
}

} // namespace plenum::ui
