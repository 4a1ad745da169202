// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QLocale>
#include <QString>

namespace plenum::ui::dates {

/// How dates, times and numbers are written beside words of the language `words`. `wanted`: the language that the
/// person chose, or the system's. `times`: what the system writes times in, which may be another.
[[nodiscard]] QLocale beside_words(QLocale::Language words, const QLocale& wanted, const QLocale& times);

/// A day with the name of its month, as the default locale writes it: "26. Nov.", and of another year than `now`
/// "26. Nov. 2024". In local time.
[[nodiscard]] QString day(const QDateTime& when, const QDateTime& now);

/// Hours and minutes.
[[nodiscard]] QString time_of_day(const QDateTime& when);

} // namespace plenum::ui::dates
