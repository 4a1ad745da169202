// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/health.h"
#include "ui/models/order_model.h"
#include "ui/models/reception_judge.h"
#include "ui/models/reception_model.h"
#include "ui/port/media_port.h"
#include "ui/port/people_port.h"
#include "ui/port/session_port.h"

#include <memory>

namespace plenum::ui {

/// How the call goes, for the curious and for support: the order in each conversation that we are in, each person who
/// is heard or seen, our own way to the relay; and all of it as text. As a list: the conversations.
class Diagnostics : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(plenum::ui::Health* health READ health CONSTANT)
    Q_PROPERTY(plenum::ui::ReceptionModel* people READ people CONSTANT)
    /// Figures of our own, and what they are, in the same order.
    Q_PROPERTY(QStringList ownNames READ own_names NOTIFY changed)
    Q_PROPERTY(QStringList ownValues READ own_values NOTIFY changed)

  public:
    enum RoleId { order_role = Qt::UserRole + 1 };
    using Clock = OrderModel::Clock;

    /// All outlive it.
    Diagnostics(DiagnosticsPort& port, SessionPort& session, MediaPort& media, PeoplePort& people,
                const MembersModel& members, Clock clock, QObject* parent = nullptr);

    void clear();
    void retranslate();

    [[nodiscard]] Health* health() { return &health_; }
    [[nodiscard]] ReceptionModel* people() { return &people_; }
    [[nodiscard]] QStringList own_names() const;
    [[nodiscard]] QStringList own_values() const;

    /// For the clipboard: people by their names, and no key, link or address.
    Q_INVOKABLE QString report() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void changed();

  private:
    void take(const Figures& figures);
    void judge_anew();
    [[nodiscard]] QList<base::MemberIndex> speakers() const;
    void set_conversations(const QList<OrderFigures>& conversations);
    void tell_rights();

    DiagnosticsPort& port_;
    const SessionPort& session_;
    const MembersModel& members_;
    Health health_;
    Clock clock_;
    std::vector<std::unique_ptr<OrderModel>> rows_;
    ReceptionModel people_;
    ReceptionJudge judge_;
    OwnFigures own_;
    bool moderates_{false};
};

} // namespace plenum::ui
