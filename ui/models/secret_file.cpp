// SPDX-License-Identifier: Apache-2.0
#include "ui/models/secret_file.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace plenum::ui {
namespace {

constexpr auto owner_alone = QFile::ReadOwner | QFile::WriteOwner;

bool make_folder(const QString& path) {
    if (QFileInfo::exists(path)) return true;
    return QDir{}.mkpath(path) && QFile::setPermissions(path, owner_alone | QFile::ExeOwner);
}

} // namespace

QByteArray SecretFile::read() const {
    QFile file{path_};
    if (!is_kept() || file.size() > bytes_max || !file.open(QIODevice::ReadOnly)) return {};
    return file.read(bytes_max);
}

bool SecretFile::write(const QByteArray& contents) const {
    if (!is_kept() || !make_folder(QFileInfo{path_}.path())) return false;
    QSaveFile file{path_};
    // Before anything is in it.
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(owner_alone)) return false;
    return file.write(contents) == contents.size() && file.commit();
}

} // namespace plenum::ui
