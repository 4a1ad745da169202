// SPDX-License-Identifier: Apache-2.0
#include "tests/netem/router.h"

#include <gtest/gtest.h>

namespace plenum::netem {
namespace {

using namespace std::chrono_literals;

constexpr LocalTime start{1h};
constexpr Ipv4 address_a{10, 77, 0, 1};
constexpr Ipv4 address_b{10, 77, 0, 2};

base::Bytes udp_packet(const Ipv4& to, std::size_t payload_bytes = 10) {
    base::Bytes packet(28 + payload_bytes, 0);
    packet[0] = 0x45;
    packet[9] = 17;
    std::copy(to.begin(), to.end(), packet.begin() + 16);
    packet[26] = packet[27] = 0xaa;
    return packet;
}

Router make_router(std::uint64_t seed = 1) { return Router{{{"a", address_a}, {"b", address_b}}, seed}; }

TEST(Router, delivers_to_the_port_of_the_address) {
    auto router = make_router();
    router.handle_packet(0, udp_packet(address_b), start);
    const auto delivery = router.poll(start);
    ASSERT_TRUE(delivery);
    EXPECT_EQ(delivery->port, 1U);
    EXPECT_EQ(delivery->packet, udp_packet(address_b));
    EXPECT_FALSE(router.poll(start));
    EXPECT_FALSE(router.wake_up());
}

TEST(Router, passes_the_senders_link_and_the_receivers) {
    auto router = make_router();
    router.ports()[0].up.settings.delay = 10ms;
    router.ports()[1].down.settings.delay = 5ms;
    router.handle_packet(0, udp_packet(address_b), start);
    EXPECT_EQ(router.wake_up(), start + 10ms);
    EXPECT_FALSE(router.poll(start + 14ms));
    EXPECT_EQ(router.wake_up(), start + 15ms);
    const auto delivery = router.poll(start + 16ms);
    ASSERT_TRUE(delivery);
    EXPECT_EQ(delivery->late, 1ms);
    EXPECT_EQ(router.counters().late_max, 1ms);
}

TEST(Router, counts_what_it_cannot_route) {
    auto router = make_router();
    router.handle_packet(0, udp_packet({10, 77, 0, 9}), start);
    const base::Bytes short_packet(5, 0x45);
    router.handle_packet(0, short_packet, start);
    auto version_6 = udp_packet(address_b);
    version_6[0] = 0x60;
    router.handle_packet(0, version_6, start);
    EXPECT_EQ(router.counters().unroutable, 3U);
    EXPECT_FALSE(router.poll(start));
}

TEST(Router, holds_no_more_than_its_bound) {
    auto router = make_router();
    router.ports()[0].up.settings.delay = 1s;
    for (std::size_t number = 0; number < Router::packets_max + 3; ++number) {
        router.handle_packet(0, udp_packet(address_b), start);
    }
    EXPECT_EQ(router.counters().overflow, 3U);
}

TEST(Router, corruption_changes_one_bit_of_the_payload_and_reaches_the_program) {
    base::Random random{1};
    const auto whole = udp_packet(address_b);
    auto damaged = whole;
    corrupt(damaged, random);
    EXPECT_EQ(damaged[26], 0);
    EXPECT_EQ(damaged[27], 0);
    int bits = 0;
    for (std::size_t at = 28; at < whole.size(); ++at)
        bits += __builtin_popcount(damaged[at] ^ whole[at]);
    EXPECT_EQ(bits, 1);
    damaged[26] = damaged[27] = 0xaa;
    EXPECT_TRUE(std::equal(whole.begin(), whole.begin() + 28, damaged.begin()));
}

} // namespace
} // namespace plenum::netem
