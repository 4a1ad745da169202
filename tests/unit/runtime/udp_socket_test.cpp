// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/udp_socket.h"

#include "core/runtime/net/socket_address.h"

#include <gtest/gtest.h>

#include <poll.h>

#include <set>

// Built twice: with the datagram path of this build, and with the portable one.

namespace plenum::runtime {
namespace {

constexpr auto loopback = base::Address::v4(127, 0, 0, 1, 0);
constexpr base::Address loopback_v6{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 0};

UdpSocket open(const base::Address& bind, int buffer_bytes = 2 * 1024 * 1024) {
    auto socket = UdpSocket::open({.bind = bind, .buffer_bytes = buffer_bytes});
    EXPECT_TRUE(socket.has_value()) << (socket ? "" : socket.error().sentence);
    return std::move(*socket);
}

bool await(const UdpSocket& socket, short what) {
    pollfd waited{socket.descriptor(), what, 0};
    return ::poll(&waited, 1, 5000) == 1;
}

/// The next `count` datagrams that come to `socket`, each as from whom and what.
std::vector<std::pair<base::Address, base::Bytes>> take(UdpSocket& socket, std::size_t count) {
    std::vector<std::pair<base::Address, base::Bytes>> result;
    while (result.size() < count && await(socket, POLLIN))
        for (const auto& each : socket.receive())
            result.emplace_back(each.from, base::Bytes{each.bytes.begin(), each.bytes.end()});
    return result;
}

base::Bytes numbered(std::uint16_t number, std::size_t size) {
    base::Bytes bytes(size, 0x5a);
    bytes[0] = static_cast<std::uint8_t>(number >> 8);
    bytes[1] = static_cast<std::uint8_t>(number & 0xff);
    return bytes;
}

TEST(UdpSocket, tells_the_port_that_the_system_chose) {
    const auto socket = open(loopback);
    EXPECT_EQ(socket.local().ip, loopback.ip);
    EXPECT_GE(socket.local().port, 1024);
}

TEST(UdpSocket, carries_datagrams_of_all_lengths_with_their_source) {
    auto sender = open(loopback);
    auto receiver = open(loopback);
    const std::vector<std::size_t> sizes{2, 3, 1199, 1200};
    for (std::size_t i = 0; i < sizes.size(); ++i)
        sender.send({receiver.local(), numbered(static_cast<std::uint16_t>(i), sizes[i])});
    EXPECT_EQ(sender.flush(), UdpSocket::Flushed::all);
    const auto taken = take(receiver, sizes.size());
    ASSERT_EQ(taken.size(), sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        EXPECT_EQ(taken[i].first, sender.local());
        EXPECT_EQ(taken[i].second, numbered(static_cast<std::uint16_t>(i), sizes[i]));
    }
    EXPECT_EQ(sender.counters().sent, sizes.size());
    EXPECT_EQ(receiver.counters().received, sizes.size());
}

TEST(UdpSocket, carries_more_than_a_batch_in_order) {
    auto sender = open(loopback);
    auto receiver = open(loopback);
    constexpr std::uint16_t count = 3 * batch_max + 7;
    for (std::uint16_t i = 0; i < count; ++i)
        sender.send({receiver.local(), numbered(i, 64)});
    EXPECT_EQ(sender.backlog(), count);
    EXPECT_EQ(sender.flush(), UdpSocket::Flushed::all);
    EXPECT_EQ(sender.backlog(), 0U);
    const auto taken = take(receiver, count);
    ASSERT_EQ(taken.size(), count);
    for (std::uint16_t i = 0; i < count; ++i)
        EXPECT_EQ(taken[i].second, numbered(i, 64));
}

TEST(UdpSocket, gives_at_most_a_batch_at_a_time_and_nothing_when_there_is_nothing) {
    auto sender = open(loopback);
    auto receiver = open(loopback);
    EXPECT_TRUE(receiver.receive().empty());
    for (std::uint16_t i = 0; i < batch_max + 5; ++i)
        sender.send({receiver.local(), numbered(i, 8)});
    (void)sender.flush();
    ASSERT_TRUE(await(receiver, POLLIN));
    EXPECT_EQ(receiver.receive().size(), batch_max);
    EXPECT_EQ(receiver.receive().size(), 5U);
    EXPECT_TRUE(receiver.receive().empty());
}

TEST(UdpSocket, serves_both_families_on_one_socket) {
    auto both = open({});
    if (is_v4(both.local())) GTEST_SKIP() << "no IPv6 here";
    auto four = open(loopback);
    auto six = open(loopback_v6);
    four.send({{loopback.ip, both.local().port}, {4}});
    (void)four.flush();
    six.send({{loopback_v6.ip, both.local().port}, {6}});
    (void)six.flush();
    std::set<std::pair<base::Address, base::Bytes>> sources;
    for (const auto& each : take(both, 2))
        sources.insert(each);
    EXPECT_EQ(sources, (std::set<std::pair<base::Address, base::Bytes>>{{four.local(), {4}}, {six.local(), {6}}}));
    both.send({four.local(), {44}});
    both.send({six.local(), {66}});
    EXPECT_EQ(both.flush(), UdpSocket::Flushed::all);
    ASSERT_EQ(take(four, 1).size(), 1U);
    ASSERT_EQ(take(six, 1).size(), 1U);
    EXPECT_EQ(both.counters().refused, 0U);
}

TEST(UdpSocket, throws_away_what_is_longer_than_any_of_ours_and_keeps_the_rest) {
    auto sender = open(loopback);
    auto receiver = open(loopback);
    sender.send({receiver.local(), numbered(1, receive_bytes_max + 1)});
    sender.send({receiver.local(), numbered(2, receive_bytes_max)});
    (void)sender.flush();
    const auto taken = take(receiver, 1);
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(taken[0].second, numbered(2, receive_bytes_max));
    EXPECT_EQ(receiver.counters().oversized, 1U);
}

TEST(UdpSocket, goes_on_behind_a_datagram_that_cannot_be_sent) {
    auto sender = open(loopback);
    auto receiver = open(loopback);
    const auto too_long = base::Bytes(70'000);
    sender.send({receiver.local(), {1}});
    sender.send({receiver.local(), too_long});
    sender.send({receiver.local(), {3}});
    EXPECT_EQ(sender.flush(), UdpSocket::Flushed::all);
    EXPECT_EQ(sender.counters().refused, 1U);
    const auto taken = take(receiver, 2);
    ASSERT_EQ(taken.size(), 2U);
    EXPECT_EQ(taken[0].second, base::Bytes{1});
    EXPECT_EQ(taken[1].second, base::Bytes{3});
}

TEST(UdpSocket, outlives_port_unreachable) {
    auto sender = open(loopback);
    auto receiver = open(loopback);
    base::Address closed;
    {
        const auto gone = open(loopback);
        closed = gone.local();
    }
    for (int i = 0; i < 5; ++i) {
        sender.send({closed, {9}});
        (void)sender.flush();
        EXPECT_TRUE(sender.receive().empty());
    }
    sender.send({receiver.local(), {1}});
    EXPECT_EQ(sender.flush(), UdpSocket::Flushed::all);
    EXPECT_EQ(take(receiver, 1).size(), 1U);
}

TEST(UdpSocket, refuses_an_address_of_the_other_family) {
    auto sender = open(loopback);
    EXPECT_FALSE(sender.can_reach(loopback_v6));
    sender.send({{loopback_v6.ip, 9}, {1}});
    EXPECT_EQ(sender.backlog(), 0U);
    EXPECT_EQ(sender.counters().refused, 1U);
}

TEST(UdpSocket, bounds_its_backlog) {
    auto sender = open(loopback);
    const auto receiver = open(loopback);
    for (std::size_t i = 0; i < UdpSocket::backlog_max + 10; ++i)
        sender.send({receiver.local(), {1}});
    EXPECT_EQ(sender.backlog(), UdpSocket::backlog_max);
    EXPECT_EQ(sender.counters().dropped, 10U);
}

TEST(UdpSocket, takes_a_port_once) {
    const auto first = open(loopback);
    const auto second = UdpSocket::open({.bind = first.local()});
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().kind, SocketError::Kind::address_in_use);
    EXPECT_EQ(second.error().sentence, "UDP " + to_text(first.local()) + " is taken by another program.");
}

TEST(UdpSocket, tells_what_is_no_address_of_this_machine) {
    const auto socket = UdpSocket::open({.bind = base::Address::v4(192, 0, 2, 77, 0)});
    ASSERT_FALSE(socket.has_value());
    EXPECT_EQ(socket.error().kind, SocketError::Kind::no_such_address);
}

} // namespace
} // namespace plenum::runtime
