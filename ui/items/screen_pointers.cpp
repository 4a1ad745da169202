// SPDX-License-Identifier: Apache-2.0
#include "ui/items/screen_pointers.h"

#include "ui/items/pointer_painter.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace plenum::ui {

ScreenPointers::ScreenPointers(ScreenItem& view) : QQuickPaintedItem{&view}, view_{view} { setAntialiasing(true); }

void ScreenPointers::paint(QPainter* painter) {
    auto* whiteboard = view_.whiteboard();
    if (whiteboard == nullptr || !view_.has_picture()) return;
    painter->setRenderHint(QPainter::Antialiasing);
    PointerPainter paint{*painter};
    const auto on_item = [this](const auto& places) {
        std::vector<QPointF> points;
        std::ranges::transform(places, std::back_inserter(points),
                               [this](board::Position at) { return view_.to_item(at); });
        return points;
    };
    const auto& pointers = whiteboard->pointers();
    for (const auto& [member, pointer] : pointers.others()) {
        const auto* laser = std::get_if<board::LaserTrail>(&pointer.presence);
        if (laser == nullptr || laser->page != view_.page() || laser->trail.empty()) continue;
        const auto colour = PointerPainter::colour_of(member);
        paint.paint_trail(on_item(laser->trail), colour);
        paint.paint_pointer(view_.to_item(laser->trail.back()), whiteboard->name_of(member), colour);
    }
    if (pointers.own_page() == view_.page())
        paint.paint_trail(on_item(pointers.own_trail()), PointerPainter::own_laser);
}

} // namespace plenum::ui
