// SPDX-License-Identifier: Apache-2.0
#include "ui/images/shared_images.h"

#include "ui/images/image_file.h"

#include <QMutexLocker>

namespace plenum::ui {

void ImagePaths::set(const QString& hash, const QString& path) {
    const QMutexLocker lock{&mutex_};
    paths_[hash] = path;
}

void ImagePaths::clear() {
    const QMutexLocker lock{&mutex_};
    paths_.clear();
}

QString ImagePaths::find(const QString& hash) const {
    const QMutexLocker lock{&mutex_};
    return paths_.value(hash);
}

QImage SharedImages::requestImage(const QString& hash, QSize* size, const QSize& wanted) {
    const auto image = ImageFile::decode(paths_->find(hash), wanted);
    if (size != nullptr) *size = image.size();
    return image;
}

} // namespace plenum::ui
