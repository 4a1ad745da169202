// SPDX-License-Identifier: Apache-2.0
#include "ui/items/activity_item.h"

#include <QCursor>
#include <QGuiApplication>
#include <QPainter>

#include <optional>
#include <utility>

namespace plenum::ui {
namespace {

using activity::Activity;

std::optional<activity::Key> key_of(int key) {
    switch (key) {
    case Qt::Key_Left: return activity::Key::left;
    case Qt::Key_Right: return activity::Key::right;
    case Qt::Key_Up: return activity::Key::up;
    case Qt::Key_Down: return activity::Key::down;
    case Qt::Key_Space: return activity::Key::fire;
    default: return std::nullopt;
    }
}

} // namespace

ActivityItem::ActivityItem(QQuickItem* parent) : QQuickPaintedItem{parent} {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setActiveFocusOnTab(true);
    setCursor(Qt::CrossCursor);
    connect(this, &ActivityItem::changed, this, [this] { update(); });
}

void ActivityItem::set_activities(Activities* activities) {
    if (activities == activities_) return;
    if (activities_) activities_->disconnect(this);
    activities_ = activities;
    if (activities_) connect(activities_, &Activities::ticked, this, [this] { update(); });
    emit changed();
}

void ActivityItem::paint(QPainter* painter) {
    painter->setFont(QGuiApplication::font());
    const activity::Look look{.dark = dark_,
                              .still = still_,
                              .text_scale = text_scale_,
                              .background = background_,
                              .ink = ink_,
                              .ink_dim = ink_dim_,
                              .line = line_,
                              .accent = accent_};
    ask([&](Activity& each) { each.paint(*painter, size(), look); });
}

void ActivityItem::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    ask([&](Activity& each) { each.press(event->position(), size()); });
}

void ActivityItem::mouseMoveEvent(QMouseEvent* event) {
    ask([&](Activity& each) { each.point(event->position(), size()); });
}

void ActivityItem::hoverMoveEvent(QHoverEvent* event) {
    ask([&](Activity& each) { each.point(event->position(), size()); });
}

void ActivityItem::keyPressEvent(QKeyEvent* event) {
    const auto key = key_of(event->key());
    if (key && event->modifiers() == Qt::NoModifier) {
        if (!event->isAutoRepeat() && held_.insert(*key).second) ask([&](Activity& each) { each.key(*key, true); });
    } else if (event->key() == Qt::Key_Escape) {
        emit leaveWanted();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && activities_) {
        activities_->act();
    } else {
        event->ignore();
    }
}

/// A key that was pressed before the keyboard came here goes back to whoever saw that.
void ActivityItem::keyReleaseEvent(QKeyEvent* event) {
    const auto key = key_of(event->key());
    if (!key || !held_.contains(*key)) return event->ignore();
    if (event->isAutoRepeat()) return;
    held_.erase(*key);
    ask([&](Activity& each) { each.key(*key, false); });
}

void ActivityItem::focusOutEvent(QFocusEvent* event) {
    for (const auto key : std::exchange(held_, {}))
        ask([&](Activity& each) { each.key(key, false); });
    QQuickPaintedItem::focusOutEvent(event);
}

} // namespace plenum::ui
