// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/frame_messages.h"

namespace plenum::cluster {
namespace {

bool is_sound(const FramePiece& piece) { return !piece.bytes.empty() && piece.left < limits::pieces_per_frame_max; }

bool is_sound(const FrameAck& ack) {
    auto above = wire::varint_max + 1;
    for (const auto& range : ack.received) {
        if (range.last < range.first || range.last >= above) return false;
        above = range.first;
    }
    return true;
}

} // namespace

base::Bytes encode(const FrameMessage& message) { return wire::encode_choice(message); }

std::optional<FrameMessage> decode_frame_message(base::ByteView bytes) {
    if (bytes.size() > limits::frame_message_bytes_max) return std::nullopt;
    auto message = wire::decode_choice<FrameMessage>(bytes);
    if (!message || !std::visit([](const auto& each) { return is_sound(each); }, *message)) return std::nullopt;
    return *std::move(message);
}

} // namespace plenum::cluster
