// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/models/speaker_picker.h"
#include "ui/models/stage_layout.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Who is large on the stage, who is small, and in which order.
///
/// The layout is the person's choice. Left to Plenum ("automatic"), one is large where speaking needs a floor, and all
/// are alike elsewhere. Large is, first of these: whom the person keeps large; who has the floor; who speaks. We are
/// never large: whoever was stays so while we hold the floor. Who talks in another group has no place here, unless they
/// speak to all groups.
class Stage : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(plenum::ui::StagePeople people READ people NOTIFY changed)
    /// memberIndex of whoever would be large; 0 while the conference is empty.
    Q_PROPERTY(int mainIndex READ main_index NOTIFY changed)
    /// memberIndex a person fixed there; 0: none.
    Q_PROPERTY(int pinnedIndex READ pinned_index NOTIFY changed)
    /// One is large now.
    Q_PROPERTY(bool large READ large NOTIFY changed)
    /// Speaking needs a floor, so that whoever has none is silent without being muted.
    Q_PROPERTY(bool floorInForce READ floor_in_force NOTIFY changed)

  public:
    explicit Stage(MembersModel& members, QObject* parent = nullptr);

    /// `layout` as in Settings: "automatic", "grid" or "speaker".
    void set_choice(const QString& layout, bool own_hidden);
    void set_levels(const QList<MemberLevel>& levels, base::LocalTime now);
    /// Comes again while time passes: a new holder is large after a moment.
    void set_floor(bool in_force, const QList<base::MemberIndex>& holders, base::LocalTime now);
    /// Who may draw, where that needs a floor.
    void set_pens(const QList<base::MemberIndex>& holders);
    void clear();

    [[nodiscard]] const StagePeople& people() const { return people_; }
    [[nodiscard]] int main_index() const { return people_.main; }
    [[nodiscard]] int pinned_index() const { return pinned_; }
    [[nodiscard]] bool large() const { return people_.large; }
    [[nodiscard]] bool floor_in_force() const { return floor_in_force_; }
    Q_INVOKABLE void toggle_pin(int member_index);
    Q_INVOKABLE plenum::ui::StageLayout arrange(const plenum::ui::StagePeople& people, QSizeF area, double gap,
                                                double pager_height, int page) const {
        return ui::arrange(people, area, {gap, pager_height}, page);
    }

    Q_INVOKABLE plenum::ui::StageLayout line_up(const plenum::ui::StagePeople& people, QSizeF area, double gap,
                                                int page) const {
        return ui::line_up(people, area, gap, page);
    }

  signals:
    void changed();

  private:
    void choose();
    [[nodiscard]] int choose_main() const;
    [[nodiscard]] int choose_speaker() const;
    [[nodiscard]] QList<int> choose_leading() const;
    void put_first(int main);
    void sort_members();
    /// One of the others whom we may hear.
    [[nodiscard]] bool is_here(base::MemberIndex member) const;

    MembersModel& members_;
    SpeakerPicker speakers_;
    HolderPicker floor_;
    QList<base::MemberIndex> holders_;
    QList<base::MemberIndex> pens_;
    bool floor_in_force_{false};
    QString layout_{QStringLiteral("automatic")};
    bool own_hidden_{false};
    int pinned_{0};
    /// The others, also of other groups, in the order of the strip, with whoever is large in the place they left.
    QList<int> order_;
    StagePeople people_;
};

} // namespace plenum::ui
