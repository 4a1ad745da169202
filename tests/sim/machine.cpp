// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/machine.h"

namespace plenum::sim {

base::Address address_of(NodeIndex node, std::uint16_t port) {
    const auto number = node.value() + 1;
    return base::Address::v4(10, 0, static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number), port);
}

std::optional<NodeIndex> node_at(const base::Address& address, std::uint32_t nodes) {
    const auto number = std::uint32_t{address.ip[14]} << 8 | address.ip[15];
    if (number == 0 || number > nodes) return std::nullopt;
    const NodeIndex node{number - 1};
    if (address_of(node, address.port) != address) return std::nullopt;
    return node;
}

base::Seed draw_seed(base::Random& random) {
    base::Seed seed;
    for (std::size_t at = 0; at < seed.bytes.size(); at += 8) {
        auto word = random.next();
        for (std::size_t index = at; index < at + 8; ++index, word >>= 8) {
            seed.bytes[index] = static_cast<std::uint8_t>(word);
        }
    }
    return seed;
}

} // namespace plenum::sim
