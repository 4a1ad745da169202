// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_hit.h"

#include "ui/board/board_painter.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <ranges>

namespace plenum::ui {
namespace {

double distance(QPointF at, QPointF from, QPointF to) {
    const auto along = to - from;
    const auto length = QPointF::dotProduct(along, along);
    const auto share = length == 0 ? 0 : std::clamp(QPointF::dotProduct(at - from, along) / length, 0.0, 1.0);
    const auto gap = at - from - along * share;
    return std::hypot(gap.x(), gap.y());
}

/// Relative to the object's position.
class Distance {
  public:
    Distance(const BoardFigure& figure, QPointF at) : figure_{figure}, at_{at} {}

    double operator()(const BoardFigure::Ink& ink) const {
        auto nearest = std::numeric_limits<double>::max();
        std::optional<QPointF> last;
        for (const auto& point : board::decode_points(ink.points)) {
            const auto next = scaled(point.at);
            nearest = std::min(nearest, distance(at_, last.value_or(next), next));
            last = next;
        }
        return nearest;
    }
    double operator()(const BoardFigure::Shape& shape) const {
        const auto corner = scaled(shape.extent);
        if (shape.kind == board::ShapeKind::line || shape.kind == board::ShapeKind::arrow)
            return distance(at_, {}, corner);
        const auto rect = QRectF{QPointF{}, corner}.normalized();
        const bool filled = board_colour(figure_.style.fill).alpha() > 0;
        if (shape.kind == board::ShapeKind::rectangle) return filled ? outside(rect) : from_edge(rect);
        const auto radius = std::hypot((at_.x() - rect.center().x()) / std::max(rect.width() / 2, 0.1),
                                       (at_.y() - rect.center().y()) / std::max(rect.height() / 2, 0.1));
        const auto gap = (radius - 1) * std::min(rect.width(), rect.height()) / 2;
        return filled ? std::max(gap, 0.0) : std::abs(gap);
    }
    double operator()(const BoardFigure::Label& label) const {
        const auto area = QRectF{QPointF{}, scaled(label.extent)}.normalized();
        // Nothing shows where the box of a text ends, so that beside the words is beside the text.
        return outside(label.kind == board::LabelKind::note
                           ? area
                           : board_words(area, QString::fromStdString(label.text), figure_.style));
    }
    double operator()(const BoardFigure::Picture& picture) const {
        return outside(QRectF{QPointF{}, scaled(picture.extent)}.normalized());
    }

  private:
    [[nodiscard]] QPointF scaled(board::Position at) const {
        const auto& scale = figure_.transform.scale;
        return {board_units(at.x) * scale.x / board::limits::scale_one,
                board_units(at.y) * scale.y / board::limits::scale_one};
    }
    [[nodiscard]] double outside(const QRectF& rect) const { return rect.contains(at_) ? 0 : from_edge(rect); }
    [[nodiscard]] double from_edge(const QRectF& rect) const {
        return std::min(
            {distance(at_, rect.topLeft(), rect.topRight()), distance(at_, rect.topRight(), rect.bottomRight()),
             distance(at_, rect.bottomRight(), rect.bottomLeft()), distance(at_, rect.bottomLeft(), rect.topLeft())});
    }

    const BoardFigure& figure_;
    QPointF at_;
};

} // namespace

std::optional<board::ObjectId> BoardHit::at(QPointF at, double reach) const {
    const QRectF around{at - QPointF{reach, reach}, QSizeF{2 * reach, 2 * reach}};
    for (const auto id : board_.find(page_, board_box(around)) | std::views::reverse) {
        const auto* object = board_.find(id);
        if (object == nullptr) continue;
        const auto figure = figure_of(*object);
        const auto& position = figure.transform.position;
        const QPointF inside = at - QPointF{board_units(position.x), board_units(position.y)};
        if (std::visit(Distance{figure, inside}, figure.content) <= reach + board_units(figure.style.line_width) / 2)
            return id;
    }
    return std::nullopt;
}

std::vector<board::ObjectId> BoardHit::inside(const QRectF& area) const {
    auto found = board_.find(page_, board_box(area));
    std::erase_if(found, [&](auto id) { return !area.contains(box(id)); });
    return found;
}

std::vector<board::ObjectId> BoardHit::all() const {
    std::vector<board::ObjectId> found;
    const auto* page = board_.find(page_);
    if (page != nullptr)
        std::ranges::transform(page->painting_order, std::back_inserter(found),
                               [](const auto& item) { return item.second; });
    return found;
}

QRectF BoardHit::extent() const {
    QRectF extent;
    const auto* page = board_.find(page_);
    if (page == nullptr) return extent;
    if (const auto background = background_of(*page)) {
        const auto& picture = std::get<BoardFigure::Picture>(background->content);
        extent = {0, 0, board_units(picture.extent.x), board_units(picture.extent.y)};
    }
    for (const auto& [depth, id] : page->painting_order)
        extent |= box(id);
    return extent;
}

QRectF BoardHit::box(board::ObjectId object) const {
    const auto* found = board_.find(object);
    return found != nullptr && found->placement.visible ? board_rect(found->placement.box) : QRectF{};
}

} // namespace plenum::ui
