// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"

#include <QSortFilterProxyModel>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Of the members those that have a tile now, in their own order.
class MembersPage : public QSortFilterProxyModel {
    Q_OBJECT
    QML_ELEMENT
    /// memberIndexes.
    Q_PROPERTY(QList<int> shown MEMBER shown_ NOTIFY changed)

  public:
    explicit MembersPage(QObject* parent = nullptr) : QSortFilterProxyModel{parent} {
        connect(this, &MembersPage::changed, this, &MembersPage::invalidateFilter);
    }

  signals:
    void changed();

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex&) const override {
        return shown_.contains(sourceModel()->index(row, 0).data(MembersModel::index_role).toInt());
    }

  private:
    QList<int> shown_;
};

} // namespace plenum::ui
