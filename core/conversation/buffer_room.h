// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace plenum::conversation {

/// What a flow's senders may publish, for the room that its messages take while they wait.
struct FlowRate {
    /// Of one sender.
    std::uint32_t rate_hz{1};
    std::uint32_t message_bytes_max{0};
    /// Who may send at once.
    std::size_t senders{0};
};

/// How much may wait at once.
struct BufferRoom {
    std::size_t messages{0};
    std::size_t bytes{0};
};

/// Room for all that may arrive within `hold` of one another, as MCP sizes its buffers from flow specs.
[[nodiscard]] BufferRoom estimate_room(std::span<const FlowRate> flows, base::Duration hold);

} // namespace plenum::conversation
