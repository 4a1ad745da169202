// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floor_words.h"

#include "ui/models/elapsed_time.h"

#include <QStringList>

namespace plenum::ui {

QString FloorWords::title(const QString& label) {
    if (label == QLatin1String{"voice"}) return tr("Voice");
    if (label == QLatin1String{"pen"}) return tr("Pen");
    if (label == QLatin1String{"screen"}) return tr("Screen");
    return label;
}

QString FloorWords::style_title(const FloorStyle& style) {
    if (style.id.isEmpty()) return tr("Moderators decide");
    if (style.id == QLatin1String{"queue"}) return tr("One after another");
    if (style.id == QLatin1String{"brainstorm"}) return tr("Everyone");
    if (style.id == QLatin1String{"chalkboard"}) return tr("Talk and questions");
    if (style.id == QLatin1String{"groups"}) return tr("Groups");
    if (style.id == QLatin1String{"panel"}) return tr("Panel");
    if (style.id == QLatin1String{"activity"}) return tr("Automatic");
    if (!style.title.isEmpty()) return style.title;
    // A stranger's, which this program has not: its name in the settings, as a title.
    auto title = style.id;
    title.replace(QLatin1Char{'-'}, QLatin1Char{' '});
    return title.isEmpty() ? title : title.at(0).toUpper() + title.mid(1);
}

QString FloorWords::style_about(const FloorStyle& style) {
    if (style.id.isEmpty()) return tr("Nobody gets the floor unless a moderator gives it.");
    if (style.id == QLatin1String{"queue"}) return tr("Whoever asked first speaks next, one at a time.");
    if (style.id == QLatin1String{"brainstorm"}) return tr("Everyone may speak at any time.");
    if (style.id == QLatin1String{"chalkboard"}) return tr("One speaks; while questions are taken, others may ask.");
    if (style.id == QLatin1String{"groups"}) return tr("In each group one speaks at a time.");
    if (style.id == QLatin1String{"panel"})
        return tr("Moderators may speak at any time; others ask and speak one at a time.");
    if (style.id == QLatin1String{"activity"}) return tr("Whoever falls silent passes the floor on to whoever waits.");
    return style.about;
}

QString FloorWords::ordinal(int number) {
    const auto tens = number % 100;
    if (tens / 10 != 1) {
        if (tens % 10 == 1) return tr("%1st").arg(number);
        if (tens % 10 == 2) return tr("%1nd").arg(number);
        if (tens % 10 == 3) return tr("%1rd").arg(number);
    }
    return tr("%1th").arg(number);
}

QString FloorWords::ended(FloorEnd end) {
    switch (end) {
    case FloorEnd::refused: return tr("A moderator refused you the floor this time.");
    case FloorEnd::time_over: return tr("Your speaking time is over. You can ask for the floor again.");
    case FloorEnd::lost: return tr("Nothing was heard of you for some seconds, so the floor went back.");
    case FloorEnd::revoked: break;
    }
    return tr("The floor was taken from you. You can ask for it again.");
}

QString FloorWords::left(int seconds) {
    if (seconds <= 0) return tr("Over time");
    return seconds < 60 ? tr("%1 s left").arg(seconds) : tr("%1 left").arg(ElapsedTime::format(seconds));
}

QString FloorWords::listed(const QStringList& names) { return names.join(tr(", ", "between names")); }

} // namespace plenum::ui
