// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/calibration_port.h"

#include <QStringList>

namespace plenum::ui {

/// A calibration of cameras that are not there: views and errors are made up.
class SimulatedCalibration : public CalibrationPort {
    Q_OBJECT

  public:
    static constexpr int views_min = 3;
    /// Of a view, or of the result.
    static constexpr int ticks_to_answer = 4;

    void start(const CalibrationPlan& plan) override;
    void take_view() override;
    void calculate() override;
    void accept(const QString& file) override;
    void cancel() override;
    void load(const QString& file) override;
    [[nodiscard]] CalibrationState state() const override { return state_; }
    [[nodiscard]] QString name() const override { return name_; }

    void clear();
    void tick();

    // What a test lets happen
    void set_cameras(const QStringList& names) { cameras_ = names; }
    /// Some cameras do not see the target in the views that follow.
    void hide_target_from(const QStringList& names) { unseeing_ = names; }
    /// The next calculation or file is refused with this.
    void refuse(const CalibrationProblem& problem) { refusal_ = problem; }
    void set_name(const QString& name);
    [[nodiscard]] const CalibrationPlan& plan() const { return plan_; }

  private:
    void look();
    void finish();

    CalibrationPlan plan_;
    CalibrationState state_;
    QString name_;
    QStringList cameras_;
    QStringList unseeing_;
    std::optional<CalibrationProblem> refusal_;
    int ticks_{0};
};

} // namespace plenum::ui
