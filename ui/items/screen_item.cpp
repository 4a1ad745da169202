// SPDX-License-Identifier: Apache-2.0
#include "ui/items/screen_item.h"

#include "ui/items/picture_convert.h"

#include <QQuickWindow>
#include <QSGImageNode>

#include <cmath>
#include <utility>

namespace plenum::ui {
namespace {

constexpr double zoom_step = 1.25;
/// As much of the room as an arrow key moves.
constexpr double move_share = 0.1;
/// One notch of a wheel.
constexpr double wheel_notch = 120;

} // namespace

ScreenItem::ScreenItem(QQuickItem* parent) : QQuickItem{parent} {
    setFlag(ItemHasContents);
    setAcceptedMouseButtons(Qt::LeftButton);
}

double ScreenItem::ratio() const { return window() == nullptr ? 1.0 : window()->effectiveDevicePixelRatio(); }

void ScreenItem::set_screens(SharedScreens* screens) {
    if (screens_ == screens) return;
    if (screens_) screens_->disconnect(this);
    screens_ = screens;
    if (screens_) {
        connect(screens_, &SharedScreens::picture_changed, this, [this] {
            if (source_ == 0) look();
        });
        connect(screens_->own(), &ScreenShare::sources_changed, this, [this] {
            if (source_ != 0) look();
        });
    }
    emit screens_changed();
    look();
}

board::PageId ScreenItem::page() const {
    if (source_ != 0 || !screens_ || picture_.scene == 0) return {};
    return board::screen_page(base::MemberIndex{static_cast<std::uint32_t>(screens_->sharer())}, picture_.scene);
}

PagePlace ScreenItem::place() const {
    const auto pixels = view_.place();
    return PagePlace{{pixels.topLeft() / ratio(), pixels.size() / ratio()}};
}

void ScreenItem::set_source(int source) {
    if (source_ == source) return;
    source_ = source;
    emit source_changed();
    look();
}

void ScreenItem::look() {
    const bool had = has_picture();
    picture_ = !screens_      ? media::VideoFrame{}
               : source_ == 0 ? screens_->picture()
                              : screens_->own()->picture_of(source_);
    stale_ = true;
    if (has_picture()) {
        const auto before = view_.place();
        view_.set_picture({static_cast<double>(picture_.width), static_cast<double>(picture_.height)});
        if (view_.place() != before) emit view_changed();
    }
    if (had != has_picture()) emit picture_changed();
    if (std::exchange(page_shown_, page()) != page_shown_) emit page_changed();
    update();
}

void ScreenItem::view_moved() {
    emit view_changed();
    update();
}

void ScreenItem::fit() {
    view_.fit();
    view_moved();
}

void ScreenItem::zoom_at(double zoom, QPointF at) {
    view_.scale_to(zoom, at * ratio());
    view_moved();
}

void ScreenItem::move_by(QPointF way) {
    view_.move_by(way * ratio());
    view_moved();
}

void ScreenItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    if (now.size() == before.size()) return;
    view_.set_room(now.size() * ratio());
    view_moved();
}

void ScreenItem::wheelEvent(QWheelEvent* event) {
    if (source_ != 0) return QQuickItem::wheelEvent(event);
    const auto notches = event->angleDelta().y() / wheel_notch;
    if (notches != 0) zoom_at(zoom() * std::pow(zoom_step, notches), event->position());
    event->accept();
}

void ScreenItem::mousePressEvent(QMouseEvent* event) {
    if (source_ != 0) return QQuickItem::mousePressEvent(event);
    forceActiveFocus(Qt::MouseFocusReason);
    dragged_from_ = event->position();
}

void ScreenItem::mouseMoveEvent(QMouseEvent* event) {
    move_by(event->position() - dragged_from_);
    dragged_from_ = event->position();
}

void ScreenItem::keyPressEvent(QKeyEvent* event) {
    const auto step_x = width() * move_share;
    const auto step_y = height() * move_share;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom_to(zoom() * zoom_step);
    case Qt::Key_Minus: return zoom_to(zoom() / zoom_step);
    case Qt::Key_0: return fit();
    case Qt::Key_1: return zoom_to(1);
    case Qt::Key_Left: return move_by({step_x, 0});
    case Qt::Key_Right: return move_by({-step_x, 0});
    case Qt::Key_Up: return move_by({0, step_y});
    case Qt::Key_Down: return move_by({0, -step_y});
    case Qt::Key_Escape: emit leaveWanted(); return;
    default: QQuickItem::keyPressEvent(event);
    }
}

QSGNode* ScreenItem::updatePaintNode(QSGNode* node, UpdatePaintNodeData*) {
    auto* image_node = static_cast<QSGImageNode*>(node);
    const auto place = view_.place();
    const QRectF room{QPointF{0, 0}, size() * ratio()};
    const auto seen = place & room;
    const bool shown = has_picture() && !seen.isEmpty();
    if (shown && (image_node == nullptr || stale_)) {
        const auto image = convert_picture(picture_, {.target = {picture_.width, picture_.height}});
        if (!image.isNull()) {
            if (image_node == nullptr) {
                image_node = window()->createImageNode();
                image_node->setOwnsTexture(true);
            }
            image_node->setTexture(window()->createTextureFromImage(image, QQuickWindow::TextureIsOpaque));
            stale_ = false;
        }
    }
    if (!shown || image_node == nullptr) {
        delete image_node;
        stale_ = true;
        return nullptr;
    }
    // Single pixels are to be told apart where they are large.
    image_node->setFiltering(zoom() >= 2 ? QSGTexture::Nearest : QSGTexture::Linear);
    const auto scale = zoom();
    image_node->setRect({seen.topLeft() / ratio(), seen.size() / ratio()});
    image_node->setSourceRect({(seen.topLeft() - place.topLeft()) / scale, seen.size() / scale});
    return image_node;
}

} // namespace plenum::ui
