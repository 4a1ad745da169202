// SPDX-License-Identifier: Apache-2.0
#include "ui/images/image_cache.h"

#include "ui/images/image_file.h"

#include <QMutexLocker>

#include <algorithm>
#include <tuple>

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

/// The image if it is decoded, else the path of its file.
std::pair<QImage, QString> ImageCache::look_up(const base::Hash& content) const {
    const QMutexLocker lock{&mutex_};
    const auto path = paths_.find(content);
    if (path == paths_.end()) return {};
    return {take_known(content), path->second};
}

QImage ImageCache::find(const base::Hash& content) const {
    auto [known, path] = look_up(content);
    if (!known.isNull() || path.isEmpty()) return known;
    const QMutexLocker lock{&decoding_};
    std::tie(known, path) = look_up(content);
    if (!known.isNull() || path.isEmpty()) return known;
    auto image = ImageFile::decode(path, {side_max, side_max});
    keep(content, path, image);
    return image;
}

void ImageCache::keep(const base::Hash& content, const QString& path, const QImage& image) const {
    const QMutexLocker lock{&mutex_};
    const auto known = paths_.find(content);
    // Another call has begun.
    if (known == paths_.end() || known->second != path) return;
    if (image.isNull()) return known->second.clear();
    decoded_.push_front({content, image});
    bytes_ += image.sizeInBytes();
    while (bytes_ > bytes_max && decoded_.size() > 1) {
        bytes_ -= decoded_.back().image.sizeInBytes();
        decoded_.pop_back();
    }
}

} // namespace plenum::ui
