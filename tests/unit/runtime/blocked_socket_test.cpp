// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/datagram_io.h"
#include "core/runtime/net/udp_socket.h"

#include <gtest/gtest.h>

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

// A system that takes two datagrams and then is full, which loopback never is: the test's own send_batch stands in the
// place of the real ones, so this program is built without them.

namespace plenum::runtime {

namespace {
std::size_t room = 0;
std::vector<base::Bytes> taken;
} // namespace

int receive_batch(int, ReceiveBuffer&) { return EAGAIN; }

void forbid_fragments(int, int) {}

void allow_fragments(int, int) {}

SendResult send_batch(int, int, std::span<const OutgoingDatagram> datagrams) {
    const auto count = std::min({datagrams.size(), room, batch_max});
    for (std::size_t i = 0; i < count; ++i)
        taken.push_back(datagrams[i].bytes);
    room -= count;
    return {count, count < std::min(datagrams.size(), batch_max) ? EAGAIN : 0};
}

namespace {

TEST(BlockedSocket, keeps_what_the_system_does_not_take_and_sends_it_later_in_order) {
    auto socket = UdpSocket::open({.bind = base::Address::v4(127, 0, 0, 1, 0)});
    ASSERT_TRUE(socket.has_value());
    for (std::uint8_t i = 1; i <= 5; ++i)
        socket->send({base::Address::v4(127, 0, 0, 1, 9), {i}});
    room = 2;
    EXPECT_EQ(socket->flush(), UdpSocket::Flushed::blocked);
    EXPECT_EQ(socket->backlog(), 3U);
    EXPECT_EQ(socket->flush(), UdpSocket::Flushed::blocked);
    EXPECT_EQ(socket->backlog(), 3U);
    room = 100;
    EXPECT_EQ(socket->flush(), UdpSocket::Flushed::all);
    EXPECT_EQ(taken, (std::vector<base::Bytes>{{1}, {2}, {3}, {4}, {5}}));
    EXPECT_EQ(socket->counters().sent, 5U);
}

} // namespace
} // namespace plenum::runtime
