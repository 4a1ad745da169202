// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::runtime {

inline constexpr std::uint16_t port_default = 7700;

struct HostPort {
    /// A name or a literal address without brackets.
    std::string host;
    std::uint16_t port{0};
};

/// HOST:PORT, HOST alone meaning port_default; an IPv6 address with a port stands in brackets. Errors are a sentence.
[[nodiscard]] std::expected<HostPort, std::string> parse_host_port(std::string_view text);

/// At least one address, in the order to try them (RFC 6724, as the system sorts), or a sentence.
using Resolved = std::expected<std::vector<base::Address>, std::string>;

/// Waits for name servers, up to half a minute where they are silent.
[[nodiscard]] Resolved resolve(const HostPort& where);

/// At once for a literal address, else on a thread of its own. `done` is called once, on the calling thread or that
/// one, possibly after everything else is gone: it must own what it uses.
void resolve_async(const HostPort& where, const std::function<void(Resolved)>& done);

} // namespace plenum::runtime
