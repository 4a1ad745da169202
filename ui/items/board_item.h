// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/whiteboard.h"

#include <QPointer>
#include <QQuickItem>

#include <map>

namespace plenum::ui {

/// The page of the whiteboard that is looked at: its tiles, a layer on top for all that moves (`BoardOverlay`), and
/// what mouse, pen, wheel and keys do to it.
class BoardItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(plenum::ui::Whiteboard* whiteboard READ whiteboard WRITE set_whiteboard NOTIFY whiteboard_changed)
    /// 1: a board unit is a pixel.
    Q_PROPERTY(double zoom READ zoom WRITE set_zoom NOTIFY view_changed)
    /// Of a pen that tells its pressure, 0 to 1; below 0 for a mouse.
    Q_PROPERTY(double pressure MEMBER pressure_)

  public:
    static constexpr double zoom_min = 0.1;
    static constexpr double zoom_max = 8;

    explicit BoardItem(QQuickItem* parent = nullptr);

    [[nodiscard]] Whiteboard* whiteboard() const { return whiteboard_; }
    void set_whiteboard(Whiteboard* whiteboard);
    [[nodiscard]] double zoom() const { return zoom_; }
    void set_zoom(double zoom) { zoom_at(zoom, boundingRect().center()); }
    /// What is at `at` (of the item) stays there.
    Q_INVOKABLE void zoom_at(double zoom, const QPointF& at);
    Q_INVOKABLE void pan_by(const QPointF& way);
    /// All of the page is seen, at most at its usual size.
    Q_INVOKABLE void show_all();
    Q_INVOKABLE QPointF to_item(const QPointF& units) const { return (units - origin_) * zoom_; }
    [[nodiscard]] QPointF to_board(const QPointF& at) const { return at / zoom_ + origin_; }
    /// What is seen, in board units.
    Q_INVOKABLE QRectF area() const { return {origin_, size() / zoom_}; }

  signals:
    void whiteboard_changed();
    void view_changed();
    /// Somebody is to type there, `margin` off the edges, with letters of that size and colour; of the item.
    void textWanted(const QRectF& area, const QString& text, double fontPixels, const QColor& ink, double margin);
    /// Escape, with nothing under way.
    void leaveWanted();

  protected:
    void updatePolish() override;
    QSGNode* updatePaintNode(QSGNode* node, UpdatePaintNodeData* data) override;
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void look();
    void point_at(const QPointF& at);
    [[nodiscard]] std::optional<double> pressure() const {
        return pressure_ < 0 ? std::nullopt : std::optional{pressure_};
    }
    /// Pixels for a board unit of the tiles, in 1/1000.
    [[nodiscard]] int tile_scale() const;

    QPointer<Whiteboard> whiteboard_;
    double zoom_{1};
    /// Where the item's corner is, in board units.
    QPointF origin_;
    double pressure_{-1};
    std::map<BoardTiles::Key, BoardTiles::Tile> shown_;
    /// Where the view is dragged from.
    std::optional<QPointF> panned_from_;
};

} // namespace plenum::ui
