// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/group_state.h"

#include <QObject>
#include <QStringList>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// What moderators plan: which groups there are, who may go there, and who is put where.
class GroupPlan : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Groups")
    /// People whom nobody has put anywhere, other than moderators.
    Q_PROPERTY(int unplaced READ unplaced NOTIFY changed)

  public:
    /// `state` outlives this.
    GroupPlan(const GroupState& state, QObject* parent) : QObject{parent}, state_{state} {}

    [[nodiscard]] int unplaced() const { return static_cast<int>(placeable(true).size()); }
    /// Names for so many new groups.
    Q_INVOKABLE QStringList proposed_labels(int count) const;
    /// Whether the name at this place is that of a group that is open, or of one before it in `labels`.
    [[nodiscard]] Q_INVOKABLE bool is_taken(const QStringList& labels, int at) const;
    /// Nothing is opened where a name is taken. `spread` is "" (nobody is put anywhere), "evenly" or "random"; 0
    /// minutes are without end.
    Q_INVOKABLE void open(const QStringList& labels, int minutes, bool anyone, const QString& spread);
    /// "evenly": who is in none joins the smallest. "random": everyone is put anew. Moderators stay where they are.
    Q_INVOKABLE void spread(const QString& how);
    Q_INVOKABLE void set_anyone(int group, bool anyone);
    Q_INVOKABLE void close(int group);

    /// A group is there, and perhaps it is the last of those that we opened: then people are put into them.
    void follow(const Group& group);
    void clear();

  signals:
    void changed();

  private:
    /// Everyone but moderators; of these, where told, only who is in none.
    [[nodiscard]] QList<base::MemberIndex> placeable(bool in_none) const;

    const GroupState& state_;
    /// Those that we asked for and that are not there yet.
    QStringList awaited_;
    QString spread_wanted_;
};

} // namespace plenum::ui
