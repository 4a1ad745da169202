// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/items/screen_item.h"
#include "ui/models/whiteboard.h"

#include <QPointer>
#include <QQuickPaintedItem>

namespace plenum::ui {

/// Where people point on the screen that a `ScreenItem` below it shows. While `pointing`, the mouse is a laser that
/// others see.
class ScreenPointers : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(plenum::ui::ScreenItem* view READ view WRITE set_view NOTIFY changed)
    /// Has the pointers.
    Q_PROPERTY(plenum::ui::Whiteboard* whiteboard READ whiteboard WRITE set_whiteboard NOTIFY changed)
    Q_PROPERTY(bool pointing READ pointing WRITE set_pointing NOTIFY changed)

  public:
    explicit ScreenPointers(QQuickItem* parent = nullptr);

    [[nodiscard]] ScreenItem* view() const { return view_; }
    void set_view(ScreenItem* view);
    [[nodiscard]] Whiteboard* whiteboard() const { return whiteboard_; }
    void set_whiteboard(Whiteboard* whiteboard);
    [[nodiscard]] bool pointing() const { return pointing_; }
    void set_pointing(bool pointing);
    /// Where a place of the screen is in the item.
    [[nodiscard]] QPointF to_item(board::Position at) const;

    void paint(QPainter* painter) override;

  signals:
    void changed();

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override { point_at(event->position()); }
    void hoverMoveEvent(QHoverEvent* event) override { point_at(event->position()); }

  private:
    void point_at(QPointF at);

    QPointer<ScreenItem> view_;
    QPointer<Whiteboard> whiteboard_;
    bool pointing_{false};
};

} // namespace plenum::ui
