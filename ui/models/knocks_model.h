// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/people_port.h"

#include <QAbstractListModel>
#include <QTimer>
#include <QtQml/qqmlregistration.h>

#include <functional>
#include <vector>

namespace plenum::ui {

/// Who waits to be let in, the longest first.
class KnocksModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ count NOTIFY count_changed)
    /// Of who waits longest; empty if nobody does.
    Q_PROPERTY(QString firstName READ first_name NOTIFY count_changed)
    /// Its knockId; 0 if nobody waits.
    Q_PROPERTY(int firstId READ first_id NOTIFY count_changed)

  public:
    enum RoleId {
        id_role = Qt::UserRole + 1,
        name_role,
        initials_role,
        tint_role,
        waiting_role,
        familiarity_role,
        identity_role,
    };
    using Clock = std::function<QDateTime()>;
    explicit KnocksModel(Clock clock, QObject* parent = nullptr);

    void add(const Knock& knock);
    void remove(KnockId id);
    void clear();
    /// A second has gone by.
    void tick();

    [[nodiscard]] int count() const { return static_cast<int>(rows_.size()); }
    [[nodiscard]] QString first_name() const { return rows_.empty() ? QString{} : rows_.front().name; }
    [[nodiscard]] int first_id() const { return rows_.empty() ? 0 : static_cast<int>(rows_.front().id.value()); }
    [[nodiscard]] std::vector<KnockId> ids() const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void count_changed();
    void heard(const QString& name);

  private:
    Clock clock_;
    QTimer timer_;
    std::vector<Knock> rows_;
};

} // namespace plenum::ui
