// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/replay_port.h"

#include <QCoreApplication>
#include <QStringList>

namespace plenum::ui {

/// Where a replay is and how far it reaches, in words.
class ReplayWords {
    Q_DECLARE_TR_FUNCTIONS(ReplayWords)

  public:
    /// "You are 40 s behind. Catching up at 1.5×: live again in 1:20 min."
    [[nodiscard]] static QString state(const ReplayState& state, ReplayPace pace);
    /// How far back sound, pictures and chat go.
    [[nodiscard]] static QString reach(const ReplayMaterial& material, base::LocalTime now);
    /// The same of one person.
    [[nodiscard]] static QString reach(const ReplayPerson& person, base::LocalTime now);
    /// Why there is nothing to hear, or not all of it; empty where there is nothing to say.
    [[nodiscard]] static QString trouble(const ReplayMaterial& material);
    /// "40 s", "1:10 min"
    [[nodiscard]] static QString length(base::Duration duration);
    /// "1.5×"
    [[nodiscard]] static QString pace(ReplayPace pace);
    /// "40 s ago, Ada Moreau speaks"
    [[nodiscard]] static QString place(base::Duration ago, const QStringList& speakers);
};

} // namespace plenum::ui
