// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/checker.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace plenum::sim {

std::uint64_t checksum_of(base::ByteView bytes) {
    constexpr std::uint64_t prime = 0x100000001b3U;
    std::uint64_t sum = 0xcbf29ce484222325U ^ bytes.size();
    const auto mix = [&](std::uint64_t word) {
        sum = (sum ^ word) * prime;
        sum ^= sum >> 29;
    };
    // The same word whatever the machine's order of bytes.
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        mix(std::endian::native == std::endian::little ? std::byteswap(word) : word);
    }
    std::uint64_t rest = 0;
    for (const auto byte : bytes)
        rest = rest << 8 | byte;
    if (!bytes.empty()) mix(rest);
    return sum;
}

std::string to_text(Session session) {
    return fmt::format("node {}, session {}", session.node.value(), session.number);
}

} // namespace plenum::sim
