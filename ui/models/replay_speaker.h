// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/pictures.h"
#include "ui/models/replay_history.h"

#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Whose picture a replay shows: whoever speaks at its place, or spoke last before it.
class ReplaySpeaker : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Replay")
    /// 0 for nobody yet.
    Q_PROPERTY(int memberIndex READ member_index NOTIFY changed)
    Q_PROPERTY(QString name READ name NOTIFY changed)
    Q_PROPERTY(QString initials READ initials NOTIFY changed)
    Q_PROPERTY(int tint READ tint NOTIFY changed)

  public:
    /// All outlive this.
    ReplaySpeaker(ReplayPort& port, const ReplayHistory& history, Pictures& pictures);

    [[nodiscard]] int member_index() const { return static_cast<int>(member_.value()); }
    [[nodiscard]] QString name() const { return history_.name_of(member_); }
    [[nodiscard]] QString initials() const { return MembersModel::initials(name()); }
    [[nodiscard]] int tint() const { return member_index() % MembersModel::tint_count; }

    /// The replay is at this place now.
    void follow(base::LocalTime place);
    /// It is over.
    void clear();

  signals:
    void changed();

  private:
    void set(base::MemberIndex member);

    ReplayPort& port_;
    const ReplayHistory& history_;
    Pictures& pictures_;
    base::MemberIndex member_;
};

} // namespace plenum::ui
