// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/items/screen_item.h"

#include <QQuickPaintedItem>

namespace plenum::ui {

/// Where people point on the screen that a `ScreenItem` shows.
class ScreenPointers : public QQuickPaintedItem {
    Q_OBJECT

  public:
    /// Covers `view`, which outlives this.
    explicit ScreenPointers(ScreenItem& view);

    void paint(QPainter* painter) override;

  private:
    ScreenItem& view_;
};

} // namespace plenum::ui
