// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>

namespace plenum::base {

/// Order of service, most urgent first (push-pull §4.2). In the clear in every datagram.
enum class PriorityClass : std::uint8_t {
    control = 1, ///< handshakes, acknowledgements, the control stream
    audio = 2,
    live = 3, ///< live data: cursors, game state, triggers
    video = 4,
    board = 5,
    chat = 6,
    bulk = 7,
};

/// What a flow's messages are, so that an application knows what it was handed.
enum class FlowKind : std::uint8_t {
    audio = 1,
    video = 2, ///< of whoever sends it: a camera
    chat = 3,
    board = 4, ///< what is drawn on a whiteboard
    live = 5,
    bulk = 6,
    screen = 7, ///< pictures of what somebody shows: a screen or a window
    /// Pieces of a camera's frames on their way to the host that receives a camera cluster, and their acknowledgements:
    /// two-party, repaired and paced by the frame transport (core/cluster).
    capture = 8,
};

/// Quality a flow asks for (MCP, "Transport Layer Implementation").
struct FlowSpec {
    FlowKind kind{FlowKind::live};
    PriorityClass priority{PriorityClass::bulk};
    /// δ: the delay within which a message should arrive.
    Duration desired_delay{};
    /// λ: past it a message is worth nothing and is discarded; absent = ∞, the flow is reliable and in order.
    std::optional<Duration> loss_delay;
    /// Messages a second, as sent; sizes queues. At least 1.
    std::uint32_t rate_hz{1};
    /// Largest message in bytes.
    std::uint32_t message_bytes_max{0};
    /// Share of messages, per mille, that may be lost without harm.
    std::uint16_t error_tolerance_permille{0};

    [[nodiscard]] bool reliable() const { return !loss_delay.has_value(); }
    friend bool operator==(const FlowSpec&, const FlowSpec&) = default;
};

} // namespace plenum::base
