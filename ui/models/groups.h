// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/group_port.h"
#include "ui/port/session_port.h"

#include <QAbstractListModel>
#include <QSet>
#include <QStringList>
#include <QTimer>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

#include <functional>
#include <vector>

namespace plenum::ui {

class Floors;
class MembersModel;

/// The discussion groups in order of their opening, who is in which, and what we may do about them. Nobody is called
/// back by a clock alone: whoever moderates is told when the time is over, and calls.
class Groups : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ rowCount NOTIFY changed)
    /// Identifier of ours; 0 for the plenary alone.
    Q_PROPERTY(int own READ own NOTIFY changed)
    Q_PROPERTY(QString ownLabel READ own_label NOTIFY changed)
    /// Who else is in it: "with Ada and Jonas".
    Q_PROPERTY(QString ownPeople READ own_people NOTIFY changed)
    /// Until everyone is to be back; empty where that is not said.
    Q_PROPERTY(QString timeLeft READ time_left NOTIFY ticked)
    /// Everyone is being called back, and so long from now.
    Q_PROPERTY(bool calling READ calling NOTIFY changed)
    Q_PROPERTY(bool speaksToAll READ speaks_to_all NOTIFY changed)
    /// Whether we are heard, of whoever speaks to all, and of whoever is in the plenary: that has a floor perhaps.
    Q_PROPERTY(QString toAllWords READ to_all_words NOTIFY changed)
    Q_PROPERTY(QString plenaryWords READ plenary_words NOTIFY changed)
    /// The plenary and each group, with `groupId` and `label`, for menus; empty without groups.
    Q_PROPERTY(QVariantList choices READ choices NOTIFY choices_changed)
    /// People whom nobody has put anywhere, other than moderators.
    Q_PROPERTY(int unplaced READ unplaced NOTIFY changed)
    /// The last change, for those who hear the screen.
    Q_PROPERTY(QString news READ news NOTIFY news_changed)

  public:
    enum RoleId { id_role = Qt::UserRole + 1, label_role, size_role, mine_role, open_role, may_enter_role };
    using Clock = std::function<QDateTime()>;
    static constexpr int groups_max = 12;
    /// From the call back to its end.
    static constexpr int notice_seconds = 15;
    /// From the end of a call back to the word that the groups are still open.
    static constexpr int unclosed_seconds = 3;

    Groups(GroupPort& port, SessionPort& session, const MembersModel& members, const Floors& floors, Clock clock,
           QObject* parent = nullptr);

    void clear();
    void tick();
    void retranslate();

    [[nodiscard]] int own() const;
    [[nodiscard]] QString own_label() const;
    [[nodiscard]] QString own_people() const;
    [[nodiscard]] QString time_left() const;
    [[nodiscard]] bool calling() const { return calling_; }
    [[nodiscard]] bool speaks_to_all() const { return speaks_to_all_; }
    [[nodiscard]] QString to_all_words() const;
    [[nodiscard]] QString plenary_words() const;
    [[nodiscard]] QVariantList choices() const;
    [[nodiscard]] int unplaced() const { return static_cast<int>(placeable(true).size()); }
    [[nodiscard]] QString news() const { return news_; }
    [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

    Q_INVOKABLE int group_of(int member) const;
    /// Of a group's identifier; the plenary's words for 0.
    Q_INVOKABLE QString label_of(int group) const;
    /// How many are in it; 0 is the plenary alone.
    Q_INVOKABLE int size_of(int group) const;
    /// Names for so many new groups.
    Q_INVOKABLE QStringList proposed_labels(int count) const;
    /// `spread` is "" (nobody is put anywhere), "evenly" or "random"; 0 minutes are without end.
    Q_INVOKABLE void open(const QStringList& labels, int minutes, bool anyone, const QString& spread);
    /// 0: back to the plenary.
    Q_INVOKABLE void place(int member, int group);
    Q_INVOKABLE void enter(int group);
    Q_INVOKABLE void go_back();
    /// "evenly": who is in none joins the smallest. "random": everyone is put anew. Moderators stay where they are.
    Q_INVOKABLE void spread(const QString& how);
    /// From now, for all groups; 0: without end.
    Q_INVOKABLE void set_minutes(int minutes);
    Q_INVOKABLE void set_anyone(int group, bool anyone);
    Q_INVOKABLE void close(int group);
    Q_INVOKABLE void call_back();
    Q_INVOKABLE void stay();
    Q_INVOKABLE void speak_to_all(bool to_all) { port_.speak_to_all(to_all); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void changed();
    void choices_changed();
    /// Comes with each change too.
    void ticked();
    void news_changed();
    /// A short word to the person; `kind` as `Client::notice` has it.
    void told(const QString& text, const QString& kind);

  private:
    void take(const Group& group);
    [[nodiscard]] bool is_call_back(const Group& group, const Group& before) const;
    void remove(base::ConversationId group);
    void changes();
    void tell_own(base::ConversationId before);
    void tell_time();
    void announce(const QString& words);
    [[nodiscard]] const Group* find(int id) const;
    [[nodiscard]] base::ConversationId own_group() const;
    /// Everyone but moderators; of these, where told, only who is in none.
    [[nodiscard]] QList<base::MemberIndex> placeable(bool in_none) const;
    /// The earliest of ours, or where we moderate of any.
    [[nodiscard]] QDateTime ends_at() const;
    /// Negative where there is no end.
    [[nodiscard]] int seconds_left() const;
    [[nodiscard]] QDateTime after(int seconds) const { return clock_().addSecs(seconds); }

    GroupPort& port_;
    const MembersModel& members_;
    const Floors& floors_;
    Clock clock_;
    QTimer timer_;
    std::vector<Group> groups_;
    base::MemberIndex self_;
    bool moderates_{false};
    bool calling_{false};
    /// Somebody calls everyone back, us perhaps.
    bool called_{false};
    bool speaks_to_all_{false};
    /// Those that we asked for and that are not there yet; then people are put into them.
    QStringList awaited_;
    QString spread_wanted_;
    /// Told already of this end: the minute before it, the end.
    QDateTime told_of_;
    int told_seconds_{-1};
    QString news_;
    QVariantList choices_told_;
};

} // namespace plenum::ui
