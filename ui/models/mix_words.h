// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/mixer_port.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Volume, place and delay in words, for the eye and for screen readers.
class MixWords : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

  public:
    /// "−3 dB"; "−∞" for silence.
    [[nodiscard]] Q_INVOKABLE static QString volume(double volume_db);
    /// "minus 3 decibels"
    [[nodiscard]] Q_INVOKABLE static QString spoken_volume(double volume_db);
    /// "30 % left"
    [[nodiscard]] Q_INVOKABLE static QString place(double pan);
    /// One line a part.
    [[nodiscard]] static QString parts(const SoundDelay& delay);
};

} // namespace plenum::ui
