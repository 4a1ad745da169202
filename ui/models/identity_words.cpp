// SPDX-License-Identifier: Apache-2.0
#include "ui/models/identity_words.h"

#include "ui/models/dates.h"

namespace plenum::ui {
namespace {

constexpr qsizetype group_digits = 5;

QString day(const QDateTime& when) { return dates::day(when, QDateTime::currentDateTimeUtc()); }

} // namespace

QString IdentityWords::key_of(Familiarity familiarity) {
    switch (familiarity) {
    case Familiarity::newcomer: break;
    case Familiarity::known: return QStringLiteral("known");
    case Familiarity::verified: return QStringLiteral("verified");
    case Familiarity::changed: return QStringLiteral("changed");
    }
    return QStringLiteral("new");
}

QString IdentityWords::brief(const QString& name, const Acquaintance& acquaintance) {
    switch (acquaintance.familiarity) {
    case Familiarity::newcomer: break;
    case Familiarity::known: return tr("Known since %1").arg(day(acquaintance.since));
    case Familiarity::verified: return tr("Verified");
    case Familiarity::changed: return tr("Another %1?").arg(name);
    }
    return tr("New to you");
}

QString IdentityWords::sentence(const QString& name, const Acquaintance& acquaintance) {
    switch (acquaintance.familiarity) {
    case Familiarity::newcomer: break;
    case Familiarity::known:
        return tr("You have met %1 with this key since %2. To be sure that it is theirs, compare the number.")
            .arg(name, day(acquaintance.since));
    case Familiarity::verified:
        return tr("You compared this number with %1, and it was the same: nobody stands between you.").arg(name);
    case Familiarity::changed:
        return tr("On %2, %1 had another key. This may be the same person on a new device, or someone else with "
                  "this name.")
            .arg(name, day(acquaintance.since));
    }
    return tr("You meet %1 for the first time on this device. To be sure who it is, compare the number.").arg(name);
}

QString IdentityWords::grouped(const QString& digits) {
    QString result;
    for (qsizetype at = 0; at < digits.size(); at += group_digits) {
        if (at > 0) result += QLatin1Char{' '};
        result += digits.mid(at, group_digits);
    }
    return result;
}

} // namespace plenum::ui
