// SPDX-License-Identifier: Apache-2.0
#include "ui/items/screen_drawing.h"

#include "ui/board/board_painter.h"

#include <QCursor>

namespace plenum::ui {
namespace {

/// How near to a line an eraser is near, in pixels.
constexpr double reach = 8;
const QColor erased_colour{0xd6, 0x33, 0x33};

} // namespace

ScreenDrawing::ScreenDrawing(QQuickItem* parent) : QQuickPaintedItem{parent} { setAntialiasing(true); }

void ScreenDrawing::set_view(ScreenItem* view) {
    if (view_ == view) return;
    if (view_) view_->disconnect(this);
    view_ = view;
    if (view_) {
        connect(view_, &ScreenItem::view_changed, this, [this] { update(); });
        connect(view_, &ScreenItem::page_changed, this, &ScreenDrawing::follow_page);
    }
    follow_page();
    emit changed();
}

void ScreenDrawing::set_whiteboard(Whiteboard* whiteboard) {
    if (whiteboard_ == whiteboard) return;
    if (auto* before = markup()) {
        before->disconnect(this);
        before->tools().disconnect(this);
    }
    whiteboard_ = whiteboard;
    if (auto* now = markup()) {
        connect(now, &ScreenMarkup::changed, this, &ScreenDrawing::follow_markup);
        connect(&now->tools(), &BoardTools::preview_changed, this, [this] { update(); });
    }
    follow_page();
    emit changed();
}

void ScreenDrawing::follow_page() {
    if (auto* now = markup(); now != nullptr && view_) now->set_page(view_->page());
    follow_markup();
}

void ScreenDrawing::follow_markup() {
    const auto* now = markup();
    setAcceptedMouseButtons(now != nullptr && now->drawing() ? Qt::LeftButton : Qt::NoButton);
    setCursor(now != nullptr && now->drawing() ? Qt::CrossCursor : Qt::ArrowCursor);
    update();
}

void ScreenDrawing::mousePressEvent(QMouseEvent* event) {
    auto* now = markup();
    if (now == nullptr || !view_ || !view_->has_picture()) return;
    view_->forceActiveFocus(Qt::MouseFocusReason);
    now->tools().press(view_->to_units(event->position()), pressure(), reach / view_->unit(), false);
}

void ScreenDrawing::mouseMoveEvent(QMouseEvent* event) {
    if (auto* now = markup(); now != nullptr && view_)
        now->tools().move(view_->to_units(event->position()), pressure());
}

void ScreenDrawing::mouseReleaseEvent(QMouseEvent* /*event*/) {
    if (auto* now = markup()) now->tools().release();
}

void ScreenDrawing::mouseUngrabEvent() {
    if (auto* now = markup()) now->tools().cancel();
}

void ScreenDrawing::paint(QPainter* painter) {
    auto* now = markup();
    if (now == nullptr || !view_ || !view_->has_picture() || !board::is_screen(now->page())) return;
    const auto& board = now->document().present();
    const auto* page = board.find(now->page());
    const auto& preview = now->tools().preview();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(view_->place());
    painter->translate(view_->place().topLeft());
    painter->scale(view_->unit(), view_->unit());
    BoardPainter paint{*painter, whiteboard_->images().cache().get()};
    if (page != nullptr) {
        for (const auto& [depth, id] : page->painting_order)
            if (const auto* object = board.find(id)) paint.paint(figure_of(*object));
    }
    if (preview.shape) paint.paint(*preview.shape);
    painter->setBrush(Qt::NoBrush);
    painter->setPen({erased_colour, 1.5 / view_->unit(), Qt::DashLine});
    for (const auto id : preview.erased)
        painter->drawRect(BoardHit{board, now->page()}.box(id));
}

} // namespace plenum::ui
