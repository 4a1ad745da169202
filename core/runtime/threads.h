// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plenum::runtime {

/// Names the calling thread for debuggers, `top -H` and profilers; cut after 15 bytes (Linux' bound).
void name_thread(std::string_view name);

/// What a thread does, most urgent first (push-pull, Figures 4 and 10: whoever passes data on comes before sound,
/// sound before pictures, and tables are kept up behind all of them). Threads of no such work are left as they are.
enum class ThreadWork : std::uint8_t {
    delivery = 1, ///< a node's loop: receives, passes on and sends everybody's data
    sound = 2,
    pictures = 3,
};

/// What the system gave.
enum class Standing : std::uint8_t {
    real_time = 1, ///< before all ordinary threads (SCHED_RR)
    preferred = 2, ///< a larger share beside them (nice)
    ordinary = 3,
};

/// Puts the calling thread where its work belongs, or as near as the system allows: real time needs CAP_SYS_NICE or an
/// RLIMIT_RTPRIO, preference an RLIMIT_NICE. Everything works without, but data waits longer while the machine is busy.
/// Threads and processes that it starts begin as ordinary ones.
Standing raise_thread_priority(ThreadWork work);
/// "real_time", "preferred", "ordinary".
[[nodiscard]] std::string_view name_of(Standing standing);
/// One sentence for a log: what that means, and what to do about it.
[[nodiscard]] std::string explain(Standing standing);

} // namespace plenum::runtime
