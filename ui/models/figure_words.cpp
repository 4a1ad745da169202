// SPDX-License-Identifier: Apache-2.0
#include "ui/models/figure_words.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace plenum::ui {

QString FigureWords::milliseconds(base::Duration duration) {
    return tr("%1 ms").arg(static_cast<qint64>(std::llround(base::to_ms(duration))));
}

QString FigureWords::seconds(base::Duration duration) {
    return tr("%1 s").arg(QLocale{}.toString(base::to_ms(duration) / 1000, 'f', 1));
}

QString FigureWords::percent(double share) {
    auto tenths = std::round(share * 1000);
    if (share > 0 && share < 1) tenths = std::clamp(tenths, 1.0, 999.0);
    return tr("%1 %").arg(QLocale{}.toString(tenths / 10, 'f', 1));
}

QString FigureWords::rate(base::ByteRate rate) {
    constexpr double kilo = 1000;
    const auto bytes = static_cast<double>(rate.value());
    if (bytes >= kilo * kilo) return QStringLiteral("%1 MB/s").arg(QLocale{}.toString(bytes / kilo / kilo, 'f', 1));
    const bool small = bytes > 0 && bytes < 10 * kilo;
    return QStringLiteral("%1 kB/s").arg(QLocale{}.toString(bytes / kilo, 'f', small ? 1 : 0));
}

QString FigureWords::count(std::uint64_t number) { return QLocale{}.toString(static_cast<qulonglong>(number)); }

} // namespace plenum::ui
