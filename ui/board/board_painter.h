// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_figure.h"
#include "ui/images/image_cache.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>

namespace plenum::ui {

/// Sixteenths to board units, which are pixels at the usual size.
[[nodiscard]] constexpr double board_units(std::int64_t sixteenths) { return static_cast<double>(sixteenths) / 16; }
[[nodiscard]] QColor board_colour(board::Colour colour);
/// In board units.
[[nodiscard]] QRectF board_rect(const board::Box& box);
[[nodiscard]] board::Position board_position(QPointF units);
[[nodiscard]] board::Box board_box(const QRectF& units);
/// Of what an eraser is about to delete.
inline constexpr QColor erased_colour{0xd6, 0x33, 0x33};

/// Paints figures of the board in board units, on the screen and in files. May run on any thread.
class BoardPainter {
  public:
    /// `images` has the contents of pictures; without it they are frames.
    explicit BoardPainter(QPainter& painter, const ImageCache* images = nullptr);

    void paint(const BoardFigure& figure);

  private:
    void paint(const BoardFigure& figure, const BoardFigure::Ink& ink);
    void paint(const BoardFigure& figure, const BoardFigure::Shape& shape);
    void paint(const BoardFigure& figure, const BoardFigure::Label& label);
    void paint(const BoardFigure& figure, const BoardFigure::Picture& picture);

    QPainter& painter_;
    const ImageCache* images_;
};

/// How a text of the board is laid out in its box.
[[nodiscard]] QFont board_font(const board::Style& style);
/// Where the words of a text are in its box, `area`.
[[nodiscard]] QRectF board_words(const QRectF& area, const QString& words, const board::Style& style);
/// Room between the edge of a sticky note and its text, in board units.
inline constexpr double note_margin = 12;
/// Of a label's text to each edge of its box.
[[nodiscard]] constexpr double label_margin(board::LabelKind kind) {
    return kind == board::LabelKind::note ? note_margin : 0;
}
/// Of a box that shows all of `words`, no smaller than `least`.
[[nodiscard]] QSizeF room_for_words(QSizeF least, const QString& words, const board::Style& style,
                                    board::LabelKind kind);

} // namespace plenum::ui
