// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/buffer_room.h"

namespace plenum::conversation {

BufferRoom estimate_room(std::span<const FlowRate> flows, base::Duration hold) {
    BufferRoom room;
    for (const auto& flow : flows) {
        // One more than fits the time, of each: both ends count.
        const auto each = static_cast<std::size_t>(hold * flow.rate_hz / std::chrono::seconds{1}) + 1;
        room.messages += each * flow.senders;
        room.bytes += each * flow.senders * flow.message_bytes_max;
    }
    return room;
}

} // namespace plenum::conversation
