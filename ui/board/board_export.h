// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/board.h"
#include "ui/board/board_figure.h"
#include "ui/images/image_cache.h"

#include <QImage>
#include <QRectF>
#include <QString>
#include <QUrl>

#include <expected>
#include <functional>
#include <vector>

namespace plenum::ui {

/// What a page shows: plain values, so that another thread can paint it.
struct PagePicture {
    /// In board units.
    QRectF extent;
    /// From the bottom to the top.
    std::vector<BoardFigure> figures;
};
[[nodiscard]] PagePicture picture_of(const board::Board& board, board::PageId page);
/// What a file of this name gets: all pages of a document, else the page.
[[nodiscard]] std::vector<PagePicture> pictures_for(const board::Board& board, board::PageId page, const QUrl& file);

/// Is told how many pages are painted; false ends the work.
using PagesPainted = std::function<bool(int)>;
/// Writes a PNG or SVG of the first picture, or a PDF of all, as the name ends. False where `painted` ended it; else
/// words of what went wrong and what to do. A file that is there stays as it is until the new one is whole. Without
/// `images`, pictures are frames. May run on any thread.
[[nodiscard]] std::expected<bool, QString> write_board(const std::vector<PagePicture>& pages, const QUrl& file,
                                                       const ImageCache* images, const PagesPainted& painted);

/// All that is on the page, as large as it fits. May run on any thread.
[[nodiscard]] QImage board_image(const PagePicture& page, const QSize& size, const ImageCache* images);

} // namespace plenum::ui
