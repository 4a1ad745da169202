// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <optional>

namespace plenum::ui {

/// To whom the person writes now: the group that we are in, else everyone; or one person alone. An answer goes to those
/// who read the answered line, whomever the person wrote to before.
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
    [[nodiscard]] bool is_private() const { return person().value() != 0; }
    /// 0 unless it is private.
    [[nodiscard]] base::MemberIndex person() const { return answered_.value_or(person_); }
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
    Q_INVOKABLE void write_to_all() { choose({}); }
    /// A line is answered that is private with this person, or with nobody (0). Nullopt: no answer is written any more.
    void set_answered(std::optional<base::MemberIndex> private_with) { set(person_, private_with); }
    /// Where we are; empty: in none.
    void set_group(const QString& label);

  signals:
    void changed();
    /// The person writes to others than before, and answers nothing.
    void switched();
    /// The person whom we wrote to has gone.
    void person_left(const QString& name);

  private:
    void choose(base::MemberIndex person);
    void set(base::MemberIndex person, std::optional<base::MemberIndex> answered);
    void follow();

    const MembersModel& members_;
    QString group_;
    /// Where nothing is answered.
    base::MemberIndex person_{};
    std::optional<base::MemberIndex> answered_;
    /// Of `person()`, as it was last.
    QString name_;
};

} // namespace plenum::ui
