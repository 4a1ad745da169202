// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/models/replay_marks.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace plenum::ui {

/// What there is of the last minutes: who spoke when, as the port told it last, and what else happened.
class ReplayHistory {
  public:
    /// `members` outlives this.
    ReplayHistory(const ConferencePorts& ports, const MembersModel& members);

    [[nodiscard]] const ReplayMaterial& material() const { return material_; }
    /// When it was told.
    [[nodiscard]] base::LocalTime told_at() const { return told_at_; }
    [[nodiscard]] ReplayMarks& marks() { return marks_; }
    [[nodiscard]] const ReplayMarks& marks() const { return marks_; }
    /// The oldest that can be heard; `told_at` where that is nothing.
    [[nodiscard]] base::LocalTime oldest() const;
    /// Also of somebody who has left; empty for somebody unknown.
    [[nodiscard]] QString name_of(base::MemberIndex member) const;
    [[nodiscard]] QStringList speakers_at(base::LocalTime place) const;
    /// Where a replay begins.
    [[nodiscard]] base::LocalTime first_place() const;
    /// The next word, message or newcomer after this place, and the last before it; nullopt for none.
    [[nodiscard]] std::optional<base::LocalTime> place_after(base::LocalTime place) const;
    [[nodiscard]] std::optional<base::LocalTime> place_before(base::LocalTime place) const;

    void take(const ReplayMaterial& material);
    void clear();

  private:
    /// Of words, messages and newcomers, oldest first.
    [[nodiscard]] std::vector<base::LocalTime> places() const;

    ReplayPort& port_;
    const MembersModel& members_;
    ReplayMaterial material_;
    base::LocalTime told_at_;
    ReplayMarks marks_;
};

[[nodiscard]] bool speaks_at(const ReplayPerson& person, base::LocalTime place);

} // namespace plenum::ui
