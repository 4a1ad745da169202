// SPDX-License-Identifier: Apache-2.0
#include "ui/images/image_cache.h"

#include "ui/images/image_file.h"

#include <QMutexLocker>

#include <algorithm>

namespace plenum::ui {

void ImageCache::set(const base::Hash& content, const QString& path) {
    const QMutexLocker lock{&mutex_};
    paths_[content] = path;
}

void ImageCache::clear() {
    const QMutexLocker lock{&mutex_};
    paths_.clear();
    decoded_.clear();
    bytes_ = 0;
}

bool ImageCache::has(const base::Hash& content) const {
    const QMutexLocker lock{&mutex_};
    return paths_.contains(content);
}

QImage ImageCache::take_known(const base::Hash& content) const {
    const auto found = std::ranges::find(decoded_, content, &Decoded::content);
    if (found == decoded_.end()) return {};
    decoded_.splice(decoded_.begin(), decoded_, found);
    return decoded_.front().image;
}

QImage ImageCache::find(const base::Hash& content) const {
    QString path;
    {
        const QMutexLocker lock{&mutex_};
        const auto known = paths_.find(content);
        if (known == paths_.end()) return {};
        if (auto image = take_known(content); !image.isNull()) return image;
        path = known->second;
    }
    auto image = ImageFile::decode(path, {side_max, side_max});
    keep(content, path, image);
    return image;
}

void ImageCache::keep(const base::Hash& content, const QString& path, const QImage& image) const {
    const QMutexLocker lock{&mutex_};
    const auto known = paths_.find(content);
    // Another call has begun, or another thread was faster.
    if (image.isNull() || known == paths_.end() || known->second != path || !take_known(content).isNull()) return;
    decoded_.push_front({content, image});
    bytes_ += image.sizeInBytes();
    while (bytes_ > bytes_max && decoded_.size() > 1) {
        bytes_ -= decoded_.back().image.sizeInBytes();
        decoded_.pop_back();
    }
}

} // namespace plenum::ui
