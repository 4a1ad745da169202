// SPDX-License-Identifier: Apache-2.0
#include "ui/items/screen_pointers.h"

#include "ui/board/board_painter.h"
#include "ui/items/pointer_painter.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace plenum::ui {

ScreenPointers::ScreenPointers(QQuickItem* parent) : QQuickPaintedItem{parent} { setAntialiasing(true); }

void ScreenPointers::set_view(ScreenItem* view) {
    if (view_ == view) return;
    if (view_) view_->disconnect(this);
    view_ = view;
    if (view_) {
        connect(view_, &ScreenItem::view_changed, this, [this] { update(); });
        connect(view_, &ScreenItem::page_changed, this, [this] { update(); });
    }
    emit changed();
}

void ScreenPointers::set_whiteboard(Whiteboard* whiteboard) {
    if (whiteboard_ == whiteboard) return;
    if (whiteboard_) whiteboard_->surface().pointers().disconnect(this);
    whiteboard_ = whiteboard;
    if (whiteboard_) connect(&whiteboard_->surface().pointers(), &BoardPointers::changed, this, [this] { update(); });
    emit changed();
}

void ScreenPointers::set_pointing(bool pointing) {
    if (std::exchange(pointing_, pointing) == pointing) return;
    setAcceptHoverEvents(pointing);
    setAcceptedMouseButtons(pointing ? Qt::LeftButton : Qt::NoButton);
    if (!pointing && whiteboard_) whiteboard_->surface().pointers().leave();
    emit changed();
}

QPointF ScreenPointers::to_item(board::Position at) const {
    return view_ ? view_->place().from_units({board_units(at.x), board_units(at.y)}) : QPointF{};
}

void ScreenPointers::mousePressEvent(QMouseEvent* event) {
    if (view_) view_->forceActiveFocus(Qt::MouseFocusReason);
    point_at(event->position());
}

void ScreenPointers::point_at(QPointF at) {
    if (!view_ || !whiteboard_ || !view_->has_picture()) return;
    if (!view_->place().picture().contains(at) || !board::is_screen(view_->page())) return;
    whiteboard_->surface().pointers().shine(view_->page(), board_position(view_->place().to_units(at)));
}

void ScreenPointers::paint(QPainter* painter) {
    if (!view_ || !whiteboard_ || !view_->has_picture()) return;
    const auto page = view_->page();
    if (!board::is_screen(page)) return;
    painter->setRenderHint(QPainter::Antialiasing);
    PointerPainter paint{*painter};
    const auto on_item = [this](const auto& places) {
        std::vector<QPointF> points;
        std::ranges::transform(places, std::back_inserter(points), [this](board::Position at) { return to_item(at); });
        return points;
    };
    const auto& pointers = whiteboard_->surface().pointers();
    for (const auto& [member, pointer] : pointers.others()) {
        const auto* laser = std::get_if<board::LaserTrail>(&pointer.presence);
        if (laser == nullptr || laser->page != page || laser->trail.empty()) continue;
        const auto colour = PointerPainter::colour_of(member);
        paint.paint_trail(on_item(laser->trail), colour);
        paint.paint_pointer(to_item(laser->trail.back()), whiteboard_->name_of(member), colour);
    }
    if (pointers.own_page() == page) paint.paint_trail(on_item(pointers.own_trail()), PointerPainter::own_laser);
}

} // namespace plenum::ui
