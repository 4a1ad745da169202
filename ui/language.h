// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QTranslator>

namespace plenum::ui {

/// The language of the program's words, and the letters that it is written in.
class Language {
  public:
    /// As the settings have it: "system", or a name such as "de". False where it is so already.
    bool set(const QString& wanted);
    /// Inter where it is installed, else what the desktop has.
    static void choose_font();

  private:
    QTranslator words_;
    QTranslator qt_words_;
    QString wanted_;
};

} // namespace plenum::ui
