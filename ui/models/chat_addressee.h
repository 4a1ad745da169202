// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// To whom the person writes now: the group that we are in, else everyone; or one person alone.
class ChatAddressee : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatOutbox")
    /// Behind "to"; empty: to everyone.
    Q_PROPERTY(QString label READ label NOTIFY changed)
    /// To one person alone.
    Q_PROPERTY(bool isPrivate READ is_private NOTIFY changed)

  public:
    /// `members` outlives this.
    explicit ChatAddressee(const MembersModel& members);

    [[nodiscard]] QString label() const;
    [[nodiscard]] bool is_private() const { return person_.value() != 0; }
    /// 0 unless it is private.
    [[nodiscard]] base::MemberIndex person() const { return person_; }
    [[nodiscard]] const QString& group() const { return group_; }
    [[nodiscard]] bool is_here(base::MemberIndex person) const {
        return members_.row_of(static_cast<int>(person.value())) >= 0;
    }
    /// Whether those who read this message read what we write now.
    [[nodiscard]] bool reads(const ChatMessage& message) const;
    /// Whether those who read this message are there, and we among them.
    [[nodiscard]] bool can_read(const ChatMessage& message) const;

    /// One person alone, until `write_to_all`.
    Q_INVOKABLE void write_to(int member_index);
    Q_INVOKABLE void write_to_all() { set_person({}); }
    /// Where we are; empty: in none.
    void set_group(const QString& label);

  signals:
    void changed();
    /// The person whom we wrote to has gone.
    void person_left(const QString& name);

  private:
    void set_person(base::MemberIndex person);
    void follow();

    const MembersModel& members_;
    QString group_;
    base::MemberIndex person_{};
    /// As it was last.
    QString name_;
};

} // namespace plenum::ui
