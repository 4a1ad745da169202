// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/capture_port.h"

namespace plenum::app {

/// No calibration: there are no cameras to calibrate.
class RealCalibration : public ui::CalibrationPort {
    Q_OBJECT

  public:
    void start(const ui::CalibrationPlan& plan) override;
    void take_view() override {}
    void calculate() override {}
    void accept(const QString&) override {}
    void cancel() override {}
    void load(const QString& file) override;
    [[nodiscard]] ui::CalibrationState state() const override { return {}; }
    [[nodiscard]] QString name() const override { return {}; }
};

/// Clusters of cameras cannot be received here: who tries is told so.
class RealCapture : public ui::CapturePort {
    Q_OBJECT

  public:
    void open(const QString& name, const QString& cluster) override;
    void close() override {}
    void replay(const QString& file) override;
    [[nodiscard]] ui::CapturePhase phase() const override { return ui::CapturePhase::off; }
    [[nodiscard]] bool replaying() const override { return false; }
    [[nodiscard]] QList<ui::CaptureCamera> cameras() const override { return {}; }
    [[nodiscard]] ui::CaptureFigures figures() const override { return {}; }
    [[nodiscard]] ui::CaptureTrigger trigger() const override { return {}; }
    void set_trigger(const ui::CaptureTrigger&) override {}
    void set_weight(int, double) override {}
    void record(const QString&) override {}
    void stop_recording() override {}
    [[nodiscard]] ui::CaptureRecording recording() const override { return {}; }
    [[nodiscard]] RealCalibration& calibration() override { return calibration_; }
    void share_scene(bool) override {}
    [[nodiscard]] bool sharing_scene() const override { return false; }
    void watch_depth(bool) override {}
    void save_points(const QString&) override {}

  private:
    void refuse();

    RealCalibration calibration_;
};

} // namespace plenum::app
