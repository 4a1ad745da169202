// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <QCoreApplication>

#include <cstdint>

namespace plenum::ui {

/// Figures with their units.
class FigureWords {
    Q_DECLARE_TR_FUNCTIONS(FigureWords)

  public:
    /// "96 ms"
    [[nodiscard]] static QString milliseconds(base::Duration duration);
    /// "0.4 s"
    [[nodiscard]] static QString seconds(base::Duration duration);
    /// Of a share, 0 … 1: "0.2 %". What is not quite all, or not quite nothing, does not look like it.
    [[nodiscard]] static QString percent(double share);
    /// "45 kB/s"
    [[nodiscard]] static QString rate(base::ByteRate rate);
    [[nodiscard]] static QString count(std::uint64_t number);
};

} // namespace plenum::ui
