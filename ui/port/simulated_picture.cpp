// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_picture.h"

#include <QImage>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plenum::ui {
namespace {

/// Somebody's looks, from one number.
struct Looks {
    QColor wall, skin, hair, clothes;
};

Looks looks_of(int tint) {
    static const QColor skins[] = {{224, 172, 138}, {141, 92, 62}, {241, 199, 165}, {98, 66, 48}, {198, 142, 104}};
    static const QColor hairs[] = {{52, 38, 32}, {24, 22, 24}, {150, 104, 58}, {34, 28, 26}, {92, 58, 40}};
    const auto hue = (tint * 67 + 205) % 360;
    return {QColor::fromHsv(hue, 90, 150), skins[tint % 5], hairs[(tint + tint / 5) % 5],
            QColor::fromHsv((hue + 150) % 360, 100, 120)};
}

void paint_wall(QPainter& painter, const Looks& looks, double phase) {
    QLinearGradient wall{0, 0, SimulatedPicture::width, SimulatedPicture::height};
    wall.setColorAt(0, looks.wall.lighter(125));
    wall.setColorAt(1, looks.wall.darker(190));
    painter.fillRect(0, 0, SimulatedPicture::width, SimulatedPicture::height, wall);
    // A window on the wall whose light moves a little.
    QLinearGradient light{320, 0, 460, 0};
    const auto glow = 46 + static_cast<int>(14 * std::sin(phase));
    light.setColorAt(0, QColor{255, 244, 220, glow});
    light.setColorAt(1, QColor{255, 244, 220, glow / 3});
    painter.setBrush(light);
    painter.drawRoundedRect(QRectF{352, 28, 92, 128}, 4, 4);
    painter.setBrush(QColor{0, 0, 0, 40});
    painter.drawRoundedRect(QRectF{28, 64, 96, 8}, 2, 2);
    for (int book = 0; book < 6; ++book)
        painter.drawRect(QRectF{34.0 + book * 13, 64.0 - 30 - (book * 7) % 12, 9, 30.0 + (book * 7) % 12});
}

void paint_person(QPainter& painter, const Looks& looks, double phase) {
    const auto sway = 7 * std::sin(phase);
    const auto nod = 3 * std::sin(2 * phase);
    painter.translate(240 + sway, 0);
    painter.setBrush(looks.clothes);
    painter.drawRoundedRect(QRectF{-108, 206 + nod / 2, 216, 130}, 66, 62);
    painter.setBrush(looks.skin.darker(118));
    painter.drawRoundedRect(QRectF{-20, 164 + nod / 2, 40, 58}, 18, 18);
    painter.setBrush(looks.hair);
    painter.drawEllipse(QPointF{0, 112 + nod}, 59, 68);
    painter.setBrush(looks.skin);
    painter.drawEllipse(QPointF{0, 126 + nod}, 47, 59);
    QPainterPath fringe;
    fringe.addEllipse(QPointF{-14, 72 + nod}, 52, 26);
    painter.setBrush(looks.hair);
    painter.drawPath(fringe);
    painter.setBrush(QColor{40, 30, 28});
    painter.drawEllipse(QPointF{-18, 122 + nod}, 4.5, 4.5);
    painter.drawEllipse(QPointF{18, 122 + nod}, 4.5, 4.5);
    painter.setBrush(looks.skin.darker(155));
    painter.drawEllipse(QPointF{0, 158 + nod}, 14, 3 + 2.5 * std::abs(std::sin(5 * phase)));
}

/// ITU-R BT.601, limited range.
media::VideoFrame to_i420(const QImage& image) {
    const auto width = image.width();
    const auto height = image.height();
    auto pixels = std::make_shared<base::Bytes>(static_cast<std::size_t>(width * height * 3 / 2));
    auto* luma = pixels->data();
    auto* u = luma + width * height;
    auto* v = u + width * height / 4;
    for (int y = 0; y < height; ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < width; ++x) {
            const auto r = qRed(line[x]);
            const auto g = qGreen(line[x]);
            const auto b = qBlue(line[x]);
            luma[y * width + x] = static_cast<std::uint8_t>((66 * r + 129 * g + 25 * b + 4224) >> 8);
            if (y % 2 != 0 || x % 2 != 0 || y / 2 >= height / 2) continue;
            const auto place = y / 2 * (width / 2) + x / 2;
            u[place] = static_cast<std::uint8_t>((-38 * r - 74 * g + 112 * b + 32896) >> 8);
            v[place] = static_cast<std::uint8_t>((112 * r - 94 * g - 18 * b + 32896) >> 8);
        }
    }
    return {.width = width, .height = height, .pixels = std::move(pixels)};
}

} // namespace

media::VideoFrame SimulatedPicture::at(int tick) {
    auto& frame = loop_[static_cast<std::size_t>((tick + tint_ * 11) % frames_per_loop)];
    if (!frame.empty()) return frame;
    const auto phase = 2 * std::numbers::pi * ((tick + tint_ * 11) % frames_per_loop) / frames_per_loop;
    // Even height: the chroma planes of I420 then have half of it.
    QImage image{width, height & ~1, QImage::Format_RGB32};
    QPainter painter{&image};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const auto looks = looks_of(tint_);
    paint_wall(painter, looks, phase);
    paint_person(painter, looks, phase);
    painter.end();
    return frame = to_i420(image);
}

} // namespace plenum::ui
