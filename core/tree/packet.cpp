// SPDX-License-Identifier: Apache-2.0
#include "core/tree/packet.h"

#include "core/base/overloaded.h"

namespace plenum::tree {
namespace {

bool is_sound(const Packet& packet) {
    return std::visit(
        base::Overloaded{[](const SetupPacket&) { return true; }, [](const InvocationPacket&) { return true; },
                         [](const AckPacket& ack) { return ack.invocation != InvocationId{}; },
                         [](const DataPacket& data) { return data.sequence < limits::data_sequence_max; }},
        packet);
}

} // namespace

base::Bytes encode(const Packet& packet) { return wire::encode_choice(packet); }

std::optional<Packet> decode_packet(base::ByteView bytes) {
    if (bytes.size() > limits::packet_bytes_max) return std::nullopt;
    auto packet = wire::decode_choice<Packet>(bytes);
    if (!packet || !is_sound(*packet)) return std::nullopt;
    return *std::move(packet);
}

} // namespace plenum::tree
