// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/studio.h"
#include "app/plenum/background.h"
#include "app/plenum/current_call.h"
#include "app/plenum/real_calibration.h"
#include "app/plenum/real_playback.h"
#include "ui/port/capture_port.h"
#include "ui/port/frame_mailbox.h"

#include <QTimer>

#include <memory>
#include <mutex>
#include <vector>

namespace plenum::app {

/// A cluster of cameras that this program receives beside the call, as a participant of its own.
class RealCapture : public ui::CapturePort {
    Q_OBJECT

  public:
    /// Both outlive this.
    RealCapture(std::optional<CurrentCall>& call, Background& background);
    ~RealCapture() override;

    // CapturePort
    void open(const QString& name, const QString& cluster) override;
    void close() override;
    void replay(const QString& file) override;
    [[nodiscard]] ui::CapturePhase phase() const override;
    [[nodiscard]] bool replaying() const override { return studio_ != nullptr && status_.replaying; }
    [[nodiscard]] QList<ui::CaptureCamera> cameras() const override;
    [[nodiscard]] ui::CaptureFigures figures() const override;
    [[nodiscard]] ui::CaptureTrigger trigger() const override;
    void set_trigger(const ui::CaptureTrigger& trigger) override;
    void set_weight(int camera, double weight) override;
    void record(const QString& file) override;
    void stop_recording() override;
    [[nodiscard]] ui::CaptureRecording recording() const override;
    [[nodiscard]] RealCalibration& calibration() override { return calibration_; }
    [[nodiscard]] RealPlayback& playback() override { return playback_; }
    void share_scene(bool on) override;
    [[nodiscard]] bool sharing_scene() const override { return status_.sharing_scene; }
    void watch_depth(bool on) override;
    void save_points(const QString& file) override;

    /// The call is over; recordings play on.
    void clear();

  private:
    /// What the studio's threads leave for the UI thread: of pictures and scenes the newest alone.
    struct Inbox {
        std::mutex mutex;
        std::shared_ptr<const media::depth::PointCloud> scene;
        /// Of the ensembles since the last look, -1 for partial ones.
        std::vector<double> asynchrony_ms;
        std::vector<QString> saved;
        std::vector<StudioError> failed;
        std::vector<media::depth::CalibrationError> unsuitable;
        std::optional<std::pair<StudioEnd, QString>> ended;
    };
    using Opened = std::expected<std::unique_ptr<Studio>, std::string>;

    void start(decltype(Studio::Options::source) source);
    [[nodiscard]] Studio::Callbacks callbacks() const;
    void take(Opened opened);
    void let_go();
    void poll();
    void take_inbox();
    void tell(const Studio::Outcome& outcome);

    std::optional<CurrentCall>& call_;
    Background& background_;
    /// While the background opens one; what comes of an older one is let go of.
    std::shared_ptr<Inbox> inbox_;
    std::shared_ptr<ui::FrameMailbox> pictures_;
    std::shared_ptr<ui::FrameMailbox> depths_;
    std::shared_ptr<Studio> studio_;
    StudioStatus status_;
    RealCalibration calibration_{background_};
    RealPlayback playback_;
    QTimer timer_;
    bool depth_watched_{false};
};

} // namespace plenum::app
