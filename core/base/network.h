// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"

#include <compare>
#include <cstdint>

namespace plenum::base {

/// All addresses that begin alike, ports aside: what is counted together.
struct Network {
    /// The first bits, leftmost first; the rest is zero.
    std::uint64_t bits{0};
    /// How many of them count; 0 is no network.
    std::uint8_t length{0};
    bool v6{false};

    friend auto operator<=>(const Network&, const Network&) = default;
};

[[nodiscard]] bool is_v4(const Address& address);
/// What one host has to itself at least: an IPv4 address, or an IPv6 /64 (RFC 4291 §2.5.4), in which it may take any
/// of 2^64 addresses.
[[nodiscard]] Network subnet_of(const Address& address);
/// What one site has, and what is routed by itself: an IPv4 /24 or an IPv6 /48 (RFC 7454 §6.1.3, RFC 6177).
[[nodiscard]] Network site_of(const Address& address);

/// How much more than one subnet of IPv6 a whole site of them may have, which may be one person's.
inline constexpr std::uint32_t subnets_share = 4;

} // namespace plenum::base
