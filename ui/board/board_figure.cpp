// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_figure.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::ui {

BoardFigure figure_of(const board::Object& object) {
    BoardFigure figure{object.transform.value(), object.style.value()};
    const base::Overloaded content{
        [&](const board::Stroke& stroke) { figure.content = BoardFigure::Ink{stroke.tool, stroke.points}; },
        [&](const board::Shape& shape) { figure.content = BoardFigure::Shape{shape.kind, shape.extent}; },
        [&](const board::Label& label) {
            figure.content = BoardFigure::Label{label.kind, label.extent, label.text.value()};
        },
        [&](const board::Picture& picture) { figure.content = BoardFigure::Picture{picture.extent, picture.image}; },
    };
    std::visit(content, object.content);
    return figure;
}

std::optional<BoardFigure> background_of(const board::Page& page) {
    const auto& image = page.background.value();
    if (!image) return std::nullopt;
    constexpr auto width = 16 * board::limits::background_width;
    const auto height = std::int64_t{width} * image->height / std::max(image->width, 1U);
    BoardFigure figure;
    figure.content = BoardFigure::Picture{
        {width, static_cast<std::int32_t>(std::min<std::int64_t>(height, board::limits::coordinate_max))}, *image};
    return figure;
}

} // namespace plenum::ui
