// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/told_stays.h"
#include "tests/sim/edge.h"
#include "tests/sim/net.h"

#include <optional>
#include <string>

namespace plenum::sim {

/// Where and how an invariant broke first.
struct Break {
    std::string what;
    std::uint64_t step{0};
    VirtualTime at{};
};

/// Relays' programs that died, by whatever, and when.
struct Kills {
    std::uint64_t all{0};
    /// With the power of the machine.
    std::uint64_t power{0};
    /// In the middle of a commit.
    std::uint64_t in_commit{0};
    /// Between a commit and its answer.
    std::uint64_t unanswered{0};
    /// While the store was being read after a start.
    std::uint64_t at_start{0};
    /// Of those in commits and starts: while something else than the write-ahead log was written.
    std::uint64_t in_checkpoint{0};
    /// While a fault of the disk lasted.
    std::uint64_t on_bad_disk{0};
};

struct Result {
    std::optional<Break> broken;
    std::uint64_t steps{0};
    VirtualTime ended_at{};
    /// From the end of the scenario until everything had converged.
    base::Duration converged_after{};
    /// Messages that got a number; were handed to applications; were given up by receivers for their age.
    std::uint64_t sent{0};
    std::uint64_t delivered{0};
    std::uint64_t discarded{0};
    std::uint64_t refused{0};
    /// Times that somebody was out of the conference without wanting to, or had to look for it again.
    std::uint64_t ended{0};
    std::uint64_t reconnects{0};
    std::size_t log_size{0};
    std::size_t queued_packets_max{0};
    std::size_t stream_bytes_max{0};
    NetworkCounters network;
    EdgeCounters edge;
    /// Faults that struck, beginnings and ends counted.
    std::uint64_t faults{0};
    /// Sentences that relays' stores had for people.
    std::uint64_t store_notices{0};
    /// Times that a relay came back with less than others had heard of, after bits had flipped, and told nobody.
    std::uint64_t lost_untold{0};
    Kills kills;
    ToldAndKept told;
    /// A disk lost what was promised; what stands on the log was not checked from then on.
    bool log_lost{false};
};

} // namespace plenum::sim
