// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <chrono>
#include <compare>

/// The name of a round, and its times from the countdown to the result.
namespace plenum::target {

/// Since the round began.
using RoundTime = std::chrono::milliseconds;

/// A round is named by who started it, and when. That is also the seed of everything in it.
struct RoundId {
    base::ConferenceTime start{};
    base::MemberIndex starter{};
    friend auto operator<=>(const RoundId&, const RoundId&) = default;
};

/// From the start button to the first target.
inline constexpr RoundTime countdown{3000};
inline constexpr RoundTime round_length{90'000};
/// Shots that are still under way arrive within it; then the result is final.
inline constexpr RoundTime result_delay{1500};

} // namespace plenum::target
