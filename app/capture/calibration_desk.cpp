// SPDX-License-Identifier: Apache-2.0
#include "app/capture/calibration_desk.h"

namespace plenum::app {

using CalibrationPhase = StudioCalibration::Phase;
using media::depth::CalibrationError;
using media::depth::CalibrationResult;

CalibrationDesk::CalibrationDesk() : worker_{[this](const Job& job) { work(job); }} {}

CalibrationResult<void> CalibrationDesk::start(const media::depth::CalibrationTarget& target,
                                               std::vector<std::string> cameras) {
    auto made = media::depth::Calibrator::create({target, cameras});
    if (!made) return std::unexpected{std::move(made.error())};
    const std::lock_guard lock{mutex_};
    calibrator_ = std::make_shared<media::depth::Calibrator>(*std::move(made));
    cameras_ = std::move(cameras);
    result_.reset();
    wants_view_ = false;
    state_ = {};
    state_.phase = CalibrationPhase::collecting;
    return {};
}

void CalibrationDesk::take_view() {
    const std::lock_guard lock{mutex_};
    if (state_.phase != CalibrationPhase::collecting) return;
    state_.phase = CalibrationPhase::looking;
    wants_view_ = true;
}

bool CalibrationDesk::wants_view() const {
    const std::lock_guard lock{mutex_};
    return wants_view_;
}

void CalibrationDesk::give_view(const std::map<std::string, media::VideoFrame>& pictures) {
    const std::lock_guard lock{mutex_};
    if (!wants_view_) return;
    wants_view_ = false;
    View view{std::to_string(state_.views + 1), {}};
    for (const auto& name : cameras_) {
        const auto found = pictures.find(name);
        view.pictures.push_back(found == pictures.end() ? media::VideoFrame{} : found->second);
    }
    worker_.give({calibrator_, std::move(view)});
}

void CalibrationDesk::calculate() {
    const std::lock_guard lock{mutex_};
    if (state_.phase != CalibrationPhase::collecting) return;
    state_.phase = CalibrationPhase::calculating;
    state_.problem.reset();
    worker_.give({calibrator_, Calculation{}});
}

void CalibrationDesk::work(const Job& job) {
    if (const auto* view = std::get_if<View>(&job.what))
        look(job, *view);
    else
        calculate(job);
}

void CalibrationDesk::look(const Job& job, const View& view) {
    const auto unseen = job.calibrator->add_view(view.name, view.pictures);
    const std::lock_guard lock{mutex_};
    if (job.calibrator != calibrator_) return;
    state_.phase = CalibrationPhase::collecting;
    state_.views = job.calibrator->views();
    state_.unseen.clear();
    state_.problem.reset();
    if (!unseen) {
        state_.problem = unseen.error();
        return;
    }
    for (const auto camera : *unseen)
        if (camera < cameras_.size()) state_.unseen.push_back(cameras_[camera]);
}

void CalibrationDesk::calculate(const Job& job) {
    auto report = job.calibrator->calibrate();
    const std::lock_guard lock{mutex_};
    if (job.calibrator != calibrator_) return;
    state_.phase = report ? CalibrationPhase::done : CalibrationPhase::collecting;
    state_.errors.clear();
    if (!report) {
        state_.problem = std::move(report.error());
        return;
    }
    state_.error_px = report->calibration.error_px;
    for (const auto& error : report->errors)
        state_.errors.push_back({error.of.view, error.of.camera, error.error_px, false});
    for (const auto& error : report->rejected)
        state_.errors.push_back({error.of.view, error.of.camera, error.error_px, true});
    result_ = std::move(report->calibration);
}

CalibrationResult<media::depth::Calibration> CalibrationDesk::result() const {
    const std::lock_guard lock{mutex_};
    if (!result_) return std::unexpected{CalibrationError{.cause = CalibrationError::Cause::nothing_calculated}};
    return *result_;
}

void CalibrationDesk::cancel() {
    const std::lock_guard lock{mutex_};
    calibrator_.reset();
    result_.reset();
    wants_view_ = false;
    state_ = {};
}

StudioCalibration CalibrationDesk::state() const {
    const std::lock_guard lock{mutex_};
    return state_;
}

} // namespace plenum::app
