// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_calibration.h"

#include <QCoreApplication>
#include <QPointer>

#include <utility>

namespace plenum::app {
namespace {

static_assert(std::to_underlying(ui::CalibrationState::Phase::done) ==
              std::to_underlying(StudioCalibration::Phase::done));

static_assert(std::to_underlying(ui::CalibrationProblem::Kind::failed) ==
              std::to_underlying(media::depth::CalibrationError::Cause::failed));

ui::CalibrationProblem to_port(const media::depth::CalibrationError& error) {
    return {static_cast<ui::CalibrationProblem::Kind>(std::to_underlying(error.cause)),
            QString::fromStdString(error.camera), static_cast<int>(error.views)};
}

media::depth::CalibrationTarget to_target(const ui::CalibrationPlan& plan) {
    const auto square_m = plan.square_mm / 1000;
    if (plan.charuco) return media::depth::CharucoTarget{plan.columns, plan.rows, square_m, plan.marker_mm / 1000};
    return media::depth::ChessboardTarget{plan.columns, plan.rows, square_m};
}

ui::CalibrationState to_port(const StudioCalibration& from) {
    ui::CalibrationState to;
    to.phase = static_cast<ui::CalibrationState::Phase>(std::to_underlying(from.phase));
    to.views = static_cast<int>(from.views);
    for (const auto& camera : from.unseen)
        to.unseen << QString::fromStdString(camera);
    to.error_px = from.error_px;
    for (const auto& error : from.errors)
        to.errors << ui::CalibrationViewError{QString::fromStdString(error.view), QString::fromStdString(error.camera),
                                              error.error_px, error.rejected};
    if (from.problem) to.problem = to_port(*from.problem);
    return to;
}

} // namespace

void RealCalibration::start(const ui::CalibrationPlan& plan) {
    if (studio_ == nullptr) return;
    if (const auto begun = studio_->start_calibration(to_target(plan)); !begun) tell(begun.error());
}

void RealCalibration::take_view() {
    if (studio_ != nullptr) studio_->take_view();
}

void RealCalibration::calculate() {
    if (studio_ != nullptr) studio_->calculate();
}

void RealCalibration::accept(const QString& file) {
    ask([path = file.toStdString()](Studio& studio) { return studio.accept_calibration(path); });
}

void RealCalibration::cancel() {
    if (studio_ != nullptr) studio_->cancel_calibration();
}

void RealCalibration::load(const QString& file) {
    ask([path = file.toStdString()](Studio& studio) { return studio.load_calibration(path); });
}

void RealCalibration::set_studio(std::shared_ptr<Studio> studio) {
    studio_ = std::move(studio);
    if (studio_ == nullptr) take({});
}

void RealCalibration::take(const StudioStatus& status) {
    auto state = to_port(status.calibration);
    auto name = QString::fromStdString(status.calibration_name);
    if (state == state_ && name == name_) return;
    state_ = std::move(state);
    name_ = std::move(name);
    emit changed();
}

void RealCalibration::ask(std::function<Studio::CalibrationOutcome(Studio&)> what) {
    if (studio_ == nullptr) return;
    auto job = [to = QPointer{this}, studio = studio_, what = std::move(what)] {
        const auto outcome = what(*studio);
        if (outcome) return;
        QMetaObject::invokeMethod(
            qApp,
            [to, outcome] {
                if (to) to->tell(outcome.error());
            },
            Qt::QueuedConnection);
    };
    if (!background_.run(std::move(job))) tell(ui::CalibrationProblem{.kind = ui::CalibrationProblem::Kind::busy});
}

void RealCalibration::tell(const media::depth::CalibrationError& error) {
    if (!error.detail.empty()) qWarning("Calibration: %s", because(error).c_str());
    tell(to_port(error));
}

void RealCalibration::tell(const ui::CalibrationProblem& problem) {
    QMetaObject::invokeMethod(this, [this, problem] { emit failed(problem); }, Qt::QueuedConnection);
}

} // namespace plenum::app
