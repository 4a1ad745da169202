// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/board.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

namespace plenum::ui {

/// What is under the pointer. Places and distances in board units.
class BoardHit {
  public:
    /// `board` outlives this.
    BoardHit(const board::Board& board, board::PageId page) : board_{board}, page_{page} {}

    /// The topmost object no farther than `reach` from `at`.
    [[nodiscard]] std::optional<board::ObjectId> at(QPointF at, double reach) const;
    /// The objects that lie in `area` as a whole, from the bottom to the top.
    [[nodiscard]] std::vector<board::ObjectId> inside(const QRectF& area) const;
    /// All of the page, from the bottom to the top.
    [[nodiscard]] std::vector<board::ObjectId> all() const;
    /// Around an object as it is seen; empty where it is not.
    [[nodiscard]] QRectF box(board::ObjectId object) const;
    /// Around all of the page, with its background; empty where there is nothing.
    [[nodiscard]] QRectF extent() const;

  private:
    const board::Board& board_;
    board::PageId page_;
};

} // namespace plenum::ui
