// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_figure.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::ui {
namespace {

/// A marker is so many times as wide as a pen.
constexpr std::uint32_t marker_widths = 5;

} // namespace

board::Style marker_style(board::Style pen) {
    pen.line_width = std::min(pen.line_width * marker_widths, board::limits::line_width_max);
    return pen;
}

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

std::vector<const board::Object*> topmost(const board::Board& board, board::PageId page, std::size_t points) {
    constexpr std::size_t object_points = 16;
    std::vector<const board::Object*> found;
    const auto* on = board.find(page);
    if (on == nullptr) return found;
    std::size_t spent = 0;
    for (auto at = on->painting_order.rbegin(); at != on->painting_order.rend() && spent < points; ++at) {
        found.push_back(board.find(at->second));
        const auto* stroke = std::get_if<board::Stroke>(&found.back()->content);
        spent += object_points + (stroke == nullptr ? 0 : stroke->points.count);
    }
    std::ranges::reverse(found);
    return found;
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
