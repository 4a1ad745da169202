// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/local_address.h"

#include "core/runtime/net/descriptor.h"
#include "core/runtime/net/socket_address.h"
#include "core/runtime/net/udp_socket.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace plenum::runtime {

namespace {

/// Connecting a UDP socket chooses a route and with it a source address, and puts nothing on the line.
std::optional<base::Address> source_towards(const base::Address& target, int family) {
    const Descriptor socket{::socket(family, SOCK_DGRAM, 0)};
    const auto to = to_socket_address(target, family);
    if (!socket.valid() || !to || ::connect(socket.value(), to->get(), to->size) != 0) return std::nullopt;
    SocketAddress own;
    own.size = sizeof own.storage;
    if (::getsockname(socket.value(), own.get(), &own.size) != 0) return std::nullopt;
    auto result = from_socket_address(own.get());
    if (!result || is_any(*result)) return std::nullopt;
    result->port = 0;
    return result;
}

/// fe80::/10 means nothing without the interface, so it cannot stand in a link.
bool is_v6_link_local(const base::Address& address) { return address.ip[0] == 0xfe && (address.ip[1] & 0xc0) == 0x80; }

std::vector<base::Address> interfaces(int family) {
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner{all, &::freeifaddrs};
    std::vector<base::Address> addresses;
    for (const auto* each = all; each != nullptr; each = each->ifa_next) {
        const auto up = (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
        if (!up || each->ifa_addr == nullptr || each->ifa_addr->sa_family != family) continue;
        auto address = from_socket_address(each->ifa_addr);
        if (!address || is_v6_link_local(*address)) continue;
        address->port = 0;
        addresses.push_back(*address);
    }
    return addresses;
}

std::optional<base::Address> first_interface(int family) {
    const auto addresses = interfaces(family);
    return addresses.empty() ? std::nullopt : std::optional{addresses.front()};
}

AddressScope scope_of_v4(std::uint8_t first, std::uint8_t second) {
    if (first == 127) return AddressScope::machine;
    const bool own = first == 10 || (first == 172 && (second & 0xf0) == 16) || (first == 192 && second == 168);
    if (own || (first == 169 && second == 254)) return AddressScope::network;
    return first == 100 && (second & 0xc0) == 64 ? AddressScope::provider : AddressScope::global;
}

} // namespace

base::Address local_address() {
    // Addresses of the Internet's default route that belong to nobody (RFC 5737, RFC 3849).
    constexpr auto v4_documentation = base::Address::v4(192, 0, 2, 1, 9);
    constexpr base::Address v6_documentation{{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 9};
    if (const auto found = source_towards(v4_documentation, AF_INET)) return *found;
    if (const auto found = first_interface(AF_INET)) return *found;
    if (const auto found = source_towards(v6_documentation, AF_INET6)) return *found;
    if (const auto found = first_interface(AF_INET6)) return *found;
    return base::Address::v4(127, 0, 0, 1, 0);
}

std::optional<base::Address> local_address_towards(const base::Address& there) {
    return source_towards(there, is_v4(there) ? AF_INET : AF_INET6);
}

std::vector<base::Address> local_addresses() {
    auto addresses = interfaces(AF_INET);
    const auto v6 = interfaces(AF_INET6);
    addresses.insert(addresses.end(), v6.begin(), v6.end());
    return addresses;
}

bool is_udp_port_free(std::uint16_t port) { return UdpSocket::open({.bind = {{}, port}}).has_value(); }

AddressScope scope_of(const base::Address& address) {
    const auto& ip = address.ip;
    if (is_v4(address)) return scope_of_v4(ip[12], ip[13]);
    constexpr std::array<std::uint8_t, 16> loopback{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    if (std::ranges::equal(ip, loopback)) return AddressScope::machine;
    const bool unique_local = (ip[0] & 0xfe) == 0xfc;
    return unique_local || is_v6_link_local(address) ? AddressScope::network : AddressScope::global;
}

} // namespace plenum::runtime
