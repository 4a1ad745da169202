// SPDX-License-Identifier: Apache-2.0
#include "ui/models/people_order.h"

#include "ui/models/members_model.h"

namespace plenum::ui {

PeopleOrder::PeopleOrder(QAbstractItemModel& members, QObject* parent) : QSortFilterProxyModel{parent} {
    setSortRole(MembersModel::group_role);
    setDynamicSortFilter(true);
    setSourceModel(&members);
    sort(0);
}

bool PeopleOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto left_group = left.data(MembersModel::group_role).toInt();
    const auto right_group = right.data(MembersModel::group_role).toInt();
    return left_group == right_group ? left.row() < right.row() : left_group < right_group;
}

int PeopleOrder::row_of(int member_index) const {
    for (int row = 0; row < rowCount(); ++row)
        if (index(row, 0).data(MembersModel::index_role).toInt() == member_index) return row;
    return -1;
}

} // namespace plenum::ui
