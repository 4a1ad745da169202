// SPDX-License-Identifier: Apache-2.0
#include "ui/models/screen_view.h"

#include <algorithm>

namespace plenum::ui {

void ScreenView::set_room(QSizeF room) {
    room_ = room;
    keep_in_sight();
}

void ScreenView::set_picture(QSizeF picture) {
    if (picture == picture_) return;
    picture_ = picture;
    fit();
}

void ScreenView::fit() {
    fitted_ = true;
    keep_in_sight();
}

double ScreenView::fitting() const {
    if (picture_.isEmpty() || room_.isEmpty()) return 1;
    return std::min({1.0, room_.width() / picture_.width(), room_.height() / picture_.height()});
}

double ScreenView::scale() const { return fitted_ ? fitting() : scale_; }

void ScreenView::scale_to(double scale, QPointF at) {
    if (picture_.isEmpty()) return;
    const auto before = place();
    const auto old = this->scale();
    const auto under = (at - before.topLeft()) / old;
    scale_ = std::clamp(scale, fitting(), scale_max);
    fitted_ = scale_ <= fitting();
    const QPointF middle{room_.width() / 2, room_.height() / 2};
    centre_ = under + (middle - at) / this->scale();
    keep_in_sight();
}

void ScreenView::move_by(QPointF way) {
    centre_ -= way / scale();
    keep_in_sight();
}

/// No edge of a picture that is larger than the room is within the room; a smaller one is in its middle.
void ScreenView::keep_in_sight() {
    const auto within = [scale = scale()](double centre, double picture, double room) {
        const auto half = room / scale / 2;
        return picture <= 2 * half ? picture / 2 : std::clamp(centre, half, picture - half);
    };
    centre_ = {within(centre_.x(), picture_.width(), room_.width()),
               within(centre_.y(), picture_.height(), room_.height())};
}

QRectF ScreenView::place() const {
    const auto size = picture_ * scale();
    return {room_.width() / 2 - centre_.x() * scale(), room_.height() / 2 - centre_.y() * scale(), size.width(),
            size.height()};
}

} // namespace plenum::ui
