// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_calibration.h"

#include <utility>

namespace plenum::ui {

using Phase = CalibrationState::Phase;

void SimulatedCalibration::start(const CalibrationPlan& plan) {
    plan_ = plan;
    state_ = {};
    state_.phase = Phase::collecting;
    emit changed();
}

void SimulatedCalibration::take_view() {
    if (state_.phase != Phase::collecting) return;
    ticks_ = 0;
    state_.phase = Phase::looking;
    state_.problem.reset();
    emit changed();
}

void SimulatedCalibration::calculate() {
    if (state_.phase != Phase::collecting) return;
    ticks_ = 0;
    state_.phase = Phase::calculating;
    state_.problem.reset();
    emit changed();
}

void SimulatedCalibration::accept(const QString& file) {
    if (state_.phase != Phase::done) return;
    state_ = {};
    set_name(file.isEmpty() ? QStringLiteral("calculated") : file);
}

void SimulatedCalibration::cancel() {
    state_ = {};
    emit changed();
}

void SimulatedCalibration::load(const QString& file) {
    if (const auto refusal = std::exchange(refusal_, std::nullopt)) {
        emit failed(*refusal);
        return;
    }
    set_name(file);
}

void SimulatedCalibration::set_name(const QString& name) {
    name_ = name;
    emit changed();
}

void SimulatedCalibration::clear() {
    state_ = {};
    name_.clear();
    emit changed();
}

void SimulatedCalibration::tick() {
    if (++ticks_ < ticks_to_answer) return;
    if (state_.phase == Phase::looking) look();
    if (state_.phase == Phase::calculating) finish();
}

void SimulatedCalibration::look() {
    state_.phase = Phase::collecting;
    ++state_.views;
    state_.unseen = unseeing_;
    emit changed();
}

void SimulatedCalibration::finish() {
    if (refusal_ || state_.views < views_min) {
        const CalibrationProblem too_few{CalibrationProblem::Kind::few_views, cameras_.value(0), state_.views};
        state_.phase = Phase::collecting;
        state_.problem = std::exchange(refusal_, std::nullopt).value_or(too_few);
        emit changed();
        return;
    }
    state_.phase = Phase::done;
    state_.error_px = 0.31;
    for (int view = 1; view <= state_.views; ++view)
        for (qsizetype camera = 0; camera < cameras_.size(); ++camera) {
            // One view in which the target moved.
            const bool rejected = view == 2 && camera == 1;
            const auto error = 0.2 + 0.03 * static_cast<double>((view * 3 + camera * 5) % 7) + (rejected ? 1.9 : 0);
            state_.errors << CalibrationViewError{QString::number(view), cameras_.at(camera), error, rejected};
        }
    emit changed();
}

} // namespace plenum::ui
