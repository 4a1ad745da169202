// SPDX-License-Identifier: Apache-2.0
#include "ui/images/image_file.h"

#include <QFile>
#include <QImageReader>

namespace plenum::ui {
namespace {

/// Before anything is decoded: false for what must not be.
bool prepare(QImageReader& reader, QFile& file) {
    if (!file.open(QIODevice::ReadOnly)) return false;
    const auto format = ImageFile::format_of(file.peek(16));
    if (format.isEmpty()) return false;
    reader.setDevice(&file);
    reader.setAutoDetectImageFormat(false);
    reader.setFormat(format);
    reader.setAutoTransform(true);
    const auto size = reader.size();
    return size.isValid() && size.width() > 0 && size.height() > 0 &&
           qint64{size.width()} * size.height() <= ImageFile::pixels_max;
}

bool is_turned(const QImageReader& reader) {
    return (reader.transformation() & QImageIOHandler::TransformationRotate90) != 0;
}

} // namespace

QByteArray ImageFile::format_of(const QByteArray& first_bytes) {
    if (first_bytes.startsWith("\x89PNG\r\n\x1a\n")) return "png";
    if (first_bytes.startsWith("\xff\xd8\xff")) return "jpeg";
    if (first_bytes.startsWith("GIF87a") || first_bytes.startsWith("GIF89a")) return "gif";
    if (first_bytes.startsWith("RIFF") && first_bytes.sliced(4).size() >= 8 && first_bytes.mid(8, 4) == "WEBP")
        return "webp";
    return {};
}

QByteArray ImageFile::format_of_file(const QString& path) {
    QFile from{path};
    return from.open(QIODevice::ReadOnly) ? format_of(from.peek(16)) : QByteArray{};
}

std::optional<QSize> ImageFile::size_of(const QString& path) {
    QFile file{path};
    QImageReader reader;
    if (!prepare(reader, file)) return std::nullopt;
    return is_turned(reader) ? reader.size().transposed() : reader.size();
}

QImage ImageFile::decode(const QString& path, const QSize& wanted) {
    QImageReader::setAllocationLimit(megabytes_max);
    QFile file{path};
    QImageReader reader;
    if (path.isEmpty() || !prepare(reader, file)) return {};
    auto room = wanted.isValid() && !wanted.isEmpty() ? wanted : QSize{side_max, side_max};
    room = room.boundedTo({side_max, side_max});
    if (is_turned(reader)) room.transpose();
    const auto whole = reader.size();
    if (whole.width() > room.width() || whole.height() > room.height())
        reader.setScaledSize(whole.scaled(room, Qt::KeepAspectRatio).expandedTo({1, 1}));
    return reader.read();
}

} // namespace plenum::ui
