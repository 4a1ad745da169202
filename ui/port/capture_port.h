// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/point_cloud.h"
#include "media/frame.h"
#include "ui/port/calibration_port.h"
#include "ui/port/playback_port.h"

#include <QList>
#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>

namespace plenum::ui {

/// How one camera keeps up with the others.
enum class CameraStep : std::uint8_t {
    waiting = 1, ///< no whole frame came of it yet
    in_step = 2,
    late = 3,          ///< its link or its computer is too slow
    silent = 4,        ///< its program stopped, its camera is unplugged, or its link is lost
    other_instant = 5, ///< its clock is wrong
    malformed = 6,     ///< it sends what is no frame
    moved = 7,         ///< it stands or looks otherwise than when it was calibrated
    moved_or_partner = 8,
    wrong_size = 9,  ///< its pictures have another size than when it was calibrated
    name_twice = 10, ///< another camera has its name
};

struct CaptureCamera {
    /// Its flow in the cluster, 0 … 63.
    int number{0};
    QString name;
    CameraStep step{CameraStep::waiting};
    /// After the first camera of its newest ensemble.
    double late_ms{0};
    qint64 ensemble{0};
    qint64 frame_bytes{0};
    /// What it asks for, relative to the others; 1 unless somebody set it.
    double weight{1};
    /// Its part of the rate in use, 0 … 1.
    double share{0};
    /// The calibration in force knows it.
    bool calibrated{false};
    friend bool operator==(const CaptureCamera&, const CaptureCamera&) = default;
};

enum class TriggerPace : std::uint8_t {
    blocking = 1, ///< as fast as the slowest
    periodic = 2, ///< busy cameras miss an ensemble
    together = 3, ///< all miss what one would miss
};

/// How cameras are triggered.
struct CaptureTrigger {
    bool armed{true};
    TriggerPace pace{TriggerPace::blocking};
    /// Of the other paces, and the most for blocking.
    double rate_hz{15};
    friend bool operator==(const CaptureTrigger&, const CaptureTrigger&) = default;
};

/// The cluster as a whole, over the last ten seconds.
struct CaptureFigures {
    /// Ensembles a second, and how many of them are complete, 0 … 1.
    double rate_hz{0};
    double complete{0};
    /// From the first to the last complete frame of an ensemble.
    double asynchrony_median_ms{0};
    double asynchrony_p95_ms{0};
    double round_trip_ms{0};
    /// 0 … 1.
    double loss{0};
    double available_bps{0};
    double used_bps{0};
    /// One flow's part beside a fair one; 1 is fair, 0 not known.
    double flowshare{0};
    /// How far the clock may be off.
    double clock_error_ms{0};
    /// Of the scene; 0 without calibration.
    qint64 points{0};
    double scene_rate_hz{0};
    friend bool operator==(const CaptureFigures&, const CaptureFigures&) = default;
};

/// Where the cluster's own participation stands.
enum class CapturePhase : std::uint8_t {
    off = 1,
    joining = 2,
    lobby = 3, ///< a moderator has to let it in
    open = 4,
    lost = 5, ///< the link is lost; it comes back by itself
};

/// Why it ended, where that was not our will.
enum class CaptureEnd : std::uint8_t {
    stopped = 1,
    name_taken = 2, ///< another member receives a cluster of this name; the detail is its name
    refused = 3,    ///< a moderator did not let it in, or removed it
    failed = 4,     ///< `detail` says why
};

/// What could not be done, or had to end.
struct CaptureProblem {
    enum class Kind : std::uint8_t {
        file_exists = 1,
        file_not_written = 2,
        already_recording = 3, ///< into `subject`
        recording_broken = 4,  ///< the disk took no more of `subject`
        no_calibration = 5,    ///< so there are no points
        no_points = 6,         ///< no picture of all cameras shows things in range
        wrong_size = 7,        ///< pictures of `subject`, a camera, have another size than the calibration
        recording_not_shared = 8,
        scene_refused = 9, ///< by the conference
    };
    Kind kind{Kind::no_points};
    /// A file, or the name of a camera.
    QString subject{};
    friend bool operator==(const CaptureProblem&, const CaptureProblem&) = default;
};

/// A recording of ensembles.
struct CaptureRecording {
    bool on{false};
    qint64 bytes{0};
    qint64 ensembles{0};
    friend bool operator==(const CaptureRecording&, const CaptureRecording&) = default;
};

/// A cluster of cameras that this program receives: a participant of the conference of its own.
class CapturePort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Joins the conference that we are in, as a member with this name, and receives the cluster `cluster`. This and
    /// `replay` end what was open before.
    virtual void open(const QString& name, const QString& cluster) = 0;
    /// It leaves.
    virtual void close() = 0;
    /// A recording in place of a cluster, also without a conference: `ended` where it cannot be read.
    virtual void replay(const QString& file) = 0;
    [[nodiscard]] virtual CapturePhase phase() const = 0;
    /// What is shown is a recording.
    [[nodiscard]] virtual bool replaying() const = 0;

    [[nodiscard]] virtual QList<CaptureCamera> cameras() const = 0;
    [[nodiscard]] virtual CaptureFigures figures() const = 0;
    [[nodiscard]] virtual CaptureTrigger trigger() const = 0;
    virtual void set_trigger(const CaptureTrigger& trigger) = 0;
    /// 0.1 … 10.
    virtual void set_weight(int camera, double weight) = 0;

    /// Into this file. The person was asked whether one that is there may be replaced.
    virtual void record(const QString& file) = 0;
    virtual void stop_recording() = 0;
    [[nodiscard]] virtual CaptureRecording recording() const = 0;

    [[nodiscard]] virtual CalibrationPort& calibration() = 0;
    /// Of a recording.
    [[nodiscard]] virtual PlaybackPort& playback() = 0;

    /// Everybody in the conference can see the scene.
    virtual void share_scene(bool on) = 0;
    [[nodiscard]] virtual bool sharing_scene() const = 0;
    /// While it is on, `depth_picture` comes.
    virtual void watch_depth(bool on) = 0;
    /// Writes the newest points as PLY. `saved` or `failed` follows.
    virtual void save_points(const QString& file) = 0;

  signals:
    /// Phase, cameras, trigger, recording or sharing.
    void changed();
    /// Ten times a second at most.
    void figures_changed();
    /// One ensemble is over, for the chart. Partial ones have -1.
    void ensemble(double asynchrony_ms);
    /// The newest of a camera; at most 15 a second each.
    void picture(int camera, const plenum::media::VideoFrame& frame);
    /// Its pair's depth, nearer is brighter, black where it is not known; after `watch_depth`.
    void depth_picture(int camera, const plenum::media::VideoFrame& frame);
    void scene(std::shared_ptr<const plenum::media::depth::PointCloud> points);
    /// The cluster, or the recording of one, is over; `stopped` also at the end of a recording.
    void ended(plenum::ui::CaptureEnd why, const QString& detail);
    void saved(const QString& file);
    void failed(const plenum::ui::CaptureProblem& problem);
};

} // namespace plenum::ui
