// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_ink.h"

#include "ui/board/board_painter.h"

#include <algorithm>

namespace plenum::ui {
namespace {

/// Of a fill, which what lies below shines through.
constexpr int fill_alpha = 64;
constexpr double ink_width_min = 0.5;
constexpr double width_max = 64;
/// Letters are so many pens high, within what can be read.
constexpr std::uint32_t letter_widths = 8;
constexpr std::uint32_t letters_min = 14 * 16;
constexpr std::uint32_t letters_max = 96 * 16;

board::Colour colour_of(const QColor& colour) {
    const auto part = [](int value, int shift) { return static_cast<std::uint32_t>(value) << shift; };
    return board::Colour{part(colour.red(), 24) | part(colour.green(), 16) | part(colour.blue(), 8) |
                         part(colour.alpha(), 0)};
}

QColor with_alpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

BoardInk::BoardInk(BoardTools& tools, QObject* parent) : QObject{parent}, tools_{tools} {
    auto style = tools_.style();
    style.line = board::Colour{0x1f1f1fff};
    style.line_width = 3 * 16;
    tools_.set_style(style);
}

void BoardInk::set(const board::Style& style) {
    tools_.set_style(style);
    emit changed();
}

QColor BoardInk::colour() const { return board_colour(tools_.style().line); }

void BoardInk::set_colour(const QColor& colour) {
    auto style = tools_.style();
    style.line = colour_of(colour);
    if (filled()) style.fill = colour_of(with_alpha(colour, fill_alpha));
    set(style);
}

double BoardInk::line_width() const { return board_units(tools_.style().line_width); }

void BoardInk::set_line_width(double width) {
    auto style = tools_.style();
    style.line_width = static_cast<std::uint32_t>(std::clamp(width, ink_width_min, width_max) * 16);
    style.font_size = std::clamp(style.line_width * letter_widths, letters_min, letters_max);
    set(style);
}

bool BoardInk::filled() const { return board_colour(tools_.style().fill).alpha() > 0; }

void BoardInk::set_filled(bool filled) {
    auto style = tools_.style();
    style.fill = colour_of(with_alpha(colour(), filled ? fill_alpha : 0));
    set(style);
}

} // namespace plenum::ui
