// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QLinearGradient>
#include <QPainter>

namespace plenum::ui {

/// A picture for people to send.
inline QImage landscape() {
    QImage image{640, 400, QImage::Format_RGB32};
    QPainter painter{&image};
    QLinearGradient sky{0, 0, 0, 400};
    sky.setColorAt(0, QColor{0x35, 0x7a, 0xbd});
    sky.setColorAt(1, QColor{0xf5, 0xd0, 0x8a});
    painter.fillRect(image.rect(), sky);
    painter.setBrush(QColor{0x2f, 0x4f, 0x3d});
    painter.drawEllipse(-100, 260, 500, 300);
    painter.drawEllipse(250, 300, 600, 300);
    return image;
}

} // namespace plenum::ui
