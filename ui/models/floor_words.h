// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/floor_types.h"

#include <QCoreApplication>

namespace plenum::ui {

/// Floors in words.
class FloorWords {
    Q_DECLARE_TR_FUNCTIONS(FloorWords)

  public:
    /// Of a floor, by its label.
    [[nodiscard]] static QString title(const QString& label);
    [[nodiscard]] static QString style_title(const FloorStyle& style);
    /// One line that says what the style does.
    [[nodiscard]] static QString style_about(const FloorStyle& style);
    /// "2nd"
    [[nodiscard]] static QString ordinal(int number);
    /// To whom it happened.
    [[nodiscard]] static QString ended(FloorEnd end);
    /// "30 s left"; nothing is left: "Over time".
    [[nodiscard]] static QString left(int seconds);
    /// "Floor returns in 2 s"
    [[nodiscard]] static QString returns_in(int seconds);
    /// "Ada, Jonas"
    [[nodiscard]] static QString listed(const QStringList& names);
};

} // namespace plenum::ui
