// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"
#include "ui/board/board_pointers.h"
#include "ui/board/board_tiles.h"
#include "ui/board/board_tools.h"
#include "ui/models/board_images.h"

namespace plenum::ui {

/// The board as items show it and draw on it: its document and tools, the pictures on it, its tiles and pointers.
class BoardSurface {
  public:
    /// Both outlive this. Without `files`, pictures are frames.
    BoardSurface(BoardPort& port, FilePort* files);

    [[nodiscard]] BoardDocument& document() { return document_; }
    [[nodiscard]] const BoardDocument& document() const { return document_; }
    [[nodiscard]] BoardTools& tools() { return tools_; }
    [[nodiscard]] const BoardTools& tools() const { return tools_; }
    [[nodiscard]] const BoardImages& images() const { return images_; }
    [[nodiscard]] BoardTiles& tiles() { return tiles_; }
    [[nodiscard]] BoardPointers& pointers() { return pointers_; }

  private:
    BoardDocument document_;
    BoardTools tools_;
    BoardImages images_;
    BoardTiles tiles_;
    BoardPointers pointers_;
};

} // namespace plenum::ui
