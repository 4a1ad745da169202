// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/local_address.h"
#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"
#include "core/runtime/net/udp_socket.h"

#include <gtest/gtest.h>

#include <future>

namespace plenum::runtime {
namespace {

TEST(SocketAddress, goes_to_the_system_and_back) {
    const auto four = base::Address::v4(192, 0, 2, 1, 7700);
    const auto six = *parse_address("2001:db8::1", 443);
    for (const auto& [address, family] : {std::pair{four, AF_INET}, {four, AF_INET6}, {six, AF_INET6}}) {
        const auto system = to_socket_address(address, family);
        ASSERT_TRUE(system.has_value());
        EXPECT_EQ(system->get()->sa_family, family);
        EXPECT_EQ(from_socket_address(system->get()), address);
    }
    EXPECT_FALSE(to_socket_address(six, AF_INET).has_value());
}

TEST(SocketAddress, reads_as_people_write_it) {
    EXPECT_EQ(to_text(base::Address::v4(192, 0, 2, 1, 7700)), "192.0.2.1:7700");
    EXPECT_EQ(to_text(*parse_address("2001:db8::1", 7700)), "[2001:db8::1]:7700");
    EXPECT_FALSE(parse_address("example.org", 1).has_value());
    EXPECT_FALSE(parse_address("192.0.2.256", 1).has_value());
}

TEST(SocketAddress, knows_the_addresses_that_mean_any) {
    EXPECT_TRUE(is_any({}));
    EXPECT_TRUE(is_any(base::Address::v4(0, 0, 0, 0, 7700)));
    EXPECT_FALSE(is_any(base::Address::v4(127, 0, 0, 1, 0)));
    EXPECT_FALSE(is_any(*parse_address("::1", 0)));
    EXPECT_FALSE(is_v4(*parse_address("::1", 0)));
}

TEST(HostPort, is_read_in_every_form) {
    const auto expect = [](std::string_view text, std::string_view host, std::uint16_t port) {
        const auto parsed = parse_host_port(text);
        ASSERT_TRUE(parsed.has_value()) << parsed.error();
        EXPECT_EQ(parsed->host, host);
        EXPECT_EQ(parsed->port, port);
    };
    expect("relay.example:4433", "relay.example", 4433);
    expect("relay.example", "relay.example", port_default);
    expect("192.0.2.1:0", "192.0.2.1", 0);
    expect("[2001:db8::1]:7701", "2001:db8::1", 7701);
    expect("[::1]", "::1", port_default);
    expect("::1", "::1", port_default);
    expect("2001:db8::1", "2001:db8::1", port_default);
    expect("h:65535", "h", 65535);
}

TEST(HostPort, is_refused_with_a_sentence) {
    for (const auto* text : {"", ":7700", "h:", "h:65536", "h:-1", "h:7 ", "h:0x10", "[::1", "[::1]7700", "[h]:1",
                             "a:b:c", "two words:7700", "h/path:7700", "::1:7700", "2001:db8::1:7"}) {
        const auto parsed = parse_host_port(text);
        ASSERT_FALSE(parsed.has_value()) << text;
        EXPECT_TRUE(parsed.error().starts_with("\"" + std::string{text} + "\" is no HOST:PORT: ")) << parsed.error();
        EXPECT_TRUE(parsed.error().ends_with("."));
    }
}

TEST(Resolver, answers_for_literal_addresses_at_once_on_the_same_thread) {
    std::optional<Resolved> answer;
    resolve_async({"192.0.2.9", 7}, [&](Resolved resolved) { answer = std::move(resolved); });
    ASSERT_TRUE(answer.has_value());
    ASSERT_TRUE(answer->has_value());
    EXPECT_EQ(answer->value(), std::vector{base::Address::v4(192, 0, 2, 9, 7)});
}

TEST(Resolver, finds_this_machine_by_name_on_a_thread_of_its_own) {
    const auto answer = std::make_shared<std::promise<Resolved>>();
    auto resolved = answer->get_future();
    resolve_async({"localhost", 7700}, [answer](Resolved found) { answer->set_value(std::move(found)); });
    const auto found = resolved.get();
    ASSERT_TRUE(found.has_value()) << found.error();
    const auto is_loopback = [](const base::Address& address) {
        return address == base::Address::v4(127, 0, 0, 1, 7700) || address == *parse_address("::1", 7700);
    };
    EXPECT_TRUE(std::all_of(found->begin(), found->end(), is_loopback));
}

TEST(Resolver, tells_in_a_sentence_what_it_cannot_find) {
    // RFC 6761 §6.4: never exists. Without a network the sentence is another, still with the name.
    const auto found = resolve({"nobody.invalid", 1});
    ASSERT_FALSE(found.has_value());
    EXPECT_NE(found.error().find("\"nobody.invalid\""), std::string::npos);
    EXPECT_TRUE(found.error().ends_with(".") || found.error().ends_with("?"));
}

TEST(LocalAddress, all_of_them_can_be_listened_on_and_the_loopback_is_none) {
    for (const auto& address : local_addresses()) {
        EXPECT_NE(scope_of(address), AddressScope::machine) << to_text(address);
        EXPECT_TRUE(UdpSocket::open({.bind = address}).has_value()) << to_text(address);
    }
}

TEST(LocalAddress, from_where_it_is_reached_is_seen_by_its_prefix) {
    const auto scope = [](const char* text) { return scope_of(parse_address(text, 0).value()); };
    for (const auto* text : {"127.0.0.1", "127.9.9.9", "::1"})
        EXPECT_EQ(scope(text), AddressScope::machine) << text;
    for (const auto* text :
         {"10.1.2.3", "172.16.0.1", "172.31.255.1", "192.168.0.1", "169.254.3.4", "fd00::1", "fe80::1"})
        EXPECT_EQ(scope(text), AddressScope::network) << text;
    for (const auto* text : {"100.64.0.1", "100.127.0.1"})
        EXPECT_EQ(scope(text), AddressScope::provider) << text;
    for (const auto* text :
         {"172.15.0.1", "172.32.0.1", "192.169.0.1", "100.63.0.1", "100.128.0.1", "8.8.8.8", "2001:db8::1"})
        EXPECT_EQ(scope(text), AddressScope::global) << text;
}

TEST(LocalAddress, a_port_is_free_while_nobody_listens_on_it) {
    std::uint16_t port = 0;
    {
        const auto socket = UdpSocket::open({.bind = {}}).value();
        port = socket.local().port;
        EXPECT_FALSE(is_udp_port_free(port));
    }
    EXPECT_TRUE(is_udp_port_free(port));
}

TEST(LocalAddress, can_be_listened_on) {
    const auto address = local_address();
    EXPECT_FALSE(is_any(address));
    EXPECT_EQ(address.port, 0);
    EXPECT_TRUE(UdpSocket::open({.bind = address}).has_value()) << to_text(address);
}

} // namespace
} // namespace plenum::runtime
