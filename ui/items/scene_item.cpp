// SPDX-License-Identifier: Apache-2.0
#include "ui/items/scene_item.h"

#include <QQuickWindow>
#include <QSGImageNode>

#include <algorithm>
#include <cmath>

namespace plenum::ui {
namespace {

constexpr double notch_of_wheel = 120;
constexpr double approach_step = 1.2;
/// A drag over the shorter side of the item.
constexpr double turn_of_side = 3.1;
/// By a key, of the shorter side.
constexpr double key_share = 0.06;

} // namespace

SceneItem::SceneItem(QQuickItem* parent) : QQuickItem{parent} {
    setFlag(ItemHasContents);
    setAcceptedMouseButtons(Qt::LeftButton | Qt::MiddleButton);
}

void SceneItem::set_cloud(SceneCloud* cloud) {
    if (cloud_ == cloud) return;
    if (cloud_) cloud_->disconnect(this);
    cloud_ = cloud;
    if (cloud_) connect(cloud_, &SceneCloud::changed, this, &SceneItem::look);
    emit cloud_changed();
    look();
}

void SceneItem::look() {
    points_ = cloud_ ? cloud_->points() : nullptr;
    if (!points_ || points_->empty()) fitted_ = false;
    if (points_ && !points_->empty() && !fitted_) {
        view_.fit(*points_);
        fitted_ = true;
    }
    view_moved();
}

void SceneItem::view_moved() {
    stale_ = true;
    update();
}

double SceneItem::shorter_side() const { return std::max(1.0, std::min(width(), height())); }

void SceneItem::reset() {
    if (points_) view_.fit(*points_);
    view_moved();
}

void SceneItem::approach(double factor) {
    view_.approach(factor);
    view_moved();
}

void SceneItem::turn_by(QPointF way) {
    view_.turn(way / shorter_side() * turn_of_side);
    view_moved();
}

void SceneItem::move_by(QPointF way) {
    view_.move(way / shorter_side());
    view_moved();
}

void SceneItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    if (now.size() != before.size()) view_moved();
}

void SceneItem::wheelEvent(QWheelEvent* event) {
    const auto notches = event->angleDelta().y() / notch_of_wheel;
    if (notches != 0) approach(std::pow(approach_step, notches));
    event->accept();
}

void SceneItem::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    dragged_from_ = event->position();
}

void SceneItem::mouseMoveEvent(QMouseEvent* event) {
    const auto way = event->position() - dragged_from_;
    dragged_from_ = event->position();
    const bool moves = event->buttons().testFlag(Qt::MiddleButton) || event->modifiers().testFlag(Qt::ShiftModifier);
    moves ? move_by(way) : turn_by(way);
}

void SceneItem::mouseDoubleClickEvent(QMouseEvent*) { reset(); }

void SceneItem::keyPressEvent(QKeyEvent* event) {
    const auto step = shorter_side() * key_share;
    const auto go = [&](QPointF way) { event->modifiers().testFlag(Qt::ShiftModifier) ? move_by(way) : turn_by(way); };
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return approach(approach_step);
    case Qt::Key_Minus: return approach(1 / approach_step);
    case Qt::Key_Home: return reset();
    case Qt::Key_Left: return go({-step, 0});
    case Qt::Key_Right: return go({step, 0});
    case Qt::Key_Up: return go({0, -step});
    case Qt::Key_Down: return go({0, step});
    case Qt::Key_Escape: emit leaveWanted(); return;
    default: QQuickItem::keyPressEvent(event);
    }
}

QSGNode* SceneItem::updatePaintNode(QSGNode* node, UpdatePaintNodeData*) {
    auto* image_node = static_cast<QSGImageNode*>(node);
    if (!points_ || points_->empty() || width() < 1 || height() < 1) {
        delete image_node;
        return nullptr;
    }
    if (image_node == nullptr || stale_) {
        const auto ratio = window()->effectiveDevicePixelRatio();
        const auto& image = splatter_.paint(*points_, view_, (size() * ratio).toSize());
        if (image_node == nullptr) {
            image_node = window()->createImageNode();
            image_node->setOwnsTexture(true);
            image_node->setFiltering(QSGTexture::Nearest);
        }
        // Deep: the next scene is painted over this image, while a texture may still have to take it in.
        image_node->setTexture(window()->createTextureFromImage(image.copy(), QQuickWindow::TextureHasAlphaChannel));
        stale_ = false;
    }
    image_node->setRect(boundingRect());
    return image_node;
}

} // namespace plenum::ui
