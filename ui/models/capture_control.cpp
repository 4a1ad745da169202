// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture_control.h"

#include "ui/models/capture_words.h"

#include <QLocale>

#include <algorithm>

namespace plenum::ui {
namespace {

QString pace_id(TriggerPace pace) {
    switch (pace) {
    case TriggerPace::blocking: break;
    case TriggerPace::periodic: return QStringLiteral("periodic");
    case TriggerPace::together: return QStringLiteral("together");
    }
    return QStringLiteral("blocking");
}

constexpr auto all_paces = {TriggerPace::blocking, TriggerPace::periodic, TriggerPace::together};

} // namespace

CaptureControl::CaptureControl(CapturePort& port) : port_{port} {
    connect(&port_, &CapturePort::changed, this, &CaptureControl::changed);
}

void CaptureControl::set_armed(bool armed) {
    auto trigger = port_.trigger();
    if (trigger.armed == armed) return;
    trigger.armed = armed;
    port_.set_trigger(trigger);
}

QString CaptureControl::pace() const { return pace_id(port_.trigger().pace); }

void CaptureControl::set_pace(const QString& pace) {
    auto trigger = port_.trigger();
    for (const auto each : all_paces)
        if (pace_id(each) == pace) trigger.pace = each;
    if (trigger != port_.trigger()) port_.set_trigger(trigger);
}

QString CaptureControl::pace_words() const {
    switch (port_.trigger().pace) {
    case TriggerPace::blocking: break;
    case TriggerPace::periodic: return tr("periodic");
    case TriggerPace::together: return tr("together");
    }
    return tr("blocking");
}

QVariantList CaptureControl::paces() const {
    const auto entry = [](TriggerPace pace, const QString& words, const QString& explanation) {
        return QVariantMap{{QStringLiteral("pace"), pace_id(pace)},
                           {QStringLiteral("words"), words},
                           {QStringLiteral("explanation"), explanation}};
    };
    return {
        entry(TriggerPace::blocking, tr("Blocking"),
              tr("As fast as the slowest camera, and not faster than the rate. No ensemble lacks a camera.")),
        entry(TriggerPace::periodic, tr("Periodic"), tr("At the rate. A camera that is busy misses an ensemble.")),
        entry(TriggerPace::together, tr("Together"), tr("At the rate. What one camera would miss, all of them miss."))};
}

void CaptureControl::set_rate(double rate_hz) {
    auto trigger = port_.trigger();
    trigger.rate_hz = std::clamp(rate_hz, rate_min_hz, rate_max_hz);
    if (trigger != port_.trigger()) port_.set_trigger(trigger);
}

QList<double> CaptureControl::rates() const {
    QList<double> rates{1, 2, 5, 10, 15, 20, 25, 30, 50, 60};
    if (!rates.contains(rate())) rates << rate();
    std::ranges::sort(rates);
    return rates;
}

QString CaptureControl::recording_words() const {
    const auto recording = port_.recording();
    if (!recording.on) return {};
    return tr("%1 ensembles · %2").arg(QLocale{}.toString(recording.ensembles), CaptureWords::bytes(recording.bytes));
}

void CaptureControl::record(const QUrl& file) {
    if (const auto path = CaptureWords::path(file); !path.isEmpty()) port_.record(path);
}

} // namespace plenum::ui
