// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/board.h"
#include "core/board/object.h"
#include "core/board/page.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plenum::ui {

/// Of a marker where a pen has `pen`: it covers a line of words.
[[nodiscard]] board::Style marker_style(board::Style pen);

/// An object of the board as it looks now: a plain value, so that another thread can paint it.
struct BoardFigure {
    struct Ink {
        board::Tool tool{board::Tool::pen};
        board::Points points;
    };
    struct Shape {
        board::ShapeKind kind{board::ShapeKind::line};
        board::Position extent;
    };
    struct Label {
        board::LabelKind kind{board::LabelKind::text};
        board::Position extent;
        std::string text;
    };
    struct Picture {
        board::Position extent;
        board::ImageReference image;
    };
    board::Transform transform;
    board::Style style;
    std::variant<Ink, Shape, Label, Picture> content{Shape{}};
};

[[nodiscard]] BoardFigure figure_of(const board::Object& object);
/// The objects of a page that are painted last, from the bottom to the top: as many as have `points` together, with 16
/// for an object by itself.
[[nodiscard]] std::vector<const board::Object*> topmost(const board::Board& board, board::PageId page,
                                                        std::size_t points);
/// A page's background as a picture from the origin on, `board::limits::background_width` wide; nullopt for none.
[[nodiscard]] std::optional<BoardFigure> background_of(const board::Page& page);

} // namespace plenum::ui
