// SPDX-License-Identifier: Apache-2.0
#include "ui/items/board_overlay.h"

#include "core/base/overloaded.h"
#include "ui/board/board_painter.h"
#include "ui/items/pointer_painter.h"

#include <QPainter>

#include <vector>

namespace plenum::ui {
namespace {

const QColor selection_colour{0x2f, 0x6f, 0xed};

/// Half of the side of a corner that resizes, in pixels.
constexpr double handle = 4;

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
    auto& surface = whiteboard.surface();
    const auto& board = surface.document().board();
    const auto& preview = surface.tools().preview();
    painter.save();
    painter.scale(view_.zoom(), view_.zoom());
    painter.translate(-view_.area().topLeft());
    BoardPainter paint{painter, surface.images().cache().get()};
    for (const auto id : surface.tiles().drawn_now(whiteboard.page_id()))
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
        for (const auto id : surface.tools().selection().objects())
            if (const auto* object = board.find(id)) paint.paint(figure_of(*object));
    }
    painter.restore();
}

void BoardOverlay::paint_selection(QPainter& painter, Whiteboard& whiteboard) {
    const auto& tools = whiteboard.surface().tools();
    const BoardHit hit{whiteboard.surface().document().board(), whiteboard.page_id()};
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
    PointerPainter pointers{painter};
    const auto paint_trail = [&](const auto& trail, const QColor& colour) {
        std::vector<QPointF> points;
        for (const auto& at : trail)
            points.push_back(to_item(at));
        pointers.paint_trail(points, colour);
    };
    for (const auto& [member, pointer] : whiteboard.surface().pointers().others()) {
        const auto name = whiteboard.name_of(member);
        const auto colour = PointerPainter::colour_of(member);
        const base::Overloaded paint{
            [](const board::NoPresence&) {},
            [&](const board::CursorAt& cursor) {
                if (cursor.page == page) pointers.paint_pointer(to_item(cursor.at), name, colour);
            },
            [&](const board::LaserTrail& laser) {
                if (laser.page != page || laser.trail.empty()) return;
                paint_trail(laser.trail, colour);
                pointers.paint_pointer(to_item(laser.trail.back()), name, colour);
            },
            [&](const board::DragPreview& drag) {
                if (drag.page != page) return;
                const BoardHit hit{whiteboard.surface().document().board(), page};
                painter.setPen({colour, 1, Qt::DashLine});
                painter.setBrush(Qt::NoBrush);
                for (const auto id : drag.objects) {
                    const auto box = hit.box(id).translated(units_of(drag.by));
                    painter.drawRect(QRectF{view_.to_item(box.topLeft()), view_.to_item(box.bottomRight())});
                }
                pointers.paint_pointer(to_item(drag.at), name, colour);
            },
        };
        std::visit(paint, pointer.presence);
    }
    if (whiteboard.surface().pointers().own_page() == page)
        paint_trail(whiteboard.surface().pointers().own_trail(), PointerPainter::own_laser);
}

QPointF BoardOverlay::to_item(board::Position at) const { return view_.to_item(units_of(at)); }

} // namespace plenum::ui
