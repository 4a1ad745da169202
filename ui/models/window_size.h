// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>

namespace plenum::ui {

/// How large the window is when it opens.
class WindowSize {
  public:
    /// As wanted (invalid: as large as the screens were drawn for), but within `available`, what the screen has for
    /// windows; empty: not known.
    [[nodiscard]] static QSize fitting(QSize wanted, QSize available);
    /// Smaller than that the screens do not fit; smaller all the same on a screen that has less.
    [[nodiscard]] static QSize smallest(QSize available);
};

} // namespace plenum::ui
