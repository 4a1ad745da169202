// SPDX-License-Identifier: Apache-2.0
#include "ui/models/local_files.h"

#include <QDir>
#include <QFileInfo>

namespace plenum::ui {

QUrl LocalFiles::existing_folder(const QUrl& folder) {
    return QFileInfo{folder.toLocalFile()}.isDir() ? folder : QUrl::fromLocalFile(QDir::homePath());
}

bool LocalFiles::exists(const QUrl& file) { return QFileInfo::exists(file.toLocalFile()); }

} // namespace plenum::ui
