// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/capture_port.h"

#include <QCoreApplication>
#include <QUrl>

namespace plenum::ui {

/// What the states and figures of cameras are called.
class CaptureWords {
    Q_DECLARE_TR_FUNCTIONS(CaptureWords)

  public:
    /// "in step", "late by 9 ms".
    [[nodiscard]] static QString step(const CaptureCamera& camera);
    /// What it means and what to do; empty where all is well.
    [[nodiscard]] static QString advice(const CaptureCamera& camera);
    /// "good", "fair", "bad", or "idle" before the first frame.
    [[nodiscard]] static QString grade(CameraStep step);
    /// As `Icon` has them.
    [[nodiscard]] static QString icon(CameraStep step);
    /// Why it ended, and what to do; empty where that was our will.
    [[nodiscard]] static QString end(CaptureEnd why, const QString& detail);
    /// What could not be done, and what to do.
    [[nodiscard]] static QString problem(const CaptureProblem& problem);
    /// Why a calibration does not come about or cannot be used, and what to do.
    [[nodiscard]] static QString problem(const CalibrationProblem& problem);
    /// "3.1 ms".
    [[nodiscard]] static QString milliseconds(double ms);
    /// "38 Mbit/s".
    [[nodiscard]] static QString bit_rate(double bps);
    /// "15.0/s".
    [[nodiscard]] static QString frequency(double hz);
    /// "182 kB".
    [[nodiscard]] static QString bytes(qint64 bytes);
    /// Of a local file; empty for any other address.
    [[nodiscard]] static QString path(const QUrl& file) { return file.toLocalFile(); }
};

} // namespace plenum::ui
