// SPDX-License-Identifier: Apache-2.0
#include "ui/models/dates.h"

#include <QRegularExpression>

namespace plenum::ui::dates {

QLocale beside_words(QLocale::Language words, const QLocale& wanted, const QLocale& times) {
    // Words of languages that nobody translated are English.
    const bool untranslated = words == QLocale::English && wanted.language() != QLocale::English;
    return untranslated || times.language() == words ? wanted : QLocale{words, wanted.territory()};
}

/// Qt has the numbers alone, or all of it with the day of the week and whole names.
QString day(const QDateTime& when, const QDateTime& now) {
    static const QRegularExpression weekday{QStringLiteral("dddd,? ?")};
    static const QRegularExpression year{QStringLiteral(",? ?y+")};
    const QLocale locale;
    const auto date = when.toLocalTime().date();
    const auto language = locale.language();
    const bool known = language == QLocale::English || language == QLocale::German || language == QLocale::C;
    if (!known) return locale.toString(date, QLocale::ShortFormat);
    auto format = locale.dateFormat(QLocale::LongFormat).remove(weekday);
    if (date.year() == now.toLocalTime().date().year()) format.remove(year);
    return locale.toString(date, format.replace(QLatin1String{"MMMM"}, QLatin1String{"MMM"}));
}

QString time_of_day(const QDateTime& when) {
    const QLocale locale;
    const auto time = when.toLocalTime().time();
    // The C locale has seconds in its short times.
    return locale.language() == QLocale::C ? time.toString(QStringLiteral("HH:mm"))
                                           : locale.toString(time, QLocale::ShortFormat);
}

} // namespace plenum::ui::dates
