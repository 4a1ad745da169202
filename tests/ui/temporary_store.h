// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace plenum::ui {

/// A settings file that goes with the test.
class TemporaryStore {
  public:
    [[nodiscard]] std::unique_ptr<QSettings> open() const {
        return std::make_unique<QSettings>(folder_.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    }

  private:
    QTemporaryDir folder_;
};

} // namespace plenum::ui
