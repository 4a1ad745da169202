// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/contest.h"

#include <cstddef>

/// The least that the system calls for the same work cost: plain UDP between processes, nothing sealed.
namespace plenum::bench {

/// Bytes of the messages whose round trip is measured.
inline constexpr std::size_t message_bytes = 64;
/// Round trips of one run, and those before it that warm caches.
inline constexpr std::size_t round_trips = 20'000;
inline constexpr std::size_t round_trips_first = 2'000;

/// Microseconds of round trips between two processes on one core.
[[nodiscard]] Run bare_round_trip();
/// The same with a third process on that core that passes each datagram on.
[[nodiscard]] Run bare_round_trip_relayed();

} // namespace plenum::bench
