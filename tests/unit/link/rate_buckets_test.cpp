// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate_buckets.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{50}};
constexpr BucketOptions small{.per_second = 10, .burst = 20, .networks_max = 64};

base::Address v4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d = 1) {
    return base::Address::v4(a, b, c, d, 5000);
}
/// 2001:db8:SITE:SUBNET::/64, and then `rest` everywhere.
base::Address v6(std::uint16_t site, std::uint16_t subnet, std::uint8_t rest = 1) {
    const auto high = [](std::uint16_t number) { return static_cast<std::uint8_t>(number >> 8); };
    const auto low = [](std::uint16_t number) { return static_cast<std::uint8_t>(number & 0xff); };
    base::Address address{{0x20, 0x01, 0x0d, 0xb8, high(site), low(site), high(subnet), low(subnet)}, 5000};
    std::fill(address.ip.begin() + 8, address.ip.end(), rest);
    return address;
}
/// How many of `tries` get through.
int takes(RateBuckets& buckets, const base::Address& from, base::LocalTime now, int tries = 1000) {
    int taken = 0;
    for (int i = 0; i < tries; ++i)
        taken += buckets.take(from, now) ? 1 : 0;
    return taken;
}

TEST(RateBuckets, ABurstAndThenTheRate) {
    RateBuckets buckets{small, {}};
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start), 20);
    EXPECT_EQ(takes(buckets, v4(1, 1, 1, 200), start), 0) << "a neighbour in the network";
    EXPECT_EQ(takes(buckets, v4(1, 1, 2), start), 20) << "another network";
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start + milliseconds{99}), 0);
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start + milliseconds{100}), 1);
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start + milliseconds{1100}), 10);
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start + seconds{60}), 20) << "no more than the burst is saved up";
}

/// One host of IPv6 makes up addresses as it likes.
TEST(RateBuckets, ASubnetIsOneHoweverManyAddressesItHas) {
    RateBuckets buckets{small, {}};
    int taken = 0;
    for (int rest = 0; rest < 256; ++rest)
        taken += takes(buckets, v6(9, 1, static_cast<std::uint8_t>(rest)), start, 2);
    EXPECT_EQ(taken, 20);
    EXPECT_EQ(takes(buckets, v6(9, 2), start), 20) << "its neighbour has its own";
}

/// Whoever has a whole site has the share of four subnets, whatever subnets it makes up.
TEST(RateBuckets, ASiteIsFourHoweverManySubnetsItHas) {
    RateBuckets buckets{small, {}};
    int taken = 0;
    for (std::uint16_t subnet = 0; subnet < 1000; ++subnet)
        taken += takes(buckets, v6(9, subnet), start, 2);
    EXPECT_EQ(taken, 80);
    EXPECT_EQ(takes(buckets, v6(10, 1), start), 20) << "another site";
}

/// What a subnet is refused costs its neighbours nothing.
TEST(RateBuckets, AGreedySubnetLeavesItsSiteTheRest) {
    RateBuckets buckets{small, {}};
    EXPECT_EQ(takes(buckets, v6(9, 1), start, 100'000), 20);
    EXPECT_EQ(takes(buckets, v6(9, 2), start), 20);
    EXPECT_EQ(takes(buckets, v6(9, 3), start), 20);
    EXPECT_EQ(takes(buckets, v6(9, 4), start), 20);
    EXPECT_EQ(takes(buckets, v6(9, 5), start), 0);
}

TEST(RateBuckets, AFullTableLeavesNewcomersOneSharedBucketAndThoseInItTheirs) {
    RateBuckets buckets{small, {}};
    const auto network = [](std::uint16_t number) {
        return v4(10, static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number & 0xff));
    };
    for (std::uint16_t number = 0; number < 64; ++number)
        EXPECT_EQ(takes(buckets, network(number), start, 1), 1);
    int shared = 0;
    for (std::uint16_t number = 100; number < 400; ++number)
        shared += takes(buckets, network(number), start, 1);
    EXPECT_EQ(shared, 80);
    EXPECT_EQ(takes(buckets, network(5), start), 19) << "what is left of its own";
    // Most buckets are full again and make room.
    EXPECT_EQ(takes(buckets, network(500), start + milliseconds{150}), 20);
}

/// Networks by the million: the table stays as large as it was, and one that talks keeps its bucket.
TEST(RateBuckets, RandomNetworksWithoutEndDoNotFreshenABucketInUse) {
    RateBuckets buckets{small, {}};
    base::Random random{3};
    auto now = start;
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), now), 20);
    int taken = 0;
    for (int i = 0; i < 100'000; ++i) {
        now += std::chrono::microseconds{10};
        base::Address address;
        for (auto& byte : address.ip)
            byte = static_cast<std::uint8_t>(random.next());
        (void)buckets.take(address, now);
        taken += buckets.take(v4(1, 1, 1), now) ? 1 : 0;
    }
    EXPECT_GE(taken, 9);
    EXPECT_LE(taken, 11) << "ten a second";
}

} // namespace
} // namespace plenum::link::test
