// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/studio.h"
#include "app/plenum/background.h"
#include "ui/port/calibration_port.h"

#include <functional>
#include <memory>

namespace plenum::app {

/// The calibration of the cluster that this program receives.
class RealCalibration : public ui::CalibrationPort {
    Q_OBJECT

  public:
    /// Outlives this.
    explicit RealCalibration(Background& background) : background_{background} {}

    // CalibrationPort
    void start(const ui::CalibrationPlan& plan) override;
    void take_view() override;
    void calculate() override;
    void accept(const QString& file) override;
    void cancel() override;
    void load(const QString& file) override;
    [[nodiscard]] ui::CalibrationState state() const override { return state_; }
    [[nodiscard]] QString name() const override { return name_; }

    /// Null while there is none.
    void set_studio(std::shared_ptr<Studio> studio);
    /// As the studio is now.
    void take(const StudioStatus& status);
    /// Emits `failed`.
    void tell(const media::depth::CalibrationError& error);

  private:
    /// In the background: files and pairs take a while.
    void ask(std::function<Studio::CalibrationOutcome(Studio&)> what);
    void tell(const ui::CalibrationProblem& problem);

    Background& background_;
    std::shared_ptr<Studio> studio_;
    ui::CalibrationState state_;
    QString name_;
};

} // namespace plenum::app
