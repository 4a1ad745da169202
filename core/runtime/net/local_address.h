// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace plenum::runtime {

/// The address of this machine that others of its network reach it at: that of the interface of the default route, else
/// of any interface that is up, else the loopback. Asks the routing table; sends nothing. Port 0.
[[nodiscard]] base::Address local_address();

/// That from which datagrams to `there` leave; nullopt where there is no way. Port 0.
[[nodiscard]] std::optional<base::Address> local_address_towards(const base::Address& there);

/// All addresses of interfaces that are up, without the loopback and without those that need the interface's name
/// (fe80::/10). Port 0.
[[nodiscard]] std::vector<base::Address> local_addresses();

/// Whether a relay could listen there now, over IPv6 and IPv4 where the system has both.
[[nodiscard]] bool is_udp_port_free(std::uint16_t port);

/// From where an address can be reached.
enum class AddressScope : std::uint8_t {
    machine = 1,  ///< 127.0.0.0/8, ::1
    network = 2,  ///< link-local (RFC 3927, RFC 4291 §2.5.6) or private (RFC 1918, RFC 4193)
    provider = 3, ///< 100.64.0.0/10 (RFC 6598): behind a translator of the provider
    global = 4,
};
[[nodiscard]] AddressScope scope_of(const base::Address& address);

} // namespace plenum::runtime
