// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/socket_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace plenum::runtime {

namespace {

constexpr std::size_t mapped_prefix_bytes = 12;

} // namespace

bool is_v4(const base::Address& address) {
    const auto prefix = base::Address::v4(0, 0, 0, 0, 0).ip;
    return std::equal(prefix.begin(), prefix.begin() + mapped_prefix_bytes, address.ip.begin());
}

bool is_any(const base::Address& address) {
    const auto first = is_v4(address) ? address.ip.begin() + mapped_prefix_bytes : address.ip.begin();
    return std::all_of(first, address.ip.end(), [](auto byte) { return byte == 0; });
}

std::optional<SocketAddress> to_socket_address(const base::Address& address, int family) {
    SocketAddress result;
    if (family == AF_INET) {
        if (!is_v4(address)) return std::nullopt;
        sockaddr_in inner{};
        inner.sin_family = AF_INET;
        inner.sin_port = htons(address.port);
        std::memcpy(&inner.sin_addr, address.ip.data() + mapped_prefix_bytes, sizeof inner.sin_addr);
        std::memcpy(&result.storage, &inner, sizeof inner);
        result.size = sizeof inner;
        return result;
    }
    sockaddr_in6 inner{};
    inner.sin6_family = AF_INET6;
    inner.sin6_port = htons(address.port);
    std::memcpy(&inner.sin6_addr, address.ip.data(), sizeof inner.sin6_addr);
    std::memcpy(&result.storage, &inner, sizeof inner);
    result.size = sizeof inner;
    return result;
}

std::optional<base::Address> from_socket_address(const sockaddr* address) {
    if (address->sa_family == AF_INET) {
        sockaddr_in inner{};
        std::memcpy(&inner, address, sizeof inner);
        auto result = base::Address::v4(0, 0, 0, 0, ntohs(inner.sin_port));
        std::memcpy(result.ip.data() + mapped_prefix_bytes, &inner.sin_addr, sizeof inner.sin_addr);
        return result;
    }
    if (address->sa_family == AF_INET6) {
        sockaddr_in6 inner{};
        std::memcpy(&inner, address, sizeof inner);
        base::Address result;
        result.port = ntohs(inner.sin6_port);
        std::memcpy(result.ip.data(), &inner.sin6_addr, sizeof inner.sin6_addr);
        return result;
    }
    return std::nullopt;
}

std::string host_text(const base::Address& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (is_v4(address))
        ::inet_ntop(AF_INET, address.ip.data() + mapped_prefix_bytes, text.data(), text.size());
    else
        ::inet_ntop(AF_INET6, address.ip.data(), text.data(), text.size());
    return text.data();
}

std::string to_text(const base::Address& address) {
    const auto host = host_text(address);
    const auto port = std::to_string(address.port);
    return is_v4(address) ? host + ":" + port : "[" + host + "]:" + port;
}

std::optional<base::Address> parse_address(std::string_view host, std::uint16_t port) {
    const std::string text{host};
    auto result = base::Address::v4(0, 0, 0, 0, port);
    if (::inet_pton(AF_INET, text.c_str(), result.ip.data() + mapped_prefix_bytes) == 1) return result;
    if (::inet_pton(AF_INET6, text.c_str(), result.ip.data()) == 1) return result;
    return std::nullopt;
}

} // namespace plenum::runtime
