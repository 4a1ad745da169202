// SPDX-License-Identifier: Apache-2.0
#include "ui/items/screen_drawing.h"

#include "ui/board/board_painter.h"

#include <QCursor>
#include <QPainter>
#include <QQuickWindow>
#include <QTimer>

#include <algorithm>

namespace plenum::ui {
namespace {

/// How near to a line an eraser is near, in pixels.
constexpr double reach = 8;
/// Painting takes at most one part in so many of the time, whatever people draw.
constexpr int share_of_time = 5;
/// Points of what is painted. Beyond, the lowest is not shown: nobody reads a screen below so much ink.
constexpr std::size_t points_max = 200'000;

} // namespace

ScreenDrawing::ScreenDrawing(QQuickItem* parent) : QQuickPaintedItem{parent} {
    setAntialiasing(true);
    clock_.start();
}

void ScreenDrawing::set_view(ScreenItem* view) {
    if (view_ == view) return;
    if (view_) view_->disconnect(this);
    view_ = view;
    if (view_) {
        connect(view_, &ScreenItem::view_changed, this, &ScreenDrawing::repaint_soon);
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
        whiteboard_->surface().document().disconnect(this);
    }
    whiteboard_ = whiteboard;
    if (auto* now = markup()) {
        connect(now, &ScreenMarkup::changed, this, &ScreenDrawing::follow_markup);
        connect(&now->tools(), &BoardTools::preview_changed, this, [this] { update(); });
        connect(&whiteboard_->surface().document(), &BoardDocument::changed, this, &ScreenDrawing::note_change);
        connect(&whiteboard_->surface().document(), &BoardDocument::replaced, this, &ScreenDrawing::repaint_soon);
    }
    follow_page();
    emit changed();
}

void ScreenDrawing::follow_page() {
    if (auto* now = markup(); now != nullptr && view_) now->set_page(view_->page());
    layer_ = {};
    repaint_soon();
    follow_markup();
}

void ScreenDrawing::note_change(const board::Changes& changes) {
    const auto* now = markup();
    if (now == nullptr) return;
    const auto& board = now->document().present();
    const bool here = std::ranges::any_of(changes.objects, [&](board::ObjectId id) {
        const auto* object = board.find(id);
        return object == nullptr || object->page == now->page();
    });
    if (here) repaint_soon();
}

void ScreenDrawing::repaint_soon() {
    stale_ = true;
    update();
}

void ScreenDrawing::follow_markup() {
    const auto* now = markup();
    setAcceptedMouseButtons(now != nullptr && now->drawing() ? Qt::LeftButton : Qt::NoButton);
    setCursor(now != nullptr && now->drawing() ? Qt::CrossCursor : Qt::ArrowCursor);
}

void ScreenDrawing::mousePressEvent(QMouseEvent* event) {
    auto* now = markup();
    // Accepted buttons alone do not keep it away: an item with a pointer handler is given every press.
    if (now == nullptr || !now->drawing()) return event->ignore();
    if (!view_ || !view_->place().picture().contains(event->position())) return;
    view_->forceActiveFocus(Qt::MouseFocusReason);
    const auto place = view_->place();
    now->tools().press(place.to_units(event->position()), pressure(), reach / place.unit(), false);
}

void ScreenDrawing::mouseMoveEvent(QMouseEvent* event) {
    if (auto* now = markup(); now != nullptr && view_)
        now->tools().move(view_->place().to_units(event->position()), pressure());
}

void ScreenDrawing::mouseReleaseEvent(QMouseEvent* /*event*/) {
    if (auto* now = markup()) now->tools().release();
}

void ScreenDrawing::mouseUngrabEvent() {
    if (auto* now = markup()) now->tools().cancel();
}

void ScreenDrawing::wait() {
    QTimer::singleShot(static_cast<int>(std::max<qint64>(0, next_at_ - clock_.elapsed())), this, [this] {
        waits_ = false;
        update();
    });
}

void ScreenDrawing::paint_layer() {
    const auto begun = clock_.elapsed();
    const auto& board = markup()->document().present();
    const auto ratio = window() == nullptr ? 1.0 : window()->effectiveDevicePixelRatio();
    layer_ = QImage{(size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied};
    layer_.setDevicePixelRatio(ratio);
    layer_.fill(Qt::transparent);
    const auto place = view_->place();
    layer_place_ = place.picture();
    QPainter painter{&layer_};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(layer_place_.topLeft());
    painter.scale(place.unit(), place.unit());
    BoardPainter paint{painter, whiteboard_->surface().images().cache().get()};
    for (const auto* object : topmost(board, markup()->page(), points_max))
        paint.paint(figure_of(*object));
    stale_ = false;
    next_at_ = clock_.elapsed() + (clock_.elapsed() - begun) * (share_of_time - 1);
}

void ScreenDrawing::paint(QPainter* painter) {
    auto* now = markup();
    if (now == nullptr || !view_ || !view_->has_picture() || !board::is_screen(now->page())) return;
    if (stale_ && clock_.elapsed() >= next_at_) paint_layer();
    if (stale_ && !waits_) {
        waits_ = true;
        // The thread that paints has no timers.
        QMetaObject::invokeMethod(this, &ScreenDrawing::wait, Qt::QueuedConnection);
    }
    painter->setRenderHint(QPainter::Antialiasing);
    const auto place = view_->place();
    painter->setClipRect(place.picture());
    if (!layer_.isNull()) {
        // It may be of a moment ago, when the picture was elsewhere.
        const auto scale = layer_place_.width() > 0 ? place.picture().width() / layer_place_.width() : 1.0;
        const auto corner = place.picture().topLeft() - layer_place_.topLeft() * scale;
        painter->drawImage(QRectF{corner, layer_.deviceIndependentSize() * scale}, layer_);
    }
    painter->translate(place.picture().topLeft());
    painter->scale(place.unit(), place.unit());
    BoardPainter paint{*painter, whiteboard_->surface().images().cache().get()};
    const auto& preview = now->tools().preview();
    if (preview.shape) paint.paint(*preview.shape);
    painter->setBrush(Qt::NoBrush);
    painter->setPen({erased_colour, 1.5 / place.unit(), Qt::DashLine});
    for (const auto id : preview.erased)
        painter->drawRect(BoardHit{now->document().present(), now->page()}.box(id));
}

} // namespace plenum::ui
