// SPDX-License-Identifier: Apache-2.0
#include "core/base/network.h"

#include <algorithm>

namespace plenum::base {
namespace {

constexpr std::array<std::uint8_t, 12> v4_mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

Network network_of(const Address& address, std::uint8_t v4_length, std::uint8_t v6_length) {
    const bool v4 = is_v4(address);
    const std::uint8_t length = v4 ? v4_length : v6_length;
    const std::size_t first = v4 ? v4_mapped.size() : 0;
    Network network{0, length, !v4};
    for (std::size_t i = 0; i < length / 8U; ++i)
        network.bits |= std::uint64_t{address.ip[first + i]} << (56 - 8 * i);
    return network;
}

} // namespace

bool is_v4(const Address& address) { return std::equal(v4_mapped.begin(), v4_mapped.end(), address.ip.begin()); }
Network subnet_of(const Address& address) { return network_of(address, 32, 64); }
Network site_of(const Address& address) { return network_of(address, 24, 48); }

} // namespace plenum::base
