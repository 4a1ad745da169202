// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/node_under_test.h"

/// A node of the simplest make that keeps the contract: no keys (each join only counts
/// as an epoch), no reconnecting, everything readable. It shows that
/// the world drives a conference and that a broken promise, planted here, is caught on its way through the world.
namespace plenum::sim {

/// Promises that a fake node breaks.
struct FakeFaults {
    /// Endpoints hand every so many-th message to the application twice; 0 never.
    std::uint64_t repeat_every{0};
    /// Relays swallow every so many-th reliable message.
    std::uint64_t swallow_every{0};
    /// Endpoints flip a bit in every so many-th message.
    std::uint64_t alter_every{0};
    /// Endpoints sit on real-time messages for this long before they hand them out.
    base::Duration hold_voice{};
    /// Relays tell each member another entry at this position.
    std::uint64_t fork_at{0};
    /// Endpoints ask to be woken at once, always.
    bool spin{false};
    /// Relays forget those who come.
    bool ignore_joins{false};
};

[[nodiscard]] NodeFactory fake_nodes(const FakeFaults& faults);

inline constexpr base::FlowId fake_voice{1};
inline constexpr base::FlowId fake_chat{3};
inline constexpr base::Duration fake_voice_loss_delay = base::Duration{std::chrono::milliseconds{200}};

} // namespace plenum::sim
