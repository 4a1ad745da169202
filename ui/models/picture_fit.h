// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QSizeF>

namespace plenum::ui {

/// A picture is cropped only if no more than this part of it is lost; otherwise all of it is shown, on a dark ground.
/// So a 16:9 picture fills a tile of nearly that shape, and one in portrait is never cut to landscape.
constexpr double crop_max = 0.12;

/// Where a picture of this size stands in a place of that size, from its corner. The whole place where it is cropped.
[[nodiscard]] QRectF picture_place(QSizeF picture, QSizeF place);

} // namespace plenum::ui
