// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include <optional>

namespace plenum::ui {

/// Files of others that count as images: PNG, JPEG, WebP, and the first picture of a GIF. What a file is, its first
/// bytes tell, and no other decoder sees it. Any thread.
class ImageFile {
  public:
    /// Nothing larger is decoded. Four bytes a pixel, and as many while it is scaled.
    static constexpr qint64 pixels_max = 40'000'000;
    static constexpr int megabytes_max = 256;
    static constexpr int side_max = 4096;

    /// What the first bytes say: "png", "jpeg", "webp" or "gif"; empty for all else.
    [[nodiscard]] static QByteArray format_of(const QByteArray& first_bytes);
    /// Of a file on the disk.
    [[nodiscard]] static QByteArray format_of_file(const QString& path);
    /// As it is shown, turned as its camera says; nullopt for what is no image of these kinds, or too large.
    [[nodiscard]] static std::optional<QSize> size_of(const QString& path);
    /// No larger than `room`, or than `side_max` where that is empty. Null for what is no such image.
    [[nodiscard]] static QImage decode(const QString& path, const QSize& room);
};

} // namespace plenum::ui
