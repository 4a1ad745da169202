// SPDX-License-Identifier: Apache-2.0
#include "ui/models/elapsed_time.h"

#include <algorithm>

namespace plenum::ui {

ElapsedTime::ElapsedTime(Clock clock, QObject* parent) : QObject{parent}, clock_{std::move(clock)} {
    // Four looks a second, so that no second is skipped on the screen.
    timer_.setInterval(250);
    connect(&timer_, &QTimer::timeout, this, &ElapsedTime::tick);
}

void ElapsedTime::start(const QDateTime& since) {
    since_ = since;
    timer_.start();
    tick();
}

void ElapsedTime::stop() { timer_.stop(); }

void ElapsedTime::tick() {
    // A wall clock that is set back must not show less than nothing.
    const auto seconds = static_cast<int>(std::clamp<qint64>(since_.secsTo(clock_()), 0, 359'999));
    if (seconds == seconds_) return;
    seconds_ = seconds;
    emit text_changed();
}

QString ElapsedTime::format(int seconds) {
    const auto two = [](int number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char{'0'}); };
    const auto minutes = seconds / 60 % 60;
    const auto hours = seconds / 3600;
    if (hours == 0) return QStringLiteral("%1:%2").arg(minutes).arg(two(seconds % 60));
    return QStringLiteral("%1:%2:%3").arg(hours).arg(two(minutes), two(seconds % 60));
}

} // namespace plenum::ui
