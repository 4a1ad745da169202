// SPDX-License-Identifier: Apache-2.0
#include "core/board/operations.h"

#include <algorithm>

namespace plenum::board {
namespace {

template <class Tag>
bool names_something(Id<Tag> id) {
    return id.number.value() > 0;
}
bool names_something(PageId id) { return id.number.value() > 0 || id == first_page; }
/// Screens have neither names nor places among the pages.
bool names_changeable(PageId id) { return names_something(id) && !is_screen(id); }
bool names_changeable(ObjectId id) { return names_something(id); }

bool has_content(const BeginStroke& stroke) { return stroke.points.count > 0; }
bool has_content(const AppendPoints& part) { return part.points.count > 0 || part.ended; }
bool has_content(const ClearPage& clear) {
    return std::ranges::all_of(clear.seen, [](OperationId each) { return names_something(each); }) &&
           std::ranges::adjacent_find(clear.seen, std::greater_equal{}, &OperationId::sender) == clear.seen.end();
}
bool has_content(const auto&) { return true; }

template <class T>
bool is_sound(const T& operation) {
    bool sound = has_content(operation);
    if constexpr (requires { operation.version; }) sound = sound && operation.version.value() > 0;
    if constexpr (requires { operation.on; }) sound = sound && names_changeable(operation.on);
    if constexpr (requires { operation.page; }) sound = sound && names_something(operation.page);
    if constexpr (requires { operation.object; }) sound = sound && names_something(operation.object);
    return sound;
}

} // namespace

base::Bytes encode(const Message& message) {
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.together([&] {
        to.u8(Message::format);
        to.varint(message.first.value());
        to.varint(message.gesture.value());
        for (const auto& operation : message.operations)
            wire::put_choice(to, operation);
    });
    return bytes;
}

std::expected<Message, Refusal> decode_message(base::ByteView bytes) {
    const std::unexpected malformed{Refusal::malformed};
    if (bytes.size() > limits::message_bytes_max) return malformed;
    wire::Reader from{bytes};
    if (from.u8() != Message::format) return malformed;
    Message message;
    wire::Varint::get(from, message.first);
    wire::Varint::get(from, message.gesture);
    while (from.ok() && !from.at_end()) {
        if (message.operations.size() == limits::message_operations_max) return malformed;
        if (!wire::get_choice(from, message.operations.emplace_back())) return malformed;
    }
    if (!from.ok() || message.operations.empty()) return malformed;
    if (!std::ranges::all_of(message.operations, [](const Operation& operation) {
            return std::visit([](const auto& each) { return is_sound(each); }, operation);
        }))
        return malformed;
    return message;
}

bool names_screen(const Operation& operation) {
    return std::visit(
        [](const auto& each) {
            if constexpr (requires { each.page; }) return is_screen(each.page);
            return false;
        },
        operation);
}

std::size_t encoded_size(const Operation& operation) { return wire::encode_choice(operation).size(); }

} // namespace plenum::board
