// SPDX-License-Identifier: Apache-2.0
#include "core/board/snapshot.h"

#include "core/base/overloaded.h"

namespace plenum::board {
namespace {

void put(wire::Writer& to, const Rank& rank) {
    to.varint(rank.version.value());
    to.varint(rank.sender.value());
    to.varint(rank.gesture.value());
}

void put(wire::Writer& to, GestureId id) {
    to.varint(id.sender.value());
    to.varint(id.gesture.value());
}

void put(wire::Writer& to, const Deletions& deletions) {
    to.varint(deletions.all().size());
    for (const auto& deletion : deletions.all())
        put(to, deletion.by);
}

/// Whether writes are undone follows from the gestures.
template <class Field, class T>
void put_register(wire::Writer& to, const Register<T>& from) {
    const bool plain = from.highest().value() == 0;
    to.u8(plain ? detail::register_plain : detail::register_written);
    Field::put(to, from.settled());
    if (plain) return;
    put(to, from.settled_rank());
    to.varint(from.highest().value());
    to.varint(from.writes() == nullptr ? 0 : from.writes()->size());
    if (from.writes() == nullptr) return;
    for (const auto& [place, value] : *from.writes()) {
        put(to, place.rank);
        Field::put(to, value);
    }
}

void put(wire::Writer& to, const GestureWindow& window) {
    to.varint(window.newest().value());
    to.varint(window.gestures().size());
    for (const auto& gesture : window.gestures()) {
        to.varint(gesture.first.value());
        to.varint(gesture.writes);
        to.u8(static_cast<std::uint8_t>(gesture.authority));
        to.u8(gesture.undone ? 1 : 0);
    }
}

void put_message(wire::Writer& to, base::ByteView bytes, Authority authority) {
    to.u8(static_cast<std::uint8_t>(authority));
    to.varint(bytes.size());
    to.bytes(bytes);
}

void put(wire::Writer& to, base::MemberIndex index, const Sender& sender) {
    to.varint(index.value());
    to.varint(sender.person.value());
    to.varint(sender.applied.value());
    to.varint(sender.bytes);
    to.varint(sender.work);
    to.varint(sender.pages);
    put(to, sender.gestures);
    to.varint(sender.waiting ? 1 + sender.queue.size() : 0);
    if (!sender.waiting) return;
    put_message(to, encode(sender.waiting->message), sender.waiting->authority);
    for (const auto& queued : sender.queue)
        put_message(to, queued.bytes, queued.authority);
}

void put(wire::Writer& to, PageId id, const Page& page) {
    Identity::put(to, id);
    put_register<PageNameField>(to, page.name);
    put_register<DepthField>(to, page.order);
    put_register<BackgroundField>(to, page.background);
    put(to, page.deletions);
    to.varint(page.clearings.size());
    for (const auto& clearing : page.clearings) {
        put(to, clearing.by);
        to.varint(clearing.seen.size());
        for (const auto& [sender, number] : clearing.seen)
            Identity::put(to, OperationId{sender, number});
    }
}

/// Contents are marked by the type of the operation that makes them.
void put(wire::Writer& to, const Content& content) {
    std::visit(base::Overloaded{
                   [&](const Stroke& stroke) {
                       to.u8(BeginStroke::type);
                       wire::U8::put(to, stroke.tool);
                       wire::U8::put(to, stroke.ended);
                       PointsField::put(to, stroke.points);
                   },
                   [&](const Shape& shape) {
                       to.u8(AddShape::type);
                       wire::U8::put(to, shape.kind);
                       PlaceOnBoard::put(to, shape.extent);
                   },
                   [&](const Label& label) {
                       to.u8(AddLabel::type);
                       wire::U8::put(to, label.kind);
                       PlaceOnBoard::put(to, label.extent);
                       put_register<TextField>(to, label.text);
                   },
                   [&](const Picture& picture) {
                       to.u8(AddImage::type);
                       PlaceOnBoard::put(to, picture.extent);
                       ImageFields::put(to, picture.image);
                   },
               },
               content);
}

void put(wire::Writer& to, ObjectId id, const Object& object) {
    Identity::put(to, id);
    Identity::put(to, object.page);
    put(to, object.content);
    put_register<TransformFields>(to, object.transform);
    put_register<StyleFields>(to, object.style);
    put_register<DepthField>(to, object.depth);
    put(to, object.deletions);
}

} // namespace

base::Bytes encode_snapshot(const Board& board) {
    const auto& state = board.state();
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.u8(detail::snapshot_format);
    to.varint(board.rules().undo_gestures);
    to.u8(state.full ? 1 : 0);
    to.varint(state.senders.size());
    for (const auto& [index, sender] : state.senders)
        to.together([&] { put(to, index, sender); });
    to.varint(state.canvas.pages().size());
    for (const auto& [id, page] : state.canvas.pages())
        to.together([&] { put(to, id, page); });
    to.varint(state.canvas.objects().size());
    for (const auto& [id, object] : state.canvas.objects())
        to.together([&] { put(to, id, object); });
    return bytes;
}

} // namespace plenum::board
