// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/ids.h"
#include "ui/items/page_place.h"
#include "ui/models/screen_view.h"
#include "ui/models/shared_screens.h"

#include <QPointer>
#include <QQuickItem>

namespace plenum::ui {

/// Shows the screen that somebody shares, fitted in or enlarged. The wheel enlarges, dragging moves; so do keys. Or
/// shows the small picture of something that we could share.
class ScreenItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(plenum::ui::SharedScreens* screens READ screens WRITE set_screens NOTIFY screens_changed)
    /// 0: the screen that is shown; else one of `ScreenShare::sources`, counted from 1.
    Q_PROPERTY(int source READ source WRITE set_source NOTIFY source_changed)
    Q_PROPERTY(bool hasPicture READ has_picture NOTIFY picture_changed)
    /// Pixels of the screen for one of the picture.
    Q_PROPERTY(double zoom READ zoom NOTIFY view_changed)
    Q_PROPERTY(bool fitted READ fitted NOTIFY view_changed)

  public:
    explicit ScreenItem(QQuickItem* parent = nullptr);

    [[nodiscard]] SharedScreens* screens() const { return screens_; }
    void set_screens(SharedScreens* screens);
    [[nodiscard]] int source() const { return source_; }
    void set_source(int source);
    [[nodiscard]] bool has_picture() const { return !picture_.empty(); }
    [[nodiscard]] double zoom() const { return view_.scale(); }
    [[nodiscard]] bool fitted() const { return view_.fitted(); }
    [[nodiscard]] PagePlace place() const;
    /// What the screen shows, as a page to draw on and to point at. None where the sharer's program does not say it.
    [[nodiscard]] board::PageId page() const;

    Q_INVOKABLE void fit();
    /// To this many pixels for one, with what is under `at` kept in place.
    Q_INVOKABLE void zoom_at(double zoom, QPointF at);
    /// The same in the middle.
    Q_INVOKABLE void zoom_to(double zoom) { zoom_at(zoom, {width() / 2, height() / 2}); }
    Q_INVOKABLE void move_by(QPointF way);

  signals:
    void screens_changed();
    void source_changed();
    void picture_changed();
    void view_changed();
    void page_changed();
    /// Escape was pressed.
    void leaveWanted();

  protected:
    QSGNode* updatePaintNode(QSGNode* node, UpdatePaintNodeData* data) override;
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void look();
    void view_moved();
    [[nodiscard]] double ratio() const;

    QPointer<SharedScreens> screens_;
    int source_{0};
    media::VideoFrame picture_;
    ScreenView view_;
    QPointF dragged_from_;
    board::PageId page_shown_{};
    /// The texture no longer shows what it should.
    bool stale_{true};
};

} // namespace plenum::ui
