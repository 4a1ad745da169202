// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QList>

#include <map>

namespace plenum::ui {

/// Chooses whose picture is large. A cough must not move the stage: somebody new gets it only after speaking for
/// `hold`, and while the one shown speaks too, only after `hold_against_speaker`.
class SpeakerPicker {
  public:
    static constexpr base::Duration hold = std::chrono::milliseconds{1000};
    static constexpr base::Duration hold_against_speaker = std::chrono::milliseconds{3000};

    /// `levels` as they come, `now` on any steady clock. Answers with who is shown, 0 for nobody yet.
    base::MemberIndex update(const QList<MemberLevel>& levels, base::LocalTime now);
    /// Someone left; what is shown next is chosen anew, and at once.
    void forget(base::MemberIndex index);
    void clear();
    [[nodiscard]] base::MemberIndex current() const { return current_; }

  private:
    base::MemberIndex current_;
    /// Since when each has been speaking without a pause.
    std::map<base::MemberIndex, base::LocalTime> speaking_since_;
};

/// Chooses which holder of the floor is large. The first is at once. A floor passed on, or held for a word with the
/// space bar, moves the stage only after `hold`. Whoever had it last stays while nobody has it.
class HolderPicker {
  public:
    static constexpr base::Duration hold = SpeakerPicker::hold;

    /// `holders` without ourselves; of several `speaker` is preferred. Answers as SpeakerPicker does.
    base::MemberIndex update(const QList<base::MemberIndex>& holders, base::MemberIndex speaker, base::LocalTime now);
    void clear();
    [[nodiscard]] base::MemberIndex current() const { return current_; }

  private:
    base::MemberIndex current_;
    /// Who is to be large next, and since when.
    base::MemberIndex next_;
    base::LocalTime since_{};
};

} // namespace plenum::ui
