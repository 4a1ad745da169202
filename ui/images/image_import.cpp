// SPDX-License-Identifier: Apache-2.0
#include "ui/images/image_import.h"

#include "ui/images/image_file.h"

#include <QBuffer>
#include <QColorSpace>
#include <QFile>
#include <QPainter>
#include <QPdfDocument>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

using Trouble = ImageImport::Trouble;

/// PNG files up to this size stay what they are: drawings and pages of text.
constexpr qsizetype png_bytes_usual = 300 * 1024;
constexpr int jpeg_quality = 88;

QByteArray written(const QImage& image, const char* format, int quality) {
    QByteArray bytes;
    QBuffer to{&bytes};
    to.open(QIODevice::WriteOnly);
    return image.save(&to, format, quality) ? bytes : QByteArray{};
}

bool is_opaque(const QImage& image) {
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        if (!std::all_of(line, line + image.width(), [](QRgb pixel) { return qAlpha(pixel) == 255; })) return false;
    }
    return true;
}

/// The pixels alone, as everybody's screen shows them: what else is in a file concerns nobody.
QImage bare(QImage image) {
    if (image.colorSpace().isValid()) image.convertToColorSpace(QColorSpace{QColorSpace::SRgb});
    image.convertTo(QImage::Format_ARGB32);
    if (is_opaque(image)) image.convertTo(QImage::Format_RGB32);
    QImage copy{image.size(), image.format()};
    for (int y = 0; y < image.height(); ++y)
        std::copy_n(image.constScanLine(y), image.bytesPerLine(), copy.scanLine(y));
    return copy;
}

QByteArray smaller(const QImage& image) {
    auto png = written(image, "PNG", -1);
    if (image.hasAlphaChannel() || (png.size() <= png_bytes_usual && !png.isEmpty())) return png;
    auto jpeg = written(image, "JPEG", jpeg_quality);
    return jpeg.isEmpty() || (!png.isEmpty() && png.size() <= jpeg.size()) ? png : jpeg;
}

Trouble trouble_of(QPdfDocument::Error error) {
    switch (error) {
    case QPdfDocument::Error::IncorrectPassword:
    case QPdfDocument::Error::UnsupportedSecurityScheme: return Trouble::locked;
    case QPdfDocument::Error::FileNotFound: return Trouble::not_readable;
    default: return Trouble::no_image;
    }
}

} // namespace

bool ImageImport::is_document(const QString& path) {
    QFile file{path};
    return file.open(QIODevice::ReadOnly) && file.peek(1024).contains("%PDF-");
}

std::expected<int, Trouble> ImageImport::pages_of(const QString& path) {
    QPdfDocument document;
    if (const auto error = document.load(path); error != QPdfDocument::Error::None)
        return std::unexpected{trouble_of(error)};
    if (document.pageCount() < 1) return std::unexpected{Trouble::no_page};
    return document.pageCount();
}

std::expected<QImage, Trouble> ImageImport::page(const QString& path, int number) {
    QPdfDocument document;
    if (const auto error = document.load(path); error != QPdfDocument::Error::None)
        return std::unexpected{trouble_of(error)};
    const auto points = number < document.pageCount() ? document.pagePointSize(number) : QSizeF{};
    if (points.isEmpty()) return std::unexpected{Trouble::no_page};
    const auto size = points.scaled({page_side, page_side}, Qt::KeepAspectRatio).toSize().expandedTo({1, 1});
    const auto drawn = document.render(number, size);
    if (drawn.isNull()) return std::unexpected{Trouble::no_page};
    // Where a page has no ground, its paper is white.
    QImage image{size, QImage::Format_RGB32};
    image.fill(Qt::white);
    QPainter{&image}.drawImage(0, 0, drawn);
    return image;
}

std::expected<QImage, Trouble> ImageImport::picture(const QString& path) {
    if (!QFile{path}.open(QIODevice::ReadOnly)) return std::unexpected{Trouble::not_readable};
    if (ImageFile::format_of_file(path).isEmpty()) return std::unexpected{Trouble::no_image};
    auto image = ImageFile::decode(path, {side_max, side_max});
    if (image.isNull()) return std::unexpected{ImageFile::size_of(path) ? Trouble::no_image : Trouble::too_large};
    return image;
}

ImageImport::Encoded ImageImport::encode(QImage image, qsizetype bytes_max) {
    image = bare(std::move(image));
    auto bytes = smaller(image);
    while (bytes.size() > bytes_max && image.width() > 1 && image.height() > 1) {
        image = image.scaled(image.size() / 2, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        bytes = smaller(image);
    }
    return {std::move(bytes), image.size()};
}

} // namespace plenum::ui
