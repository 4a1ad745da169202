// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_selection.h"

#include "ui/board/board_figure.h"
#include "ui/board/board_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace plenum::ui {
namespace {

constexpr double factor_min = 0.05;
constexpr double factor_max = 20;

double factor(double from, double to) { return std::abs(from) < 1 ? 1 : std::clamp(to / from, factor_min, factor_max); }

std::uint32_t scale_of(double factor) {
    return static_cast<std::uint32_t>(std::lround(factor * board::limits::scale_one));
}

} // namespace

BoardSelection::BoardSelection(BoardDocument& document, QObject* parent) : QObject{parent}, document_{document} {
    connect(&document, &BoardDocument::changed, this, &BoardSelection::forget_vanished);
    connect(&document, &BoardDocument::replaced, this, &BoardSelection::forget_vanished);
}

QRectF BoardSelection::box() const {
    QRectF all;
    for (const auto id : objects_)
        all |= hit().box(id);
    return all;
}

void BoardSelection::set(std::set<board::ObjectId> objects) {
    if (objects == objects_) return;
    objects_ = std::move(objects);
    emit changed();
}

void BoardSelection::add(const std::vector<board::ObjectId>& objects) {
    auto all = objects_;
    all.insert(objects.begin(), objects.end());
    set(std::move(all));
}

void BoardSelection::set_page(board::PageId page) {
    if (std::exchange(page_, page) != page) set({});
}

void BoardSelection::set_all() {
    const auto all = hit().all();
    set({all.begin(), all.end()});
}

std::optional<QPointF> BoardSelection::opposite_corner(QPointF at, double reach) const {
    const auto around = box();
    if (around.isEmpty()) return std::nullopt;
    const std::array corners{around.topLeft(), around.topRight(), around.bottomRight(), around.bottomLeft()};
    for (std::size_t number = 0; number < corners.size(); ++number) {
        const auto way = at - corners.at(number);
        if (std::hypot(way.x(), way.y()) <= reach) return corners.at((number + 2) % corners.size());
    }
    return std::nullopt;
}

BoardSelection::Resizing BoardSelection::resizing(QPointF fixed, QPointF from, QPointF to) const {
    Resizing resizing{fixed, factor(from.x() - fixed.x(), to.x() - fixed.x()),
                      factor(from.y() - fixed.y(), to.y() - fixed.y())};
    // Pictures and what somebody wrote by hand keep their proportions.
    const bool free = std::ranges::all_of(objects_, [&](auto id) {
        const auto* object = document_.board().find(id);
        return object != nullptr && (std::holds_alternative<board::Shape>(object->content) ||
                                     std::holds_alternative<board::Label>(object->content));
    });
    if (!free) resizing.width = resizing.height = std::max(resizing.width, resizing.height);
    return resizing;
}

void BoardSelection::remove() {
    if (!empty()) document_.act(document_.editor().remove(listed()));
}

void BoardSelection::move(QPointF by) {
    if (!empty()) document_.act(document_.editor().move(listed(), board_position(by)));
}

void BoardSelection::resize(const Resizing& resizing) {
    const board::Scale by{scale_of(resizing.width), scale_of(resizing.height)};
    if (!empty() && by != board::Scale{})
        document_.act(document_.editor().resize(listed(), board_position(resizing.fixed), by));
}

void BoardSelection::restyle(const board::Style& style) {
    std::vector<board::ObjectId> markers;
    std::vector<board::ObjectId> others;
    for (const auto id : objects_) {
        const auto* object = document_.board().find(id);
        const auto* stroke = object == nullptr ? nullptr : std::get_if<board::Stroke>(&object->content);
        (stroke != nullptr && stroke->tool == board::Tool::marker ? markers : others).push_back(id);
    }
    if (!others.empty()) document_.act(document_.editor().restyle(others, style));
    if (!markers.empty()) document_.act(document_.editor().restyle(markers, marker_style(style)));
}

void BoardSelection::restack(board::Stacking stacking) {
    if (!empty()) document_.act(document_.editor().restack(listed(), stacking));
}

void BoardSelection::forget_vanished() {
    auto objects = objects_;
    std::erase_if(objects, [&](auto id) {
        const auto* object = document_.board().find(id);
        return object == nullptr || !object->placement.visible;
    });
    set(std::move(objects));
}

} // namespace plenum::ui
