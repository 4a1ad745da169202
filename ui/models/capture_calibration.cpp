// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture_calibration.h"

#include "ui/models/capture_words.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace plenum::ui {
namespace {

using Phase = CalibrationState::Phase;

/// Corners are found to a few tenths of a pixel.
constexpr double good_error_px = 0.5;
constexpr double fair_error_px = 1;
constexpr double side_mm_max = 2000;

QString pixels(double error) { return QLocale{}.toString(error, 'f', 2); }

/// As the language writes it, or with a point.
std::optional<double> millimetres(const QString& text) {
    bool read = false;
    auto value = QLocale{}.toDouble(text.trimmed(), &read);
    if (!read) value = QLocale::c().toDouble(text.trimmed(), &read);
    return read && value > 0 && value <= side_mm_max ? std::optional{value} : std::nullopt;
}

struct ViewErrors {
    CalibrationViewError worst;
    QStringList rejected;
};

} // namespace

CaptureCalibration::CaptureCalibration(CalibrationPort& port) : port_{port} {
    connect(&port_, &CalibrationPort::changed, this, &CaptureCalibration::changed);
    connect(&port_, &CalibrationPort::failed, this, [this](const CalibrationProblem& problem) {
        emit told(CaptureWords::problem(problem), QStringLiteral("problem"));
    });
}

void CaptureCalibration::set_open(bool open) {
    if (std::exchange(open_, open) == open) return;
    emit changed();
}

QString CaptureCalibration::step() const {
    switch (port_.state().phase) {
    case Phase::none: break;
    case Phase::collecting: return QStringLiteral("collecting");
    case Phase::looking: return QStringLiteral("looking");
    case Phase::calculating: return QStringLiteral("calculating");
    case Phase::done: return QStringLiteral("done");
    }
    return QStringLiteral("none");
}

QString CaptureCalibration::views_words() const {
    const auto count = views();
    if (count == 0) return tr("No view yet. Take %1 or more.").arg(views_good);
    if (count < views_good)
        return count == 1 ? tr("1 view. Take %1 or more.").arg(views_good)
                          : tr("%1 views. Take %2 or more.").arg(count).arg(views_good);
    return tr("%1 views. That is enough.").arg(count);
}

QString CaptureCalibration::unseen_words() const {
    const auto state = port_.state();
    if (state.views == 0 || state.phase != Phase::collecting) return {};
    if (state.unseen.isEmpty()) return tr("All cameras saw the target in the newest view.");
    return tr("Not seen by: %1.").arg(state.unseen.join(QStringLiteral(", ")));
}

bool CaptureCalibration::may_calculate() const {
    return port_.state().phase == Phase::collecting && views() >= views_min;
}

QString CaptureCalibration::error_words() const {
    const auto state = port_.state();
    if (state.phase != Phase::done) return {};
    const auto error = pixels(state.error_px);
    if (state.error_px <= good_error_px) return tr("Error %1 px. This is good.").arg(error);
    if (state.error_px <= fair_error_px)
        return tr("Error %1 px. This will do; more views with tilts near the edges make it better.").arg(error);
    return tr("Error %1 px. This is too much for depth: hold the target flat and still, and take other views.")
        .arg(error);
}

QVariantList CaptureCalibration::errors() const {
    std::map<QString, ViewErrors> views;
    QStringList order;
    double scale = 0;
    for (const auto& error : port_.state().errors) {
        auto [place, added] = views.try_emplace(error.view);
        if (added) order << error.view;
        auto& view = place->second;
        if (error.rejected) view.rejected << error.camera;
        if (view.worst.camera.isEmpty() || error.error_px > view.worst.error_px) view.worst = error;
        scale = std::max(scale, error.error_px);
    }
    QVariantList rows;
    for (const auto& name : std::as_const(order)) {
        const auto& view = views[name];
        auto words =
            tr("%1 px, %2", "an error and the camera that has it").arg(pixels(view.worst.error_px), view.worst.camera);
        if (!view.rejected.isEmpty())
            words += QStringLiteral(" · ") + tr("left out: %1").arg(view.rejected.join(QStringLiteral(", ")));
        rows << QVariantMap{{QStringLiteral("view"), tr("View %1").arg(name)},
                            {QStringLiteral("error"), scale > 0 ? view.worst.error_px / scale : 0},
                            {QStringLiteral("words"), words},
                            {QStringLiteral("rejected"), !view.rejected.isEmpty()}};
    }
    return rows;
}

QString CaptureCalibration::problem() const {
    const auto problem = port_.state().problem;
    return problem ? CaptureWords::problem(*problem) : QString{};
}

QString CaptureCalibration::name() const {
    const auto name = port_.name();
    return name == QLatin1String{"calculated"} ? tr("calculated here, not saved") : QFileInfo{name}.fileName();
}

QString CaptureCalibration::complaint(bool charuco, int columns, int rows, const QString& square_mm,
                                      const QString& marker_mm) const {
    const auto square = millimetres(square_mm);
    const auto within = [](int corners) { return corners >= corners_min && corners <= corners_max; };
    if (!within(columns) || !within(rows))
        return tr("A side has %1 to %2 corners or squares.").arg(corners_min).arg(corners_max);
    if (!square) return tr("Measure the side of a square on the target, and type it in millimetres.");
    if (!charuco) {
        if ((columns + rows) % 2 == 0)
            return tr("One side must have an odd number of inner corners, the other an even one. Else nobody can tell "
                      "which way up the target is.");
        return {};
    }
    const auto marker = millimetres(marker_mm);
    if (!marker || *marker >= *square)
        return tr("Measure the side of a marker, which is shorter than a square's, and type it in millimetres.");
    return {};
}

void CaptureCalibration::start(bool charuco, int columns, int rows, const QString& square_mm,
                               const QString& marker_mm) {
    if (!complaint(charuco, columns, rows, square_mm, marker_mm).isEmpty()) return;
    CalibrationPlan plan{.charuco = charuco, .columns = columns, .rows = rows, .square_mm = *millimetres(square_mm)};
    if (charuco) plan.marker_mm = *millimetres(marker_mm);
    port_.start(plan);
}

void CaptureCalibration::accept(const QUrl& file) {
    port_.accept(CaptureWords::path(file));
    set_open(false);
}

void CaptureCalibration::load(const QUrl& file) { port_.load(CaptureWords::path(file)); }

} // namespace plenum::ui
