// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/people_port.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <map>

namespace plenum::ui {

/// Who one person is, as far as their key tells, and the decisions about them.
class Identities : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// memberIndex of who is looked at; 0: nobody. What follows is about them.
    Q_PROPERTY(int shown READ shown WRITE show NOTIFY changed)
    Q_PROPERTY(QString name READ name NOTIFY changed)
    Q_PROPERTY(QString familiarity READ familiarity NOTIFY changed)
    Q_PROPERTY(QString sentence READ sentence NOTIFY changed)
    /// In groups of five digits; empty while not known.
    Q_PROPERTY(QString safetyNumber READ safety_number NOTIFY changed)
    Q_PROPERTY(QString code READ code NOTIFY changed)
    /// "A, B"; empty if there are none.
    Q_PROPERTY(QString otherNames READ other_names NOTIFY changed)
    Q_PROPERTY(bool blocked READ blocked NOTIFY changed)

  public:
    explicit Identities(PeoplePort& port, QObject* parent = nullptr);

    [[nodiscard]] int shown() const { return static_cast<int>(shown_.value()); }
    [[nodiscard]] QString name() const { return member().name; }
    [[nodiscard]] QString familiarity() const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString safety_number() const;
    [[nodiscard]] QString code() const { return member().acquaintance.code; }
    [[nodiscard]] QString other_names() const;
    [[nodiscard]] bool blocked() const { return member().acquaintance.blocked; }

    void show(int member_index);
    /// The known name with another key is the same person's, or another person's.
    Q_INVOKABLE void accept(bool same_person);
    Q_INVOKABLE void set_blocked(bool blocked);
    Q_INVOKABLE void set_verified(bool verified);
    void clear();
    void retranslate() { emit changed(); }

  signals:
    void changed();

  private:
    [[nodiscard]] const Member& member() const;
    void take(const Member& member);

    PeoplePort& port_;
    std::map<base::MemberIndex, Member> people_;
    base::MemberIndex shown_;
};

} // namespace plenum::ui
