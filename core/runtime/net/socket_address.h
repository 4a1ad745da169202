// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"

#include <sys/socket.h>

#include <optional>
#include <string>
#include <string_view>

namespace plenum::runtime {

/// An `Address` as the system has it.
struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t size{0};

    [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
    [[nodiscard]] sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

/// Whether it stands for an IPv4 address (::ffff:0:0/96).
[[nodiscard]] bool is_v4(const base::Address& address);
/// Whether it is 0.0.0.0 or ::.
[[nodiscard]] bool is_any(const base::Address& address);
/// For a socket of `family` (AF_INET or AF_INET6); nullopt for an IPv6 address on an AF_INET socket.
[[nodiscard]] std::optional<SocketAddress> to_socket_address(const base::Address& address, int family);
/// nullopt for other families than AF_INET and AF_INET6.
[[nodiscard]] std::optional<base::Address> from_socket_address(const sockaddr* address);

/// `192.0.2.1:7700` or `[2001:db8::1]:7700`.
[[nodiscard]] std::string to_text(const base::Address& address);
/// Without the port and without brackets.
[[nodiscard]] std::string host_text(const base::Address& address);
/// A literal address without brackets; nullopt for a name.
[[nodiscard]] std::optional<base::Address> parse_address(std::string_view host, std::uint16_t port);

} // namespace plenum::runtime
