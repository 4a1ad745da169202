// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/limits.h"

#include <QRectF>

namespace plenum::ui {

/// Where a page with a picture is in an item: the picture is `board::limits::background_width` units wide.
class PagePlace {
  public:
    explicit PagePlace(const QRectF& picture) : picture_{picture} {}

    /// Of the whole picture, in the item; may be larger.
    [[nodiscard]] const QRectF& picture() const { return picture_; }
    /// Pixels of the item for a unit of the page; 1 without a picture.
    [[nodiscard]] double unit() const {
        return picture_.width() > 0 ? picture_.width() / board::limits::background_width : 1.0;
    }
    [[nodiscard]] QPointF to_units(QPointF at) const { return (at - picture_.topLeft()) / unit(); }
    [[nodiscard]] QPointF from_units(QPointF at) const { return picture_.topLeft() + at * unit(); }

  private:
    QRectF picture_;
};

} // namespace plenum::ui
