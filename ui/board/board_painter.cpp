// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_painter.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLineF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <vector>

namespace plenum::ui {
namespace {

/// A marker shows what lies below it.
constexpr double marker_opacity = 0.4;
/// Of a pen that is hardly pressed, of the full width.
constexpr double width_min = 0.25;
constexpr int text_flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

struct Sample {
    QPointF at;
    double pressure;
};

std::vector<Sample> samples_of(const BoardFigure& figure, const board::Points& points) {
    std::vector<Sample> samples;
    samples.reserve(points.count);
    const auto& scale = figure.transform.scale;
    for (const auto& point : board::decode_points(points))
        samples.push_back({{board_units(point.at.x) * scale.x / board::limits::scale_one,
                            board_units(point.at.y) * scale.y / board::limits::scale_one},
                           point.pressure / 255.0});
    return samples;
}

/// A smooth line through the middles of what joins the points.
QPainterPath path_of(const std::vector<Sample>& samples) {
    QPainterPath path{samples.front().at};
    if (samples.size() == 1) path.lineTo(samples.front().at + QPointF{0.01, 0});
    for (std::size_t number = 1; number + 1 < samples.size(); ++number)
        path.quadTo(samples[number].at, (samples[number].at + samples[number + 1].at) / 2);
    if (samples.size() > 1) path.lineTo(samples.back().at);
    return path;
}

QPointF corner_of(const BoardFigure& figure, board::Position extent) {
    const auto& scale = figure.transform.scale;
    return {board_units(extent.x) * scale.x / board::limits::scale_one,
            board_units(extent.y) * scale.y / board::limits::scale_one};
}

void draw_arrow_head(QPainter& painter, QPointF to, double width) {
    const auto length = std::hypot(to.x(), to.y());
    if (length < 0.01) return;
    const auto size = std::min(length, 8 + 3 * width);
    const auto along = to / length;
    const QPointF across{-along.y(), along.x()};
    painter.drawPolyline(
        QPolygonF{{to - along * size + across * size * 0.5, to, to - along * size - across * size * 0.5}});
}

} // namespace

QColor board_colour(board::Colour colour) {
    const auto bits = colour.value();
    return QColor::fromRgb(static_cast<int>(bits >> 24), static_cast<int>(bits >> 16 & 0xff),
                           static_cast<int>(bits >> 8 & 0xff), static_cast<int>(bits & 0xff));
}

QRectF board_rect(const board::Box& box) {
    return {QPointF{board_units(box.left), board_units(box.top)},
            QPointF{board_units(box.right), board_units(box.bottom)}};
}

board::Position board_position(QPointF units) {
    constexpr double top = board::limits::coordinate_max;
    const auto sixteenths = [top](double value) {
        return static_cast<std::int32_t>(std::lround(std::clamp(value * 16, -top, top)));
    };
    return {sixteenths(units.x()), sixteenths(units.y())};
}

board::Box board_box(const QRectF& units) {
    const auto from = board_position(units.topLeft());
    const auto to = board_position(units.bottomRight());
    return {from.x, from.y, to.x, to.y};
}

QFont board_font(const board::Style& style) {
    auto font = QGuiApplication::font();
    // Layout in board units, so that text breaks alike at every size on the screen.
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(board_units(style.font_size)))));
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QRectF board_words(const QRectF& area, const QString& words, const board::Style& style) {
    return QFontMetricsF{board_font(style)}.boundingRect(area, text_flags, words).intersected(area);
}

QSizeF room_for_words(QSizeF least, const QString& words, const board::Style& style, board::LabelKind kind) {
    constexpr double unlimited = 1e6;
    const auto margins = 2 * label_margin(kind);
    // A word that is broader than the box is not broken, so that the box becomes as broad.
    const QRectF column{0, 0, std::max(1.0, least.width() - margins), unlimited};
    const auto needed = QFontMetricsF{board_font(style)}.boundingRect(column, text_flags, words).size();
    return least.expandedTo({std::ceil(needed.width()) + margins, std::ceil(needed.height()) + margins});
}

BoardPainter::BoardPainter(QPainter& painter, const ImageCache* images) : painter_{painter}, images_{images} {
    painter_.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
}

void BoardPainter::paint(const BoardFigure& figure) {
    painter_.save();
    const auto& at = figure.transform.position;
    painter_.translate(board_units(at.x), board_units(at.y));
    std::visit([&](const auto& content) { paint(figure, content); }, figure.content);
    painter_.restore();
}

void BoardPainter::paint(const BoardFigure& figure, const BoardFigure::Ink& ink) {
    const auto samples = samples_of(figure, ink.points);
    if (samples.empty()) return;
    const auto width = board_units(figure.style.line_width);
    QPen pen{board_colour(figure.style.line), width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
    painter_.setBrush(Qt::NoBrush);
    if (ink.tool == board::Tool::marker) {
        pen.setCapStyle(Qt::FlatCap);
        painter_.setOpacity(painter_.opacity() * marker_opacity);
    } else if (ink.points.pressure) {
        for (std::size_t number = 0; number < samples.size(); ++number) {
            const auto& sample = samples[number];
            pen.setWidthF(std::max(width_min, sample.pressure) * width);
            painter_.setPen(pen);
            painter_.drawLine(samples[number == 0 ? 0 : number - 1].at, sample.at);
        }
        return;
    }
    painter_.setPen(pen);
    painter_.drawPath(path_of(samples));
}

void BoardPainter::paint(const BoardFigure& figure, const BoardFigure::Shape& shape) {
    const auto corner = corner_of(figure, shape.extent);
    const auto width = board_units(figure.style.line_width);
    painter_.setPen({board_colour(figure.style.line), width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin});
    painter_.setBrush(board_colour(figure.style.fill));
    const auto rect = QRectF{QPointF{}, corner}.normalized();
    switch (shape.kind) {
    case board::ShapeKind::line: return painter_.drawLine(QPointF{}, corner);
    case board::ShapeKind::arrow:
        painter_.setBrush(Qt::NoBrush);
        painter_.drawLine(QPointF{}, corner);
        return draw_arrow_head(painter_, corner, width);
    case board::ShapeKind::rectangle: return painter_.drawRect(rect);
    case board::ShapeKind::ellipse: return painter_.drawEllipse(rect);
    }
}

void BoardPainter::paint(const BoardFigure& figure, const BoardFigure::Label& label) {
    auto rect = QRectF{QPointF{}, corner_of(figure, label.extent)}.normalized();
    if (label.kind == board::LabelKind::note) {
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(board_colour(figure.style.fill));
        painter_.drawRoundedRect(rect, 4, 4);
    }
    const auto margin = label_margin(label.kind);
    rect.adjust(margin, margin, -margin, -margin);
    painter_.setPen(board_colour(figure.style.line));
    painter_.setFont(board_font(figure.style));
    painter_.drawText(rect, text_flags, QString::fromStdString(label.text));
}

void BoardPainter::paint(const BoardFigure& figure, const BoardFigure::Picture& picture) {
    const auto rect = QRectF{QPointF{}, corner_of(figure, picture.extent)}.normalized();
    const auto image = images_ == nullptr ? QImage{} : images_->find(picture.image.content);
    if (!image.isNull()) return painter_.drawImage(rect, image);
    // Where it will be.
    painter_.setPen({QColor{128, 128, 128}, 1, Qt::DashLine});
    painter_.setBrush(QColor{0xf1, 0xf2, 0xf5});
    painter_.drawRect(rect);
    painter_.drawLine(rect.topLeft(), rect.bottomRight());
    painter_.drawLine(rect.bottomLeft(), rect.topRight());
}

} // namespace plenum::ui
