// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>

namespace plenum::base {

/// Where a datagram comes from or goes to. IPv4 stands as an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2).
/// A value only: core compares and keeps it, the runtime makes socket addresses of it.
struct Address {
    std::array<std::uint8_t, 16> ip{};
    std::uint16_t port{0};

    [[nodiscard]] static constexpr Address v4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d,
                                              std::uint16_t port) {
        return {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, b, c, d}, port};
    }
    friend auto operator<=>(const Address&, const Address&) = default;
};

} // namespace plenum::base
