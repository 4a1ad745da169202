// SPDX-License-Identifier: Apache-2.0
#include "core/file/messages.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::file {
namespace {

bool is_sound(const Range& range) {
    return range.count > 0 && range.first < limits::pieces_max && range.count <= limits::pieces_max - range.first;
}

bool is_sound(const Message& message) {
    return std::visit(
        base::Overloaded{[](const Want& want) {
                             return want.from.value() > 0 &&
                                    std::ranges::all_of(want.missing, [](const Range& each) { return is_sound(each); });
                         },
                         [](const Unavailable& answer) { return answer.to.value() > 0; },
                         [](const Have& answer) { return answer.to.value() > 0; },
                         [](const Piece& piece) { return !piece.bytes.empty() && piece.number < limits::pieces_max; },
                         [](const auto&) { return true; }},
        message);
}

} // namespace

base::Bytes encode(const Message& message) { return wire::encode_choice(message); }

std::optional<Message> decode(base::ByteView bytes) {
    if (bytes.size() > limits::piece_message_bytes_max) return std::nullopt;
    auto message = wire::decode_choice<Message>(bytes);
    if (!message || !is_sound(*message)) return std::nullopt;
    return *std::move(message);
}

} // namespace plenum::file
