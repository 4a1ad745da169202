// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/items/board_item.h"

#include <QQuickPaintedItem>

namespace plenum::ui {

/// What moves over the tiles of a `BoardItem`: strokes that are being drawn, what is selected or dragged, lasers, and
/// the pointers of others with their names.
class BoardOverlay : public QQuickPaintedItem {
    Q_OBJECT

  public:
    /// Covers `view`, which outlives this.
    explicit BoardOverlay(BoardItem& view);

    void paint(QPainter* painter) override;

  private:
    void paint_board(QPainter& painter, Whiteboard& whiteboard);
    void paint_selection(QPainter& painter, Whiteboard& whiteboard);
    void paint_pointers(QPainter& painter, Whiteboard& whiteboard);
    [[nodiscard]] QPointF to_item(board::Position at) const;

    BoardItem& view_;
};

} // namespace plenum::ui
