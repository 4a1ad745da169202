// SPDX-License-Identifier: Apache-2.0
#include "core/board/editor.h"

#include <algorithm>

namespace plenum::board {
namespace {

/// Points of one operation: each takes at most nine bytes, and the other fields less than 200.
constexpr std::size_t points_per_operation = (limits::message_bytes_max - 200) / 9;

Position on_board(Position at) {
    return {std::clamp(at.x, -limits::coordinate_max, limits::coordinate_max),
            std::clamp(at.y, -limits::coordinate_max, limits::coordinate_max)};
}

Position relative(Position at, Position origin) { return {at.x - origin.x, at.y - origin.y}; }

} // namespace

EditResult BoardEditor::begin_stroke(PageId page, const Pen& pen, std::span<const InkPoint> points) {
    if (points.empty()) return std::unexpected{Refusal::nothing_to_do};
    if (const auto refusal = refuse_object(page)) return std::unexpected{*refusal};
    Drawing drawing{};
    drawing.begin.page = page;
    drawing.begin.depth = top(page);
    drawing.begin.style = pen.style;
    drawing.begin.tool = pen.tool;
    drawing.begin.points.pressure = pen.pressure;
    drawing.points = limits::stroke_points_max;
    auto edit = log_.act(draw(drawing, points, log_.next()));
    if (edit) drawings_.emplace(edit->objects.front(), std::move(drawing));
    return edit;
}

EditResult BoardEditor::append_points(ObjectId stroke, std::span<const InkPoint> points) {
    const auto found = drawings_.find(stroke);
    if (found == drawings_.end() || points.empty()) return std::unexpected{Refusal::nothing_to_do};
    auto after = found->second;
    auto edit = log_.proceed(draw(after, points, log_.next()));
    if (edit) found->second = std::move(after);
    return edit;
}

EditResult BoardEditor::end_stroke(ObjectId stroke) {
    const auto found = drawings_.find(stroke);
    if (found == drawings_.end()) return std::unexpected{Refusal::nothing_to_do};
    auto edit = log_.proceed({AppendPoints{found->second.object, true, {0, found->second.begin.points.pressure, {}}}});
    if (edit) drawings_.erase(found);
    return edit;
}

/// The operations for more points. A full stroke ends, and another one begins at its last point.
std::vector<Operation> BoardEditor::draw(Drawing& drawing, std::span<const InkPoint> points,
                                         OperationNumber next) const {
    std::vector<Operation> operations;
    auto& begin = drawing.begin;
    while (!points.empty()) {
        const bool begins = drawing.points == limits::stroke_points_max;
        if (begins) {
            const bool continues = drawing.object != ObjectId{};
            const Position last{begin.position.x + drawing.last.x, begin.position.y + drawing.last.y};
            if (continues) operations.push_back(AppendPoints{drawing.object, true, {0, begin.points.pressure, {}}});
            begin.position = continues ? last : on_board(points.front().at);
            drawing.last = {};
            drawing.points = 0;
        }
        const auto count =
            std::min({points.size(), points_per_operation, std::size_t{limits::stroke_points_max - drawing.points}});
        PointWriter writer{drawing.last, begin.points.pressure};
        for (const auto& point : points.first(count))
            writer.add({relative(on_board(point.at), begin.position), point.pressure});
        points = points.subspan(count);
        drawing.last = writer.last();
        drawing.points += writer.points().count;
        if (begins) {
            drawing.object = {log_.sender(),
                              OperationNumber{static_cast<std::uint32_t>(next.value() + operations.size())}};
            auto operation = begin;
            operation.points = writer.points();
            operations.push_back(std::move(operation));
        } else {
            operations.push_back(AppendPoints{drawing.object, false, writer.points()});
        }
    }
    return operations;
}

} // namespace plenum::board
