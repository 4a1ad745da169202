// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_capture.h"

namespace plenum::app {
namespace {

const auto not_available = QStringLiteral("The window cannot receive cameras yet. Use plenum-cli ensembles instead.");

} // namespace

void RealCalibration::start(const ui::CalibrationPlan&) { emit failed(not_available); }

void RealCalibration::load(const QString&) { emit failed(not_available); }

void RealCapture::open(const QString&, const QString&) { refuse(); }

void RealCapture::replay(const QString&) { refuse(); }

void RealCapture::refuse() {
    QMetaObject::invokeMethod(
        this, [this] { emit ended(ui::CaptureEnd::failed, not_available); }, Qt::QueuedConnection);
}

} // namespace plenum::app
