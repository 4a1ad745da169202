// SPDX-License-Identifier: Apache-2.0
#include "ui/items/shared_images.h"

#include <QFile>
#include <QImageReader>
#include <QMutexLocker>

namespace plenum::ui {
namespace {

/// Before anything is decoded: false for what must not be.
bool prepare(QImageReader& reader, QFile& file) {
    if (!file.open(QIODevice::ReadOnly)) return false;
    const auto format = SharedImages::format_of(file.peek(16));
    if (format.isEmpty()) return false;
    reader.setDevice(&file);
    reader.setAutoDetectImageFormat(false);
    reader.setFormat(format);
    reader.setAutoTransform(true);
    const auto size = reader.size();
    return size.isValid() && size.width() > 0 && size.height() > 0 &&
           qint64{size.width()} * size.height() <= SharedImages::pixels_max;
}

} // namespace

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

QByteArray SharedImages::format_of(const QByteArray& first_bytes) {
    if (first_bytes.startsWith("\x89PNG\r\n\x1a\n")) return "png";
    if (first_bytes.startsWith("\xff\xd8\xff")) return "jpeg";
    if (first_bytes.startsWith("GIF87a") || first_bytes.startsWith("GIF89a")) return "gif";
    if (first_bytes.startsWith("RIFF") && first_bytes.sliced(4).size() >= 8 && first_bytes.mid(8, 4) == "WEBP")
        return "webp";
    return {};
}

std::optional<QSize> SharedImages::size_of(const QString& path) {
    QFile file{path};
    QImageReader reader;
    if (!prepare(reader, file)) return std::nullopt;
    const bool turned = (reader.transformation() & QImageIOHandler::TransformationRotate90) != 0;
    return turned ? reader.size().transposed() : reader.size();
}

QImage SharedImages::requestImage(const QString& hash, QSize* size, const QSize& wanted) {
    QImageReader::setAllocationLimit(megabytes_max);
    QFile file{paths_->find(hash)};
    QImageReader reader;
    if (file.fileName().isEmpty() || !prepare(reader, file)) return {};
    const bool turned = (reader.transformation() & QImageIOHandler::TransformationRotate90) != 0;
    auto room = wanted.isValid() && !wanted.isEmpty() ? wanted : QSize{side_max, side_max};
    room = room.boundedTo({side_max, side_max});
    if (turned) room.transpose();
    const auto whole = reader.size();
    if (whole.width() > room.width() || whole.height() > room.height())
        reader.setScaledSize(whole.scaled(room, Qt::KeepAspectRatio).expandedTo({1, 1}));
    const auto image = reader.read();
    if (size != nullptr) *size = image.size();
    return image;
}

} // namespace plenum::ui
