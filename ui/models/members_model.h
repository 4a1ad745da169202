// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QAbstractListModel>
#include <QHash>
#include <QList>
#include <QSet>
#include <QtQml/qqmlregistration.h>

#include <optional>
#include <vector>

namespace plenum::ui {

/// Who is here, in an order that stays: ourselves first, then by time of joining. A newcomer is added at the end;
/// whoever changes, speaks, or drops off and returns keeps the place.
class MembersModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ count NOTIFY count_changed)

  public:
    enum RoleId {
        index_role = Qt::UserRole + 1,
        name_role,
        initials_role,
        tint_role,
        is_self_role,
        is_moderator_role,
        absent_role,
        microphone_on_role,
        camera_on_role,
        level_role,
        speaking_role,
        is_host_role,
        familiarity_role,
        identity_role,
        code_role,
        blocked_role,
        has_floor_role,
        group_role,
        to_all_role,
        picture_late_role,
        has_pen_role,
    };
    /// Tints an avatar or an empty tile can have; the theme has as many.
    static constexpr int tint_count = 6;

    using QAbstractListModel::QAbstractListModel;

    void set(const Member& member);
    struct Gone {
        /// As `shown_name` had it.
        QString name;
        bool is_self{false};
    };
    /// Who it was; nullopt for a stranger.
    std::optional<Gone> remove(base::MemberIndex index);
    void set_levels(const QList<MemberLevel>& levels);
    /// Who has the floor, where speaking needs one.
    void set_floor(const QList<base::MemberIndex>& holders);
    /// Who may draw, where that needs a floor.
    void set_pens(const QList<base::MemberIndex>& holders);
    /// In which group each is, by its identifier; whoever is not named is in the plenary alone.
    void set_groups(const QHash<int, int>& groups);
    /// We have not the plenary's floor, without which nobody hears what we say to all groups.
    void set_barred_from_all(bool barred);
    void clear();
    /// The language changed.
    void retranslate();

    [[nodiscard]] int count() const { return static_cast<int>(rows_.size()); }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    /// As sentences have it: with the code where another has the same name. Empty for whoever is not here.
    [[nodiscard]] QString shown_name(base::MemberIndex index) const;
    /// Row of a member, -1 if not here.
    Q_INVOKABLE int row_of(int member_index) const;
    /// Anybody else's microphone.
    [[nodiscard]] bool others_open() const;
    /// Whom the moderator's role can be handed to, as {memberIndex, name, doubtful}; empty while another moderator
    /// is here. Doubtful is whose name is another's too.
    [[nodiscard]] Q_INVOKABLE QVariantList heirs() const;
    /// Up to two letters that stand for a name.
    [[nodiscard]] static QString initials(const QString& name);

    /// Between a name and its code.
    static constexpr QLatin1String before_code{" \xb7 "};

  signals:
    void count_changed();
    /// Somebody's, as it is shown.
    void names_changed();
    /// Others only, and only in the call; for words to the person.
    void joined(plenum::base::MemberIndex index);
    void dropped_off(const QString& name);
    void returned(const QString& name);
    void role_changed(const QString& name, plenum::ui::Role role);

  private:
    struct Row {
        Member member;
        float level{0};
        bool speaking{false};
    };
    void change(int row, const Member& member);
    void tell_names();
    void note_shared_names();
    [[nodiscard]] QString shown(const Member& member) const;
    /// Whether the name alone does not say who it is.
    [[nodiscard]] bool is_shared(const QString& name) const;

    std::vector<Row> rows_;
    QList<base::MemberIndex> floor_;
    QList<base::MemberIndex> pens_;
    QHash<int, int> groups_;
    bool barred_from_all_{false};
    /// Names that two people had at once, in lower case: who is meant stays in doubt when one of them has left.
    QSet<QString> shared_names_;
};

} // namespace plenum::ui
