// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/socket_group.h"

#include "core/base/random.h"
#include "core/wire/datagram.h"

#include <gtest/gtest.h>

#include <poll.h>

#include <array>
#include <optional>

namespace plenum::runtime {
namespace {

constexpr auto loopback = base::Address::v4(127, 0, 0, 1, 0);
constexpr std::size_t tries = 200;

/// Which socket of the group gets `bytes`; nullopt if none does.
std::optional<LoopIndex> arrives_at(std::vector<UdpSocket>& group, UdpSocket& sender, const base::Bytes& bytes) {
    sender.send({group.front().local(), bytes});
    EXPECT_EQ(sender.flush(), UdpSocket::Flushed::all);
    std::vector<pollfd> waited;
    for (const auto& socket : group)
        waited.push_back({socket.descriptor(), POLLIN, 0});
    if (::poll(waited.data(), waited.size(), 2000) != 1) return std::nullopt;
    for (LoopIndex loop = 0; loop < group.size(); ++loop) {
        const auto received = group[loop].receive();
        if (received.empty()) continue;
        EXPECT_EQ((base::Bytes{received[0].bytes.begin(), received[0].bytes.end()}), bytes);
        return loop;
    }
    return std::nullopt;
}

base::ConferenceHandle draw_handle(base::Random& random) {
    base::ConferenceHandle handle;
    for (auto& byte : handle.bytes)
        byte = static_cast<std::uint8_t>(random.between(0, 255));
    return handle;
}

base::SessionIndex draw_index(base::Random& random) {
    return base::SessionIndex{static_cast<std::uint32_t>(random.between(0, 0xffff'ffff))};
}

class SocketGroup : public testing::TestWithParam<std::size_t> {
  protected:
    std::vector<UdpSocket> group{open_group({.bind = loopback}, GetParam()).value()};
    /// Two, since the kernel's own choice would be by the sender's port.
    std::array<UdpSocket, 2> senders{UdpSocket::open({.bind = loopback}).value(),
                                     UdpSocket::open({.bind = loopback}).value()};
    base::Random random{GetParam()};

    void expect_at(LoopIndex loop, const base::Bytes& bytes) {
        for (auto& sender : senders)
            EXPECT_EQ(arrives_at(group, sender, bytes), loop);
    }
};

TEST_P(SocketGroup, is_on_one_address) {
    ASSERT_EQ(group.size(), GetParam());
    for (const auto& socket : group)
        EXPECT_EQ(socket.local(), group.front().local());
}

TEST_P(SocketGroup, gives_sealed_datagrams_to_the_loop_that_their_session_names) {
    for (std::size_t i = 0; i < tries; ++i) {
        wire::SealedHeader header;
        header.receiver = draw_index(random);
        header.number = base::PacketNumber{i};
        expect_at(loop_of(header.receiver, GetParam()), wire::encode(header));
    }
}

TEST_P(SocketGroup, gives_requests_to_the_loop_that_their_conference_names) {
    for (std::size_t i = 0; i < tries; ++i) {
        wire::HandshakeInit init;
        init.conference = draw_handle(random);
        init.sender = draw_index(random);
        expect_at(loop_of(init.conference, GetParam()), wire::encode(init));
    }
    expect_at(0, wire::encode(wire::HandshakeInit{}));
}

TEST_P(SocketGroup, gives_what_follows_to_the_loop_that_answered) {
    for (std::size_t i = 0; i < tries; ++i) {
        wire::HandshakeFinal last;
        last.receiver = draw_index(random);
        expect_at(loop_of(last.receiver, GetParam()), wire::encode(last));
        wire::HandshakeResponse response;
        response.receiver = draw_index(random);
        response.noise.assign(52, 1);
        expect_at(loop_of(response.receiver, GetParam()), wire::encode(response));
    }
}

TEST_P(SocketGroup, gives_what_is_none_of_ours_to_the_first) {
    expect_at(0, {});
    for (const auto type : std::array<std::uint8_t, 3>{0, 5, 200})
        expect_at(0, base::Bytes(100, type));
    // Of a known type, and too short to name a loop.
    for (const auto type : std::array<std::uint8_t, 4>{1, 2, 3, 4})
        expect_at(0, base::Bytes(4, type));
}

INSTANTIATE_TEST_SUITE_P(Loops, SocketGroup, testing::Values(1, 2, 8, 64));

TEST(SocketGroupOfOne, shares_its_port_with_nobody) {
    const auto group = open_group({.bind = loopback}, 1).value();
    EXPECT_FALSE(UdpSocket::open({.bind = group.front().local(), .shared = true}).has_value());
}

TEST_P(SocketGroup, shares_its_port_with_no_other_group) {
    for (const std::size_t loops : {1, 2, 8}) {
        const auto second = open_group({.bind = group.front().local()}, loops);
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().kind, SocketError::Kind::address_in_use);
    }
}

TEST(SocketGroupOfOne, tells_what_is_no_address_of_this_machine) {
    const auto group = open_group({.bind = base::Address::v4(192, 0, 2, 77, 0)}, 2);
    ASSERT_FALSE(group.has_value());
    EXPECT_EQ(group.error().kind, SocketError::Kind::no_such_address);
}

} // namespace
} // namespace plenum::runtime
