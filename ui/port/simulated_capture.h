// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/capture_port.h"
#include "ui/port/simulated_calibration.h"
#include "ui/port/simulated_playback.h"
#include "ui/port/simulated_world.h"

#include <vector>

namespace plenum::ui {

/// A cluster of cameras that are not there: pictures, figures and points go on with the ticks of the conference.
class SimulatedCapture : public CapturePort {
    Q_OBJECT

  public:
    static constexpr int ticks_to_join = 4;

    /// `world` outlives this.
    explicit SimulatedCapture(SimulatedWorld& world);

    void open(const QString& name, const QString& cluster) override;
    void close() override;
    void replay(const QString& file) override;
    [[nodiscard]] CapturePhase phase() const override { return phase_; }
    [[nodiscard]] bool replaying() const override { return replaying_; }
    [[nodiscard]] QList<CaptureCamera> cameras() const override;
    [[nodiscard]] CaptureFigures figures() const override { return figures_; }
    [[nodiscard]] CaptureTrigger trigger() const override { return trigger_; }
    void set_trigger(const CaptureTrigger& trigger) override;
    void set_weight(int camera, double weight) override;
    void record(const QString& file) override;
    void stop_recording() override;
    [[nodiscard]] CaptureRecording recording() const override { return recording_; }
    [[nodiscard]] SimulatedCalibration& calibration() override { return calibration_; }
    [[nodiscard]] SimulatedPlayback& playback() override { return playback_; }
    void share_scene(bool on) override;
    [[nodiscard]] bool sharing_scene() const override { return sharing_; }
    void watch_depth(bool on) override { depth_ = on; }
    void save_points(const QString& file) override;

    void clear();
    void tick();

    // What a test lets happen
    /// So many are there once we have joined; 0 … 64.
    void set_cameras(int count);
    void set_step(int camera, CameraStep step, double late_ms = 0);
    void lose_link(bool lost);
    void end(CaptureEnd why, const QString& detail = {});
    struct Options {
        /// A moderator has to let us in, and does not.
        bool lobby{false};
        /// Of the scene.
        std::size_t points{60'000};
    };
    void set(const Options& options) { options_ = options; }

  private:
    struct SimulatedCamera {
        CaptureCamera camera;
        SimulatedPicture picture;
    };
    void take_ensemble();
    void show_pictures();
    void tell_figures();

    SimulatedWorld& world_;
    SimulatedCalibration calibration_;
    SimulatedPlayback playback_;
    CapturePhase phase_{CapturePhase::off};
    CaptureTrigger trigger_;
    CaptureFigures figures_;
    CaptureRecording recording_;
    std::vector<SimulatedCamera> cameras_;
    bool replaying_{false};
    bool sharing_{false};
    bool depth_{false};
    Options options_;
    int ticks_{0};
};

} // namespace plenum::ui
