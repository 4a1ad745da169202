// SPDX-License-Identifier: Apache-2.0
// HOST:PORT as people and settings give it.
#include "core/base/check.h"
#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"
#include "tests/fuzz/bodies.h"

namespace plenum::fuzz {

void run_addresses(base::ByteView input) {
    const auto text = base::to_text(input);
    const auto where = runtime::parse_host_port(text);
    if (!where) {
        CHECK(!where.error().empty());
    } else {
        CHECK(!where->host.empty() && where->host.size() <= 255);
        const auto literal = runtime::parse_address(where->host, where->port);
        CHECK(literal.has_value() || where->host.find(':') == std::string::npos);
        if (literal) {
            // What is no name is looked up nowhere.
            CHECK(runtime::resolve(*where) == runtime::Resolved{std::vector{*literal}});
            std::size_t told = 0;
            runtime::resolve_async(*where, [&](const runtime::Resolved& found) {
                told += found == runtime::Resolved{std::vector{*literal}} ? 1 : 2;
            });
            CHECK(told == 1);
        }
        const auto again = runtime::parse_host_port(literal ? runtime::to_text(*literal)
                                                            : where->host + ":" + std::to_string(where->port));
        CHECK(again && again->port == where->port);
        if (literal)
            CHECK(runtime::parse_address(again->host, again->port) == literal);
        else
            CHECK(again->host == where->host);
    }
    if (const auto literal = runtime::parse_address(text, 7700)) {
        CHECK(literal->port == 7700);
        const auto again = runtime::parse_address(runtime::host_text(*literal), 7700);
        CHECK(again && *again == *literal);
    }
}

std::vector<base::Bytes> addresses_seeds() {
    std::vector<base::Bytes> seeds;
    for (const std::string_view text : {"relay.example:7700", "192.0.2.1", "[2001:db8::1]:7700", "::1", "[::1]", "h:",
                                        "::ffff:192.0.2.1", "[::ffff:1.2.3.4]:1", "fe80::1%eth0", "a:b:c", "h:70000"}) {
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    }
    return seeds;
}

} // namespace plenum::fuzz
