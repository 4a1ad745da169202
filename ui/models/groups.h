// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/group_plan.h"
#include "ui/models/group_time.h"
#include "ui/models/speech_to_all.h"

#include <QVariantList>

namespace plenum::ui {

/// The discussion groups in order of their opening, and who is in which.
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
    Q_PROPERTY(plenum::ui::GroupTime* time READ time CONSTANT)
    Q_PROPERTY(plenum::ui::GroupPlan* plan READ plan CONSTANT)
    Q_PROPERTY(plenum::ui::SpeechToAll* toAll READ to_all CONSTANT)
    /// The plenary and each group, with `groupId` and `label`, for menus; empty without groups.
    Q_PROPERTY(QVariantList choices READ choices NOTIFY choices_changed)
    /// The last change, for those who hear the screen.
    Q_PROPERTY(QString news READ news NOTIFY news_changed)

  public:
    enum RoleId { id_role = Qt::UserRole + 1, label_role, size_role, mine_role, open_role, may_enter_role };
    static constexpr int groups_max = 12;

    Groups(GroupPort& port, SessionPort& session, const MembersModel& members, const Floors& floors,
           GroupState::Clock clock, QObject* parent = nullptr);

    void clear();
    /// What stands in a row follows from who is where, and from names.
    void refresh();

    [[nodiscard]] int own() const;
    [[nodiscard]] QString own_label() const { return label_of(own()); }
    [[nodiscard]] QString own_people() const;
    [[nodiscard]] GroupTime* time() { return &time_; }
    [[nodiscard]] GroupPlan* plan() { return &plan_; }
    [[nodiscard]] SpeechToAll* to_all() { return &to_all_; }
    [[nodiscard]] const SpeechToAll& to_all() const { return to_all_; }
    [[nodiscard]] QVariantList choices() const;
    [[nodiscard]] QString news() const { return news_; }
    [[nodiscard]] const std::vector<Group>& groups() const { return state_.groups; }

    Q_INVOKABLE int group_of(int member) const;
    /// Of a group's identifier; the plenary's words for 0.
    Q_INVOKABLE QString label_of(int group) const;
    /// How many are in it; 0 is the plenary alone.
    Q_INVOKABLE int size_of(int group) const;
    /// 0: back to the plenary.
    Q_INVOKABLE void place(int member, int group);
    Q_INVOKABLE void enter(int group) { place(static_cast<int>(state_.self.value()), group); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void changed();
    void choices_changed();
    void news_changed();
    /// A short word to the person; `kind` as `Client::notice` has it.
    void told(const QString& text, const QString& kind);

  private:
    void take(const Group& group);
    void remove(base::ConversationId group);
    void tell_own(int before);
    void announce(const QString& words);

    const Floors& floors_;
    GroupState state_;
    GroupTime time_{state_, this};
    GroupPlan plan_{state_, this};
    SpeechToAll to_all_;
    QString news_;
    QVariantList choices_told_;
};

} // namespace plenum::ui
