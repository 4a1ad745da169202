// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// How likely habits do one thing or another, in a million.
namespace plenum::sim {

inline constexpr std::uint32_t half_ppm = 500'000;
inline constexpr std::uint32_t quarter_ppm = 250'000;
inline constexpr std::uint32_t seldom_ppm = 200'000;

} // namespace plenum::sim
