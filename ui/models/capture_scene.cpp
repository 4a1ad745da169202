// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture_scene.h"

#include "ui/models/capture_words.h"

#include <QLocale>

#include <cmath>

namespace plenum::ui {

CaptureScene::CaptureScene(CapturePort& port) : port_{port} {
    connect(&port_, &CapturePort::scene, &cloud_, &SceneCloud::set);
    connect(&port_, &CapturePort::changed, this, &CaptureScene::changed);
    connect(&port_, &CapturePort::figures_changed, this, &CaptureScene::changed);
}

QString CaptureScene::words() const {
    const auto figures = port_.figures();
    if (figures.points == 0) return tr("Scene");
    return tr("Scene · %1 points · %2 fps")
        .arg(QLocale{}.toString(figures.points))
        .arg(std::lround(figures.scene_rate_hz));
}

void CaptureScene::save(const QUrl& file) {
    if (const auto path = CaptureWords::path(file); !path.isEmpty()) port_.save_points(path);
}

} // namespace plenum::ui
