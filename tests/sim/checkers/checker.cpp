// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/checker.h"

#include <fmt/format.h>

namespace plenum::sim {

std::uint64_t checksum_of(base::ByteView bytes) {
    std::uint64_t sum = 0xcbf29ce484222325U;
    for (const auto byte : bytes)
        sum = (sum ^ byte) * 0x100000001b3U;
    return sum;
}

std::string to_text(Session session) {
    return fmt::format("node {}, session {}", session.node.value(), session.number);
}

} // namespace plenum::sim
