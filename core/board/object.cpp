// SPDX-License-Identifier: Apache-2.0
#include "core/board/object.h"

#include "core/board/geometry.h"

#include <algorithm>

namespace plenum::board {
namespace {

Object make(const auto& from, const Style& style, Content content, const Box& extent) {
    Object object{};
    object.page = from.page;
    object.transform = Register{Transform{from.position, {}}};
    object.style = Register{style};
    object.depth = Register{from.depth};
    object.content = std::move(content);
    object.extent = extent;
    return object;
}

} // namespace

void Deletions::add(const Deletion& deletion) {
    const auto place = std::ranges::lower_bound(all_, deletion.by, {}, &Deletion::by);
    if (place == all_.end() || place->by != deletion.by) all_.insert(place, deletion);
}

void Deletions::set_undone(GestureId by, bool undone) {
    const auto place = std::ranges::lower_bound(all_, by, {}, &Deletion::by);
    if (place != all_.end() && place->by == by) place->undone = undone;
}

void Deletions::erase(GestureId by) {
    const auto place = std::ranges::lower_bound(all_, by, {}, &Deletion::by);
    if (place != all_.end() && place->by == by) all_.erase(place);
}

bool Deletions::any_live() const { return !std::ranges::all_of(all_, &Deletion::undone); }

std::uint32_t margin(const Object& object) {
    const auto width = object.style.value().line_width;
    const auto* shape = std::get_if<Shape>(&object.content);
    // An arrow head reaches four widths to each side.
    return shape != nullptr && shape->kind == ShapeKind::arrow ? 4 * width : (width + 1) / 2;
}

Object make_object(const BeginStroke& from, const Trace& trace) {
    return make(from, from.style, Stroke{from.tool, from.ended, trace.last, from.points}, trace.box);
}
Object make_object(const AddShape& from) {
    return make(from, from.style, Shape{from.kind, from.extent}, spanned(from.extent));
}
Object make_object(const AddLabel& from) {
    return make(from, from.style, Label{from.kind, from.extent, Register{from.text}}, spanned(from.extent));
}
Object make_object(const AddImage& from) {
    return make(from, Style{}, Picture{from.extent, from.image}, spanned(from.extent));
}

} // namespace plenum::board
