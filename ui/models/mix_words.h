// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/mixer_port.h"

#include <QCoreApplication>

namespace plenum::ui {

/// Volume, place and delay in words, for the eye and for screen readers.
class MixWords {
    Q_DECLARE_TR_FUNCTIONS(MixWords)

  public:
    /// "−3 dB"; "−∞" for silence.
    [[nodiscard]] static QString volume(double volume_db);
    /// "minus 3 decibels"
    [[nodiscard]] static QString spoken_volume(double volume_db);
    /// "30 % left"
    [[nodiscard]] static QString place(double pan);
    /// One line a part.
    [[nodiscard]] static QString parts(const SoundDelay& delay);
};

} // namespace plenum::ui
