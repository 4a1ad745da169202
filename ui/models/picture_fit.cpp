// SPDX-License-Identifier: Apache-2.0
#include "ui/models/picture_fit.h"

#include <algorithm>
#include <cmath>

namespace plenum::ui {

QRectF picture_place(QSizeF picture, QSizeF place) {
    const QRectF all{{0, 0}, place};
    if (picture.isEmpty() || place.isEmpty()) return all;
    const auto wider = (picture.width() * place.height()) / (picture.height() * place.width());
    if (1 - std::min(wider, 1 / wider) <= crop_max) return all;
    const auto size = picture.scaled(place, Qt::KeepAspectRatio);
    const QSizeF whole{std::round(size.width()), std::round(size.height())};
    return {QPointF{std::floor((place.width() - whole.width()) / 2), std::floor((place.height() - whole.height()) / 2)},
            whole};
}

} // namespace plenum::ui
