// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/items/point_splatter.h"
#include "ui/models/scene_cloud.h"

#include <QPointer>
#include <QQuickItem>

namespace plenum::ui {

/// Shows the points of a scene from any place: dragging turns it, dragging with Shift or the middle button moves it,
/// the wheel comes nearer, a double click looks from the front again. So do arrow keys, Shift with them, plus, minus
/// and Home.
class SceneItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(plenum::ui::SceneCloud* cloud READ cloud WRITE set_cloud NOTIFY cloud_changed)

  public:
    explicit SceneItem(QQuickItem* parent = nullptr);

    [[nodiscard]] SceneCloud* cloud() const { return cloud_; }
    void set_cloud(SceneCloud* cloud);
    [[nodiscard]] const SceneView& view() const { return view_; }

    /// Looks at all of it from the front.
    Q_INVOKABLE void reset();
    /// More than 1: nearer.
    Q_INVOKABLE void approach(double factor);
    /// A drag over so many of the item's units.
    Q_INVOKABLE void turn_by(QPointF way);
    Q_INVOKABLE void move_by(QPointF way);

  signals:
    void cloud_changed();
    /// Escape was pressed.
    void leaveWanted();

  protected:
    QSGNode* updatePaintNode(QSGNode* node, UpdatePaintNodeData* data) override;
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void look();
    void view_moved();
    [[nodiscard]] double shorter_side() const;

    QPointer<SceneCloud> cloud_;
    SceneCloud::Points points_;
    SceneView view_;
    PointSplatter splatter_;
    /// The first points decide from where they are looked at.
    bool fitted_{false};
    /// The texture no longer shows what it should.
    bool stale_{true};
    QPointF dragged_from_;
};

} // namespace plenum::ui
