// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/people_port.h"
#include "ui/port/session_port.h"

#include <QObject>
#include <QTimer>
#include <QtQml/qqmlregistration.h>

#include <map>

namespace plenum::ui {

class KnocksModel;
class MembersModel;

/// What moderators do, and what everybody sees of it: who may come in, who was let in, removed, given a role.
class Moderation : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(bool mayModerate READ may_moderate NOTIFY changed)
    /// Only since no moderator is there.
    Q_PROPERTY(bool acting READ acting NOTIFY changed)
    /// "open", "lobby" or "closed".
    Q_PROPERTY(QString admission READ admission NOTIFY changed)
    Q_PROPERTY(bool historyForNewcomers READ history_for_newcomers NOTIFY changed)
    /// Of those who are no moderators: "draw", "edit_others" or "manage".
    Q_PROPERTY(QString boardAuthority READ board_authority NOTIFY changed)
    Q_PROPERTY(bool recordingAllowed READ recording_allowed NOTIFY changed)

  public:
    /// All outlive this.
    Moderation(PeoplePort& port, SessionPort& session, KnocksModel& knocks, const MembersModel& members,
               QObject* parent = nullptr);

    [[nodiscard]] bool may_moderate() const { return facts_.may_moderate; }
    [[nodiscard]] bool acting() const { return facts_.acting; }
    [[nodiscard]] QString admission() const { return key_of(facts_.policy.admission); }
    [[nodiscard]] bool history_for_newcomers() const { return facts_.policy.history_for_newcomers; }

    [[nodiscard]] QString board_authority() const;
    [[nodiscard]] bool recording_allowed() const { return facts_.policy.recording; }

    Q_INVOKABLE void admit(int knock) { port_.admit(KnockId{static_cast<std::uint64_t>(knock)}); }
    Q_INVOKABLE void refuse(int knock) { port_.refuse(KnockId{static_cast<std::uint64_t>(knock)}); }
    Q_INVOKABLE void admit_all();
    Q_INVOKABLE void remove(int member_index, const QString& name, bool change_link);
    Q_INVOKABLE void set_moderator(int member_index, bool moderator);
    Q_INVOKABLE void mute(int member_index);
    /// Says so where there is nobody to mute.
    Q_INVOKABLE void mute_everyone();
    Q_INVOKABLE void set_admission(const QString& admission);
    Q_INVOKABLE void set_history_for_newcomers(bool readable);
    Q_INVOKABLE void set_board_authority(const QString& authority);
    Q_INVOKABLE void set_recording_allowed(bool allowed);
    Q_INVOKABLE void change_link() { port_.change_link(); }

    [[nodiscard]] static QString key_of(Admission admission);
    /// `open` for a word that is none.
    [[nodiscard]] static Admission admission_of(const QString& key);
    /// One line for everybody on who may come in.
    [[nodiscard]] static QString state_words(Admission admission);

    void member_left(base::MemberIndex index, const QString& name, Departure departure);
    void clear();

  signals:
    void changed();
    /// A short word to the person; `kind` as `Client::notice` has it.
    void told(const QString& text, const QString& kind);

  private:
    void take(const ConferenceFacts& facts);
    void tell_changes(const ConferenceFacts& before);
    void tell_removal_alone();

    PeoplePort& port_;
    KnocksModel& knocks_;
    const MembersModel& members_;
    ConferenceFacts facts_;
    /// Whom we asked to remove with a change of link, until that is told.
    QString removed_with_link_;
    std::map<base::MemberIndex, QString> removing_;
    /// The new link did not come with it.
    QTimer link_late_;
    bool in_call_{false};
};

} // namespace plenum::ui
