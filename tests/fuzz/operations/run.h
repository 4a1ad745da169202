// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fuzz/input.h"
#include "tests/fuzz/operations/people.h"

#include <set>

namespace plenum::fuzz {

struct OperationCounts {
    std::uint64_t operations{0};
    std::uint64_t controls{0};
    std::uint64_t conferences{0};
    std::uint64_t entries{0};
    std::uint64_t datagrams{0};
    std::uint64_t restarts{0};
    /// Logs, and entries, that members gave a relay which had come back with less.
    std::uint64_t restored{0};
    std::uint64_t given{0};
    /// By the relay, and by a member's copy of the log where the relay itself would lie.
    base::EnumArray<log::Refusal, std::uint64_t> refused;

    void add(const OperationCounts& more);
};

/// One conference and all that is said in it; a failed CHECK where something does not hold.
[[nodiscard]] OperationCounts run_conference(Input& steps);

} // namespace plenum::fuzz
