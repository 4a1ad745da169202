// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSortFilterProxyModel>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// The members by the groups in which they are: the plenary first, then each group; in one they stand as in the
/// members.
class PeopleOrder : public QSortFilterProxyModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")

  public:
    explicit PeopleOrder(QAbstractItemModel& members, QObject* parent = nullptr);
    /// Row of a member here, -1 if not here.
    Q_INVOKABLE int row_of(int member_index) const;

  protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

} // namespace plenum::ui
