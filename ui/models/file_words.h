// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/file_port.h"

#include <QCoreApplication>
#include <QString>

namespace plenum::ui {

/// What is said of files.
class FileWords {
    Q_DECLARE_TR_FUNCTIONS(FileWords)

  public:
    /// A sentence.
    [[nodiscard]] static QString trouble(FileTrouble why);
    /// Where a file stands; sizes as people read them.
    [[nodiscard]] static QString stage(FileStage stage, const QString& there, const QString& whole);
    [[nodiscard]] static bool is_under_way(FileStage stage);
};

} // namespace plenum::ui
