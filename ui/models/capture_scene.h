// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/scene_cloud.h"
#include "ui/port/capture_port.h"

#include <QDateTime>
#include <QTimer>
#include <QUrl>

namespace plenum::ui {

/// The scene that the cameras of a cluster see: its points, whether it is shared, and files of it.
class CaptureScene : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Capture")
    Q_PROPERTY(plenum::ui::SceneCloud* cloud READ cloud CONSTANT)
    /// "Scene · 214 000 points · 15 fps"
    Q_PROPERTY(QString words READ words NOTIFY changed)
    /// Everybody in the conference can see it.
    Q_PROPERTY(bool shared READ shared WRITE share NOTIFY changed)
    /// No new points have come for seconds, though they are expected.
    Q_PROPERTY(bool old READ old NOTIFY changed)

  public:
    /// `port` outlives this.
    explicit CaptureScene(CapturePort& port);

    [[nodiscard]] SceneCloud* cloud() { return &cloud_; }
    [[nodiscard]] QString words() const;
    [[nodiscard]] bool old() const { return old_; }
    [[nodiscard]] bool shared() const { return port_.sharing_scene(); }
    void share(bool on) { port_.share_scene(on); }
    /// The newest points.
    Q_INVOKABLE void save(const QUrl& file);
    void clear() { take(nullptr); }
    /// Whether the points are old by now.
    void look(const QDateTime& now);
    void retranslate() { emit changed(); }

  signals:
    void changed();

  private:
    void take(const SceneCloud::Points& points);

    CapturePort& port_;
    SceneCloud cloud_;
    QTimer clock_;
    /// When the newest points came.
    QDateTime came_at_;
    bool old_{false};
};

} // namespace plenum::ui
