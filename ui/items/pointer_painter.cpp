// SPDX-License-Identifier: Apache-2.0
#include "ui/items/pointer_painter.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPolygonF>

#include <array>

namespace plenum::ui {

QColor PointerPainter::colour_of(base::MemberIndex member) {
    static const std::array colours{QColor{0x8e, 0x24, 0xaa}, QColor{0x00, 0x79, 0x6b}, QColor{0xc6, 0x28, 0x28},
                                    QColor{0x15, 0x65, 0xc0}, QColor{0x6d, 0x4c, 0x41}, QColor{0xef, 0x6c, 0x00}};
    return colours.at(member.value() % colours.size());
}

void PointerPainter::paint_pointer(QPointF tip, const QString& name, const QColor& colour) {
    painter_.setPen({Qt::white, 1});
    painter_.setBrush(colour);
    painter_.drawPolygon(QPolygonF{{tip, tip + QPointF{4, 14}, tip + QPointF{7, 8}, tip + QPointF{13, 7}}});
    auto font = QGuiApplication::font();
    font.setPixelSize(12);
    painter_.setFont(font);
    const auto words = QFontMetricsF{font}.elidedText(name, Qt::ElideRight, 160);
    const auto width = QFontMetricsF{font}.horizontalAdvance(words);
    const QRectF label{tip + QPointF{12, 12}, QSizeF{width + 12, 20}};
    painter_.setPen(Qt::NoPen);
    painter_.drawRoundedRect(label, 5, 5);
    painter_.setPen(Qt::white);
    painter_.drawText(label, Qt::AlignCenter, words);
}

void PointerPainter::paint_trail(const std::vector<QPointF>& trail, const QColor& colour) {
    if (trail.empty()) return;
    auto shade = colour;
    for (std::size_t number = 1; number < trail.size(); ++number) {
        shade.setAlphaF(static_cast<float>(number) / static_cast<float>(trail.size()));
        painter_.setPen({shade, 4, Qt::SolidLine, Qt::RoundCap});
        painter_.drawLine(trail[number - 1], trail[number]);
    }
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(colour);
    painter_.drawEllipse(trail.back(), 5, 5);
}

} // namespace plenum::ui
