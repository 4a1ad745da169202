// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/board.h"
#include "ui/images/image_cache.h"

#include <QImage>
#include <QString>
#include <QUrl>

namespace plenum::ui {

/// Writes the board to a file: the page as PNG or SVG, or all pages as PDF, as the name ends. Words of what went wrong
/// and what to do; empty where nothing did. A file that is there stays as it is until the new one is whole.
/// Without `images`, pictures are frames.
[[nodiscard]] QString export_board(const board::Board& board, board::PageId page, const QUrl& file,
                                   const ImageCache* images);

/// All that is on the page, as large as it fits.
[[nodiscard]] QImage board_image(const board::Board& board, board::PageId page, const QSize& size,
                                 const ImageCache* images);

} // namespace plenum::ui
