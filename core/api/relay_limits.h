// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"

#include <optional>

namespace plenum::node {

/// Bounds of one relay, below those of the protocol (limits::…). May change while it runs: what is beyond a lowered
/// bound stays until it goes by itself, but for histories, whose oldest go at once.
struct RelayLimits {
    /// Sessions at a time, over all and from one address. More are refused: they hear nothing.
    std::size_t sessions{base::limits::sessions_per_node_max};
    std::size_t sessions_per_address{base::limits::sessions_per_address_max};
    /// More are refused, unless one has been empty for a day.
    std::size_t conferences{base::limits::conferences_per_relay_max};
    /// Reliable messages kept per conference for those who come back, in bytes.
    std::size_t history_bytes{base::limits::conference_history_bytes_max};
    /// Voices that go on at once on a flow, beside those of its token's holders (core/tag/active_speakers.h).
    std::size_t speakers{6};
    /// A conference that nobody has been in for so long is forgotten, in time that relays ran; absent keeps it.
    std::optional<base::Duration> retention{};
};

} // namespace plenum::node
