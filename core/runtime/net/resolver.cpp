// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/resolver.h"

#include "core/runtime/net/socket_address.h"
#include "core/runtime/threads.h"

#include <netdb.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <system_error>
#include <thread>

namespace plenum::runtime {

namespace {

constexpr std::size_t addresses_max = 16;
/// RFC 1035 §2.3.4.
constexpr std::size_t host_bytes_max = 255;

std::unexpected<std::string> bad(std::string_view text, std::string_view why) {
    return std::unexpected("\"" + std::string{text} + "\" is no HOST:PORT: " + std::string{why} + ".");
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return port;
}

std::string to_sentence(const HostPort& where, int error) {
    switch (error) {
    case EAI_NONAME:
    case EAI_FAIL: return "There is no host named \"" + where.host + "\"; check the name for typing errors.";
    case EAI_AGAIN:
        return "The name \"" + where.host + "\" could not be looked up: no name server answered. Is the network up?";
    default: return "The name \"" + where.host + "\" could not be looked up: " + ::gai_strerror(error) + ".";
    }
}

} // namespace

std::expected<HostPort, std::string> parse_host_port(std::string_view text) {
    std::string_view host = text;
    std::optional<std::string_view> port_text;
    if (text.starts_with('[')) {
        const auto close = text.find(']');
        if (close == std::string_view::npos) return bad(text, "the bracket is not closed");
        host = text.substr(1, close - 1);
        const auto rest = text.substr(close + 1);
        if (!rest.empty() && rest.front() != ':') return bad(text, "after the bracket comes \":\" and the port");
        if (!rest.empty()) port_text = rest.substr(1);
        if (const auto literal = parse_address(host, 0); !literal || is_v4(*literal))
            return bad(text, "only IPv6 addresses stand in brackets");
    } else if (const auto colon = text.find(':'); colon != std::string_view::npos && colon == text.rfind(':')) {
        host = text.substr(0, colon);
        port_text = text.substr(colon + 1);
    } else if (colon != std::string_view::npos) {
        if (!parse_address(text, 0)) return bad(text, "there is more than one \":\"");
        // Of fe80::1:7700 nobody can say whether a port was meant.
        if (parse_address(text.substr(0, text.rfind(':')), 0))
            return bad(text, "it may end with a port or be an address alone; write IPv6 addresses in brackets");
    }
    const auto foreign = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '/' || c == '#'; };
    if (host.empty() || host.size() > host_bytes_max || std::any_of(host.begin(), host.end(), foreign))
        return bad(text, "the host is missing or is no name");
    const auto port = port_text ? parse_port(*port_text) : port_default;
    if (!port) return bad(text, "the port is a number from 0 to 65535");
    return HostPort{std::string{host}, *port};
}

Resolved resolve(const HostPort& where) {
    if (const auto literal = parse_address(where.host, where.port)) return std::vector{*literal};
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_DGRAM;
    addrinfo* all = nullptr;
    const auto error = ::getaddrinfo(where.host.c_str(), nullptr, &wanted, &all);
    if (error != 0) return std::unexpected(to_sentence(where, error));
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner{all, &::freeaddrinfo};
    std::vector<base::Address> result;
    for (const auto* each = all; each != nullptr && result.size() < addresses_max; each = each->ai_next) {
        auto address = from_socket_address(each->ai_addr);
        if (!address) continue;
        address->port = where.port;
        if (std::find(result.begin(), result.end(), *address) == result.end()) result.push_back(*address);
    }
    if (result.empty()) return std::unexpected(to_sentence(where, EAI_NONAME));
    return result;
}

void resolve_async(const HostPort& where, const std::function<void(Resolved)>& done) {
    if (const auto literal = parse_address(where.host, where.port)) return done(std::vector{*literal});
    // Detached, since nobody can call back getaddrinfo from its wait for a silent name server.
    try {
        std::thread{[where, done] {
            name_thread("plenum-names");
            done(resolve(where));
        }}.detach();
    } catch (const std::system_error&) {
        done(std::unexpected("The system starts no more threads, so \"" + where.host + "\" cannot be looked up."));
    }
}

} // namespace plenum::runtime
