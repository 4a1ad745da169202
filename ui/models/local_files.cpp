// SPDX-License-Identifier: Apache-2.0
#include "ui/models/local_files.h"

#include <QDir>
#include <QFileInfo>

namespace plenum::ui {

QUrl LocalFiles::existing_folder(const QUrl& folder) {
    return is_folder(folder) ? folder : QUrl::fromLocalFile(QDir::homePath());
}

bool LocalFiles::is_folder(const QUrl& file) { return QFileInfo{file.toLocalFile()}.isDir(); }

bool LocalFiles::exists(const QUrl& file) { return QFileInfo::exists(file.toLocalFile()); }

} // namespace plenum::ui
