// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace plenum::ui {

/// Where a shared screen's picture is in the room that it has: fitted in, or enlarged and moved. Lengths are pixels of
/// the screen; a scale of 1 shows each pixel of the picture as one.
class ScreenView {
  public:
    static constexpr double scale_max = 8;

    void set_room(QSizeF room);
    /// Of another size, it is fitted in again.
    void set_picture(QSizeF picture);

    /// All of it, and no larger than it is.
    void fit();
    [[nodiscard]] bool fitted() const { return fitted_; }
    [[nodiscard]] double scale() const;
    /// The point of the picture under `at` stays there.
    void scale_to(double scale, QPointF at);
    void move_by(QPointF way);
    /// Of the whole picture, in the room; may be larger.
    [[nodiscard]] QRectF place() const;

  private:
    [[nodiscard]] double fitting() const;
    void keep_in_sight();

    QSizeF room_;
    QSizeF picture_;
    bool fitted_{true};
    double scale_{1};
    /// The point of the picture in the middle of the room.
    QPointF centre_;
};

} // namespace plenum::ui
