// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/items/screen_item.h"
#include "ui/models/whiteboard.h"

#include <QElapsedTimer>
#include <QImage>
#include <QPointer>
#include <QQuickPaintedItem>

namespace plenum::ui {

/// What people drew on the screen that a `ScreenItem` below it shows. While `ScreenMarkup::drawing`, the mouse draws.
class ScreenDrawing : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(plenum::ui::ScreenItem* view READ view WRITE set_view NOTIFY changed)
    Q_PROPERTY(plenum::ui::Whiteboard* whiteboard READ whiteboard WRITE set_whiteboard NOTIFY changed)
    /// Of a pen that tells its pressure, 0 to 1; below 0 for a mouse.
    Q_PROPERTY(double pressure MEMBER pressure_)

  public:
    explicit ScreenDrawing(QQuickItem* parent = nullptr);

    [[nodiscard]] ScreenItem* view() const { return view_; }
    void set_view(ScreenItem* view);
    [[nodiscard]] Whiteboard* whiteboard() const { return whiteboard_; }
    void set_whiteboard(Whiteboard* whiteboard);

    void paint(QPainter* painter) override;

  signals:
    void changed();

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override;

  private:
    [[nodiscard]] ScreenMarkup* markup() const { return whiteboard_ ? whiteboard_->screen() : nullptr; }
    /// The screen shows something else.
    void follow_page();
    void follow_markup();
    void note_change(const board::Changes& changes);
    /// What is drawn has to be painted anew, though not more often than that leaves time for anything else.
    void repaint_soon();
    void wait();
    void paint_layer();
    [[nodiscard]] std::optional<double> pressure() const {
        return pressure_ < 0 ? std::nullopt : std::optional{pressure_};
    }

    QPointer<ScreenItem> view_;
    QPointer<Whiteboard> whiteboard_;
    double pressure_{-1};
    /// All that is done, as it was painted last, and where the picture was then.
    QImage layer_;
    QRectF layer_place_;
    bool stale_{true};
    QElapsedTimer clock_;
    /// Before, nothing is painted anew.
    qint64 next_at_{0};
    /// Until then.
    bool waits_{false};
};

} // namespace plenum::ui
