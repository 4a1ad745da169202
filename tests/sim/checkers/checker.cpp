// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/checker.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

std::uint64_t checksum_of(base::ByteView bytes) {
    constexpr std::uint64_t prime = 0x100000001b3U;
    std::uint64_t sum = 0xcbf29ce484222325U ^ bytes.size();
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        for (auto index = at; index < std::min(at + 8, bytes.size()); ++index)
            word = word << 8 | bytes[index];
        sum = (sum ^ word) * prime;
        sum ^= sum >> 29;
    }
    return sum;
}

std::string to_text(Session session) {
    return fmt::format("node {}, session {}", session.node.value(), session.number);
}

} // namespace plenum::sim
