// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture_charts.h"

#include "ui/models/capture_words.h"
#include "ui/models/figure_words.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace plenum::ui {
namespace {

constexpr double bits_per_megabit = 1e6;
constexpr double least_asynchrony_ms = 10;

void append(QList<double>& series, double value) {
    series << value;
    if (series.size() > CaptureCharts::points_max) series.removeFirst();
}

double largest(const QList<double>& series) { return series.isEmpty() ? 0 : *std::ranges::max_element(series); }

QVariantMap fact(const QString& name, const QString& value) {
    return {{QStringLiteral("name"), name}, {QStringLiteral("value"), value}};
}

} // namespace

CaptureCharts::CaptureCharts(CapturePort& port) : port_{port} {
    connect(&port_, &CapturePort::ensemble, this, [this](double asynchrony_ms) {
        append(asynchrony_, asynchrony_ms);
        emit asynchrony_changed();
    });
    connect(&port_, &CapturePort::figures_changed, this, [this] {
        const auto figures = port_.figures();
        append(available_, figures.available_bps / bits_per_megabit);
        append(used_, figures.used_bps / bits_per_megabit);
        emit figures_changed();
    });
}

double CaptureCharts::scale_end(double value) {
    if (value <= 0 || !std::isfinite(value)) return 1;
    const auto power = std::pow(10.0, std::floor(std::log10(value)));
    for (const auto step : {1.0, 2.0, 5.0})
        if (value <= step * power) return step * power;
    return 10 * power;
}

double CaptureCharts::asynchrony_max() const { return scale_end(std::max(least_asynchrony_ms, largest(asynchrony_))); }

double CaptureCharts::path_max() const { return scale_end(std::max(largest(available_), largest(used_))); }

QString CaptureCharts::asynchrony_words() const {
    const auto figures = port_.figures();
    return tr("median %1 · p95 %2")
        .arg(CaptureWords::milliseconds(figures.asynchrony_median_ms),
             CaptureWords::milliseconds(figures.asynchrony_p95_ms));
}

QString CaptureCharts::path_words() const {
    const auto figures = port_.figures();
    const auto available = tr("available %1").arg(CaptureWords::bit_rate(figures.available_bps));
    if (figures.flowshare <= 0) return available;
    return tr("%1 · flowshare %2").arg(available, QLocale{}.toString(figures.flowshare, 'f', 2));
}

QVariantList CaptureCharts::rows() const {
    const auto figures = port_.figures();
    QVariantList rows{fact(tr("Rate"), CaptureWords::frequency(figures.rate_hz)),
                      fact(tr("Complete"), FigureWords::percent(figures.complete))};
    // A recording does not hold how the path was.
    if (!port_.replaying())
        rows << fact(tr("Round trip"), CaptureWords::milliseconds(std::round(figures.round_trip_ms)))
             << fact(tr("Loss"), FigureWords::percent(figures.loss));
    return rows << fact(tr("In use"), CaptureWords::bit_rate(figures.used_bps));
}

QString CaptureCharts::clock_words() const {
    return tr("Clock error ±%1").arg(CaptureWords::milliseconds(port_.figures().clock_error_ms));
}

void CaptureCharts::clear() {
    asynchrony_.clear();
    available_.clear();
    used_.clear();
    emit asynchrony_changed();
    emit figures_changed();
}

} // namespace plenum::ui
