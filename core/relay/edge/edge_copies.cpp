// SPDX-License-Identifier: Apache-2.0
#include "core/relay/edge/edge_copies.h"

#include "core/flow/stream_id.h"

namespace plenum::node {

using wire::RelayedFragmentFrame;

void EdgeCopies::add(RelaySession& receiver, wire::Shim shim) {
    const auto slot = receiver.peer.edge->slot();
    const auto block = static_cast<std::uint8_t>(slot / RelayedFragmentFrame::block_slots);
    const auto place = slot % RelayedFragmentFrame::block_slots;
    auto& copy = copies_.try_emplace({receiver.peer.edge->edge(), block}, Copy{&receiver, {}, {}}).first->second;
    if (!shim.empty()) copy.shim = std::move(shim);
    if (receiver.index < copy.carrier->index) copy.carrier = &receiver;
    if (copy.receivers.size() <= place / 8) copy.receivers.resize(place / 8 + 1);
    copy.receivers[place / 8] = static_cast<std::uint8_t>(copy.receivers[place / 8] | 1U << place % 8);
}

void EdgeCopies::send(const Message& message, SessionTable& sessions, base::LocalTime now) const {
    const auto tag = flow::tag_of({message.fragment.flow, message.fragment.sender});
    for (const auto& [edge, copy] : copies_) {
        const auto frame = link::encode_fragment(RelayedFragmentFrame{
            edge.second, copy.receivers, message.priority, message.awaited, message.remaining, message.fragment});
        std::ignore = copy.carrier->link.send_fragment({frame, message.priority, now + message.remaining,
                                                        message.fragment.flags, tag, message.awaited, true, copy.shim},
                                                       now);
        sessions.touch(*copy.carrier);
    }
}

std::vector<std::uint32_t> slots_of(const RelayedFragmentFrame& frame) {
    std::vector<std::uint32_t> slots;
    const auto first = frame.block * static_cast<std::uint32_t>(RelayedFragmentFrame::block_slots);
    for (std::size_t place = 0; place < frame.receivers.size() * 8; ++place)
        if ((frame.receivers[place / 8] >> place % 8 & 1) != 0)
            slots.push_back(first + static_cast<std::uint32_t>(place));
    return slots;
}

} // namespace plenum::node
