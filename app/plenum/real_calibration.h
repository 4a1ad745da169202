// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/studio.h"
#include "ui/port/calibration_port.h"

namespace plenum::app {

/// The calibration of the cluster that this program receives.
class RealCalibration : public ui::CalibrationPort {
    Q_OBJECT

  public:
    // CalibrationPort
    void start(const ui::CalibrationPlan& plan) override;
    void take_view() override;
    void calculate() override;
    void accept(const QString& file) override;
    void cancel() override;
    void load(const QString& file) override;
    [[nodiscard]] ui::CalibrationState state() const override { return state_; }
    [[nodiscard]] QString name() const override { return name_; }

    /// Null while there is none; outlives what is asked here.
    void set_studio(Studio* studio);
    /// As the studio is now.
    void take(const StudioStatus& status);

  private:
    void tell(const Studio::Outcome& outcome);

    Studio* studio_{nullptr};
    ui::CalibrationState state_;
    QString name_;
};

} // namespace plenum::app
