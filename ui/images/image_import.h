// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include <cstdint>
#include <expected>

namespace plenum::ui {

/// Pictures and pages of documents of this person, made ready for others: turned upright, no larger than a screen
/// shows, and without what cameras write into files (place, time, device). Takes up to seconds; any thread.
class ImageImport {
  public:
    enum class Trouble : std::uint8_t {
        not_readable = 1,
        no_image, ///< neither an image of a known kind nor a PDF document
        too_large,
        locked, ///< a document with a password
        no_page,
    };
    /// Of a side, in pixels.
    static constexpr int side_max = 2560;
    /// A page of a document: sharp at twice the width that a board shows it in.
    static constexpr int page_side = 2200;

    [[nodiscard]] static bool is_document(const QString& path);
    [[nodiscard]] static std::expected<int, Trouble> pages_of(const QString& path);
    [[nodiscard]] static std::expected<QImage, Trouble> page(const QString& path, int number);
    [[nodiscard]] static std::expected<QImage, Trouble> picture(const QString& path);

    struct Encoded {
        QByteArray bytes;
        QSize pixels;
    };
    /// As a file: PNG, or JPEG where that is smaller and nothing shines through. At most `bytes_max`.
    [[nodiscard]] static Encoded encode(QImage image, qsizetype bytes_max);
};

} // namespace plenum::ui
