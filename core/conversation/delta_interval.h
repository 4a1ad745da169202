// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <expected>
#include <optional>
#include <span>
#include <vector>

/// Where Δ may lie (MCP, "Delta-Causality").
///
/// Δ1 is the largest δ of the conversation's flows, Δ2 the smallest finite λ. A message waits for those it depends on
/// until Δ after it was sent: shorter than Δ1 + 2ε, and what arrives as it should would come too late to be waited for;
/// Δ2 or longer, and what was waited for is worth nothing any more.
namespace plenum::conversation {

/// What a context can say of Δ. An interval that holds no multiple of it counts as empty.
inline constexpr base::Duration delta_step = std::chrono::milliseconds{4};
/// Δ2 where every λ is infinite: longer than people wait for a word before they ask.
inline constexpr base::Duration delta_max = std::chrono::seconds{2};

struct FlowDelays {
    base::FlowId flow{};
    /// δ.
    base::Duration desired{};
    /// λ; absent is ∞.
    std::optional<base::Duration> loss;
};

/// Both ends are multiples of `delta_step`, and both may be chosen.
struct DeltaInterval {
    base::Duration least{};
    base::Duration most{};

    /// The Δ that covers delays of `measured` if one does, else the nearest.
    [[nodiscard]] base::Duration choose(base::Duration measured) const;
    friend bool operator==(const DeltaInterval&, const DeltaInterval&) = default;
};

/// No Δ fits. Taking out all of either list, or changing their delays, makes room.
struct NoDeltaInterval {
    /// Δ1 + 2ε and Δ2.
    base::Duration least{};
    base::Duration most{};
    /// Flows whose δ + 2ε leaves nothing below Δ2.
    std::vector<base::FlowId> too_slow;
    /// Flows whose λ leaves nothing above Δ1 + 2ε.
    std::vector<base::FlowId> too_strict;
};

/// `clock_error` is ε, the largest error of anyone's conference time. Without flows: from 2ε to `delta_max`.
[[nodiscard]] std::expected<DeltaInterval, NoDeltaInterval> negotiate(std::span<const FlowDelays> flows,
                                                                      base::Duration clock_error);

} // namespace plenum::conversation
