// SPDX-License-Identifier: Apache-2.0
#include "ui/items/series_item.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace plenum::ui {
namespace {

/// Between them, lines of the scale.
constexpr int bands = 4;
constexpr double thick = 1.6;

} // namespace

SeriesItem::SeriesItem(QQuickItem* parent) : QQuickPaintedItem{parent} {
    setAntialiasing(true);
    connect(this, &SeriesItem::changed, this, [this] { update(); });
}

void SeriesItem::paint(QPainter* painter) {
    painter->setPen(QPen{line_, 1});
    for (int band = 0; band <= bands; ++band) {
        // In the middle of pixels, or a line is two of them wide.
        const auto y = std::floor((height() - 1) * band / bands) + 0.5;
        painter->drawLine(QPointF{0, y}, QPointF{width(), y});
    }
    paint_series(*painter, others_, other_ink_);
    paint_series(*painter, values_, ink_);
}

void SeriesItem::paint_series(QPainter& painter, const QList<double>& values, const QColor& ink) const {
    if (places_ < 2 || !(maximum_ > 0)) return;
    const auto step = width() / (places_ - 1);
    QPolygonF run;
    const auto finish = [&] {
        painter.setPen(QPen{ink, thick, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin});
        if (run.size() > 1)
            painter.drawPolyline(run);
        else if (run.size() == 1)
            painter.drawPoint(run.front());
        run.clear();
    };
    for (qsizetype at = 0; at < values.size(); ++at) {
        const auto x = width() - step * static_cast<double>(values.size() - 1 - at);
        const auto value = values.at(at);
        if (value < 0) {
            finish();
            painter.setPen(QPen{gap_ink_, 1, Qt::SolidLine, Qt::FlatCap});
            painter.drawLine(QPointF{x, 0}, QPointF{x, height()});
            continue;
        }
        run << QPointF{x, thick + (height() - 2 * thick) * (1 - std::min(1.0, value / maximum_))};
    }
    finish();
}

} // namespace plenum::ui
