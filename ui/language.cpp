// SPDX-License-Identifier: Apache-2.0
#include "ui/language.h"

#include "ui/models/dates.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QLibraryInfo>

namespace plenum::ui {
namespace {

/// In which language the system writes times (POSIX, LC_TIME).
QLocale system_times() {
    for (const auto* variable : {"LC_ALL", "LC_TIME", "LANG"})
        if (const auto name = qEnvironmentVariable(variable); !name.isEmpty()) return QLocale{name};
    return QLocale::c();
}

} // namespace

void Language::choose_font() {
    if (!QFontDatabase::families().contains(QStringLiteral("Inter"))) return;
    auto font = QGuiApplication::font();
    font.setFamilies({QStringLiteral("Inter"), font.family()});
    QGuiApplication::setFont(font);
}

bool Language::set(const QString& wanted) {
    if (wanted == wanted_) return false;
    wanted_ = wanted;
    const bool as_system = wanted == QLatin1String{"system"};
    const auto locale = as_system ? QLocale::system() : QLocale{wanted};
    QCoreApplication::removeTranslator(&words_);
    QCoreApplication::removeTranslator(&qt_words_);
    if (words_.load(locale, QStringLiteral("plenum"), QStringLiteral("_"), QStringLiteral(":/plenum/i18n")))
        QCoreApplication::installTranslator(&words_);
    if (qt_words_.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                       QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&qt_words_);
    const auto words = words_.language();
    QLocale::setDefault(dates::beside_words(words.isEmpty() ? QLocale::English : QLocale{words}.language(), locale,
                                            as_system ? system_times() : locale));
    return true;
}

} // namespace plenum::ui
