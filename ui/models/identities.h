// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/conference_port.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <map>

namespace plenum::ui {

/// Who the people here are, as far as their keys tell: one person to look at closely, and those about whom the person
/// must decide, one after the other.
class Identities : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// memberIndex of somebody whose key changed and about whom nothing was said yet; 0: nobody.
    Q_PROPERTY(int undecided READ undecided NOTIFY changed)
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
    Q_PROPERTY(bool withheld READ withheld NOTIFY changed)

  public:
    explicit Identities(ConferencePort& port, QObject* parent = nullptr);

    [[nodiscard]] int undecided() const;
    [[nodiscard]] int shown() const { return static_cast<int>(shown_.value()); }
    [[nodiscard]] QString name() const { return member().name; }
    [[nodiscard]] QString familiarity() const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString safety_number() const;
    [[nodiscard]] QString code() const { return member().acquaintance.code; }
    [[nodiscard]] QString other_names() const;
    [[nodiscard]] bool withheld() const { return member().acquaintance.withheld; }

    void show(int member_index);
    Q_INVOKABLE QString sentence_about(int member_index) const;
    Q_INVOKABLE QString number_with(int member_index) const;
    Q_INVOKABLE QString name_of(int member_index) const;
    Q_INVOKABLE void accept(int member_index);
    Q_INVOKABLE void keep_withheld(int member_index);
    Q_INVOKABLE void set_verified(bool verified);
    void clear();
    void retranslate() { emit changed(); }

  signals:
    void changed();

  private:
    struct Person {
        Member member;
        /// They said to keep them withheld.
        bool put_off{false};
    };
    [[nodiscard]] const Member& member() const { return member_of(shown_); }
    [[nodiscard]] const Member& member_of(base::MemberIndex index) const;
    void take(const Member& member);

    ConferencePort& port_;
    std::map<base::MemberIndex, Person> people_;
    base::MemberIndex shown_;
};

} // namespace plenum::ui
