// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture_scene.h"

#include "ui/models/capture_control.h"
#include "ui/models/capture_words.h"

#include <QLocale>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace plenum::ui {
namespace {

constexpr std::chrono::seconds look_interval{1};
/// Points are old after so long, and after so many intervals of the trigger.
constexpr std::chrono::milliseconds fresh_max{3000};
constexpr double fresh_intervals_max = 3;

} // namespace

CaptureScene::CaptureScene(CapturePort& port) : port_{port} {
    connect(&port_, &CapturePort::scene, this, &CaptureScene::take);
    connect(&port_, &CapturePort::changed, this, &CaptureScene::changed);
    connect(&port_, &CapturePort::figures_changed, this, &CaptureScene::changed);
    clock_.setInterval(look_interval);
    connect(&clock_, &QTimer::timeout, this, [this] { look(QDateTime::currentDateTime()); });
}

void CaptureScene::take(const SceneCloud::Points& points) {
    cloud_.set(points);
    came_at_ = QDateTime::currentDateTime();
    if (cloud_.empty())
        clock_.stop();
    else if (!clock_.isActive())
        clock_.start();
    look(came_at_);
}

void CaptureScene::look(const QDateTime& now) {
    const auto interval_ms = 1000 / std::max(port_.trigger().rate_hz, CaptureControl::rate_min_hz);
    const auto fresh_ms = std::max<qint64>(fresh_max.count(), std::llround(fresh_intervals_max * interval_ms));
    // A recording may stand for as long as one likes.
    const bool old = !cloud_.empty() && !port_.replaying() && came_at_.msecsTo(now) > fresh_ms;
    if (std::exchange(old_, old) != old) emit changed();
}

QString CaptureScene::words() const {
    const auto figures = port_.figures();
    if (old_) return tr("Scene · nothing new since %1").arg(QLocale{}.toString(came_at_.time(), QLocale::ShortFormat));
    if (figures.points == 0) return tr("Scene");
    return tr("Scene · %1 points · %2 fps")
        .arg(QLocale{}.toString(figures.points))
        .arg(std::lround(figures.scene_rate_hz));
}

void CaptureScene::save(const QUrl& file) {
    if (const auto path = CaptureWords::path(file); !path.isEmpty()) port_.save_points(path);
}

} // namespace plenum::ui
