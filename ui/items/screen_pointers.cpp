// SPDX-License-Identifier: Apache-2.0
#include "ui/items/screen_pointers.h"

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
    if (view_) connect(view_, &ScreenItem::view_changed, this, [this] { update(); });
    emit changed();
}

void ScreenPointers::set_whiteboard(Whiteboard* whiteboard) {
    if (whiteboard_ == whiteboard) return;
    if (whiteboard_) whiteboard_->pointers().disconnect(this);
    whiteboard_ = whiteboard;
    if (whiteboard_) connect(&whiteboard_->pointers(), &BoardPointers::changed, this, [this] { update(); });
    emit changed();
}

void ScreenPointers::set_pointing(bool pointing) {
    if (std::exchange(pointing_, pointing) == pointing) return;
    setAcceptHoverEvents(pointing);
    setAcceptedMouseButtons(pointing ? Qt::LeftButton : Qt::NoButton);
    if (!pointing && whiteboard_) whiteboard_->pointers().leave();
    emit changed();
}

board::PageId ScreenPointers::page() const {
    const auto sharer = view_ && view_->screens() != nullptr ? view_->screens()->sharer() : 0;
    return board::screen_of(base::MemberIndex{static_cast<std::uint32_t>(sharer)});
}

QPointF ScreenPointers::to_item(board::Position at) const {
    constexpr double span = board::screen_span;
    const auto picture = view_ ? view_->place() : QRectF{};
    return picture.topLeft() + QPointF{picture.width() * at.x / span, picture.height() * at.y / span};
}

void ScreenPointers::mousePressEvent(QMouseEvent* event) {
    if (view_) view_->forceActiveFocus(Qt::MouseFocusReason);
    point_at(event->position());
}

void ScreenPointers::point_at(QPointF at) {
    if (!view_ || !whiteboard_ || !view_->has_picture()) return;
    const auto picture = view_->place();
    if (!picture.contains(at)) return;
    const auto part = at - picture.topLeft();
    constexpr double span = board::screen_span;
    whiteboard_->pointers().shine(page(), {static_cast<std::int32_t>(part.x() / picture.width() * span),
                                           static_cast<std::int32_t>(part.y() / picture.height() * span)});
}

void ScreenPointers::paint(QPainter* painter) {
    if (!view_ || !whiteboard_ || !view_->has_picture()) return;
    painter->setRenderHint(QPainter::Antialiasing);
    PointerPainter paint{*painter};
    const auto on_item = [this](const auto& places) {
        std::vector<QPointF> points;
        std::ranges::transform(places, std::back_inserter(points), [this](board::Position at) { return to_item(at); });
        return points;
    };
    const auto& pointers = whiteboard_->pointers();
    for (const auto& [member, pointer] : pointers.others()) {
        const auto* laser = std::get_if<board::LaserTrail>(&pointer.presence);
        if (laser == nullptr || laser->page != page() || laser->trail.empty()) continue;
        const auto colour = PointerPainter::colour_of(member);
        paint.paint_trail(on_item(laser->trail), colour);
        paint.paint_pointer(to_item(laser->trail.back()), whiteboard_->name_of(member), colour);
    }
    if (pointers.own_page() == page()) paint.paint_trail(on_item(pointers.own_trail()), PointerPainter::own_laser);
}

} // namespace plenum::ui
