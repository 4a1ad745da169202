// SPDX-License-Identifier: Apache-2.0
#include "ui/items/board_overlay.h"

#include "core/base/overloaded.h"
#include "ui/board/board_painter.h"

#include <QGuiApplication>
#include <QPainter>

#include <array>

namespace plenum::ui {
namespace {

const QColor selection_colour{0x2f, 0x6f, 0xed};
const QColor erased_colour{0xd6, 0x33, 0x33};
const QColor own_laser{0xe5, 0x2b, 0x2b};

/// Half of the side of a corner that resizes, in pixels.
constexpr double handle = 4;

QColor colour_of(base::MemberIndex member) {
    static const std::array colours{QColor{0x8e, 0x24, 0xaa}, QColor{0x00, 0x79, 0x6b}, QColor{0xc6, 0x28, 0x28},
                                    QColor{0x15, 0x65, 0xc0}, QColor{0x6d, 0x4c, 0x41}, QColor{0xef, 0x6c, 0x00}};
    return colours.at(member.value() % colours.size());
}

QPointF units_of(board::Position at) { return {board_units(at.x), board_units(at.y)}; }

} // namespace

BoardOverlay::BoardOverlay(BoardItem& view) : QQuickPaintedItem{&view}, view_{view} { setAntialiasing(true); }

void BoardOverlay::paint(QPainter* painter) {
    auto* whiteboard = view_.whiteboard();
    if (whiteboard == nullptr) return;
    painter->setRenderHint(QPainter::Antialiasing);
    paint_board(*painter, *whiteboard);
    paint_selection(*painter, *whiteboard);
    paint_pointers(*painter, *whiteboard);
}

void BoardOverlay::paint_board(QPainter& painter, Whiteboard& whiteboard) {
    const auto& board = whiteboard.document().board();
    const auto& preview = whiteboard.tools().preview();
    painter.save();
    painter.scale(view_.zoom(), view_.zoom());
    painter.translate(-view_.area().topLeft());
    BoardPainter paint{painter, whiteboard.images().cache().get()};
    for (const auto id : whiteboard.tiles().drawn_now(whiteboard.page_id()))
        if (const auto* object = board.find(id)) paint.paint(figure_of(*object));
    if (preview.shape) paint.paint(*preview.shape);
    if (!preview.dragged.isNull() || preview.resized) {
        painter.translate(preview.dragged);
        if (const auto& resized = preview.resized) {
            painter.translate(resized->fixed);
            painter.scale(resized->width, resized->height);
            painter.translate(-resized->fixed);
        }
        painter.setOpacity(0.6);
        for (const auto id : whiteboard.tools().selection().objects())
            if (const auto* object = board.find(id)) paint.paint(figure_of(*object));
    }
    painter.restore();
}

void BoardOverlay::paint_selection(QPainter& painter, Whiteboard& whiteboard) {
    const auto& tools = whiteboard.tools();
    const BoardHit hit{whiteboard.document().board(), whiteboard.page_id()};
    const auto on_item = [this](const QRectF& units) {
        return QRectF{view_.to_item(units.topLeft()), view_.to_item(units.bottomRight())};
    };
    painter.setBrush(Qt::NoBrush);
    painter.setPen({selection_colour, 1.5});
    const auto shown = [&](QRectF box) {
        box.translate(tools.preview().dragged);
        if (const auto& resized = tools.preview().resized)
            box = {resized->applied(box.topLeft()), resized->applied(box.bottomRight())};
        return on_item(box);
    };
    for (const auto id : tools.selection().objects())
        painter.drawRect(shown(hit.box(id)).adjusted(-2, -2, 2, 2));
    if (const auto box = tools.selection().box(); !box.isEmpty()) {
        const auto around = shown(box);
        painter.setBrush(Qt::white);
        for (const auto corner : {around.topLeft(), around.topRight(), around.bottomLeft(), around.bottomRight()})
            painter.drawRect(QRectF{corner - QPointF{handle, handle}, corner + QPointF{handle, handle}});
        painter.setBrush(Qt::NoBrush);
    }
    painter.setPen({erased_colour, 1.5, Qt::DashLine});
    for (const auto id : tools.preview().erased)
        painter.drawRect(on_item(hit.box(id)));
    if (tools.preview().band) {
        painter.setPen({selection_colour, 1, Qt::DashLine});
        painter.setBrush(QColor{0x2f, 0x6f, 0xed, 30});
        painter.drawRect(on_item(*tools.preview().band));
    }
}

void BoardOverlay::paint_pointers(QPainter& painter, Whiteboard& whiteboard) {
    const auto page = whiteboard.page_id();
    for (const auto& [member, pointer] : whiteboard.pointers().others()) {
        const auto name = whiteboard.name_of(member);
        const auto colour = colour_of(member);
        const base::Overloaded paint{
            [](const board::NoPresence&) {},
            [&](const board::CursorAt& cursor) {
                if (cursor.page == page) paint_pointer(painter, units_of(cursor.at), name, colour);
            },
            [&](const board::LaserTrail& laser) {
                if (laser.page != page || laser.trail.empty()) return;
                paint_trail(painter, laser.trail, colour);
                paint_pointer(painter, units_of(laser.trail.back()), name, colour);
            },
            [&](const board::DragPreview& drag) {
                if (drag.page != page) return;
                const BoardHit hit{whiteboard.document().board(), page};
                painter.setPen({colour, 1, Qt::DashLine});
                painter.setBrush(Qt::NoBrush);
                for (const auto id : drag.objects) {
                    const auto box = hit.box(id).translated(units_of(drag.by));
                    painter.drawRect(QRectF{view_.to_item(box.topLeft()), view_.to_item(box.bottomRight())});
                }
                paint_pointer(painter, units_of(drag.at), name, colour);
            },
        };
        std::visit(paint, pointer.presence);
    }
    const auto& trail = whiteboard.pointers().own_trail();
    if (!trail.empty()) paint_trail(painter, {trail.begin(), trail.end()}, own_laser);
}

void BoardOverlay::paint_pointer(QPainter& painter, QPointF at, const QString& name, const QColor& colour) const {
    const auto tip = view_.to_item(at);
    painter.setPen({Qt::white, 1});
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{{tip, tip + QPointF{4, 14}, tip + QPointF{7, 8}, tip + QPointF{13, 7}}});
    auto font = QGuiApplication::font();
    font.setPixelSize(12);
    painter.setFont(font);
    const auto words = QFontMetricsF{font}.elidedText(name, Qt::ElideRight, 160);
    const auto width = QFontMetricsF{font}.horizontalAdvance(words);
    const QRectF label{tip + QPointF{12, 12}, QSizeF{width + 12, 20}};
    painter.setPen(Qt::NoPen);
    painter.drawRoundedRect(label, 5, 5);
    painter.setPen(Qt::white);
    painter.drawText(label, Qt::AlignCenter, words);
}

void BoardOverlay::paint_trail(QPainter& painter, const std::vector<board::Position>& trail,
                               const QColor& colour) const {
    auto shade = colour;
    for (std::size_t number = 1; number < trail.size(); ++number) {
        shade.setAlphaF(static_cast<float>(number) / static_cast<float>(trail.size()));
        painter.setPen({shade, 4, Qt::SolidLine, Qt::RoundCap});
        painter.drawLine(view_.to_item(units_of(trail[number - 1])), view_.to_item(units_of(trail[number])));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(view_.to_item(units_of(trail.back())), 5, 5);
}

} // namespace plenum::ui
