// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/capture_calibration.h"
#include "ui/models/capture_cameras.h"
#include "ui/models/capture_charts.h"
#include "ui/models/capture_control.h"
#include "ui/models/capture_playback.h"
#include "ui/models/capture_scene.h"
#include "ui/models/session.h"
#include "ui/models/settings.h"

namespace plenum::ui {

/// The workspace of somebody who runs a cluster of cameras. The cluster goes on while the call is looked at instead.
class Capture : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(plenum::ui::CaptureCameras* cameras READ cameras CONSTANT)
    Q_PROPERTY(plenum::ui::CaptureCharts* charts READ charts CONSTANT)
    Q_PROPERTY(plenum::ui::CaptureCalibration* calibration READ calibration CONSTANT)
    Q_PROPERTY(plenum::ui::CaptureScene* scene READ scene CONSTANT)
    Q_PROPERTY(plenum::ui::CaptureControl* control READ control CONSTANT)
    /// Of a recording.
    Q_PROPERTY(plenum::ui::CapturePlayback* playback READ playback CONSTANT)
    /// The workspace is on the screen, in place of the call.
    Q_PROPERTY(bool shown READ shown WRITE set_shown NOTIFY changed)
    /// A cluster is received, or a recording is played.
    Q_PROPERTY(bool on READ on NOTIFY changed)
    /// "off", "joining", "lobby", "empty" before the first camera, "live", "lost" or "ended".
    Q_PROPERTY(QString state READ state NOTIFY changed)
    Q_PROPERTY(bool replaying READ replaying NOTIFY changed)
    /// Of the cluster, or the name of the recording's file.
    Q_PROPERTY(QString name READ name NOTIFY changed)
    /// Why it ended, and what to do.
    Q_PROPERTY(QString endWords READ end_words NOTIFY changed)
    /// What a camera's host runs, with the link in full, and as it is shown.
    Q_PROPERTY(QString command READ command NOTIFY changed)
    Q_PROPERTY(QString shownCommand READ shown_command NOTIFY changed)

  public:
    /// As a cluster is called that nobody named otherwise, on cameras' hosts too.
    static constexpr auto usual_name = "cluster";
    /// In UTF-8.
    static constexpr qsizetype name_bytes_max = 16;

    /// All outlive this.
    Capture(CapturePort& port, const Session& session, const Settings& settings);

    [[nodiscard]] CaptureCameras* cameras() { return &cameras_; }
    [[nodiscard]] CaptureCharts* charts() { return &charts_; }
    [[nodiscard]] CaptureCalibration* calibration() { return &calibration_; }
    [[nodiscard]] CaptureScene* scene() { return &scene_; }
    [[nodiscard]] CaptureControl* control() { return &control_; }
    [[nodiscard]] CapturePlayback* playback() { return &playback_; }
    [[nodiscard]] bool shown() const { return shown_; }
    /// Out of sight, a recording ends and a cluster goes on.
    void set_shown(bool shown);
    [[nodiscard]] bool on() const { return port_.phase() != CapturePhase::off; }
    [[nodiscard]] QString state() const;
    [[nodiscard]] bool replaying() const { return !file_.isEmpty(); }
    [[nodiscard]] const QString& name() const { return name_; }
    [[nodiscard]] const QString& end_words() const { return end_words_; }
    [[nodiscard]] QString command() const;
    [[nodiscard]] QString shown_command() const;

    /// What is wrong with a cluster's name, in a sentence; empty if nothing is.
    Q_INVOKABLE QString complaint(const QString& name) const;
    /// Of a name without a complaint.
    Q_INVOKABLE void open(const QString& name);
    /// A recording of a cluster; in a call a cluster that is received ends for it.
    Q_INVOKABLE void replay(const QUrl& file);
    /// The same once more.
    Q_INVOKABLE void again();
    Q_INVOKABLE void close();
    void retranslate();

  signals:
    void changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    /// `file`: of a recording; else empty.
    void begin(const QString& name, const QString& file);
    void end(CaptureEnd why, const QString& detail);
    void follow_session();
    [[nodiscard]] QString command_with(const QString& link) const;

    CapturePort& port_;
    const Session& session_;
    const Settings& settings_;
    CaptureCameras cameras_;
    CaptureCharts charts_;
    CaptureCalibration calibration_;
    CaptureScene scene_;
    CaptureControl control_;
    CapturePlayback playback_;
    QString name_;
    /// Of the recording that is played; empty for a cluster.
    QString file_;
    QString end_words_;
    bool shown_{false};
};

} // namespace plenum::ui
