// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/contest.h"

#include <cstddef>

/// The least that the system calls for the same work cost: plain UDP between processes, nothing sealed.
namespace plenum::bench {

/// Bytes of the messages whose round trip is measured.
inline constexpr std::size_t message_bytes = 64;
/// Round trips of one run.
inline constexpr std::size_t round_trips = 20'000;

/// What makes up a round trip: one message to all receivers, of which the last answers with the same (push-pull §3.3).
struct RoundTrip {
    std::size_t bytes{message_bytes};
    /// In one process, each with a socket of its own.
    std::size_t receivers{1};
    std::size_t count{round_trips};
    /// Whether some come before those that count, to warm caches.
    bool warms{true};
    [[nodiscard]] std::size_t first() const { return warms ? count / 10 : 0; }
};

/// Microseconds of round trips between two processes on one core; to one receiver.
[[nodiscard]] Run bare_round_trip(const RoundTrip& trip = {});
/// The same with a third process on that core that passes each datagram on to all receivers.
[[nodiscard]] Run bare_round_trip_relayed(const RoundTrip& trip = {});

} // namespace plenum::bench
