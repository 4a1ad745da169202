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
constexpr BucketOptions small{.per_second = 10, .burst = 20, .prefixes_max = 64};

base::Address v4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d = 1) {
    return base::Address::v4(a, b, c, d, 5000);
}
/// 2001:db8::/32 with the next two bytes, and then `rest` everywhere.
base::Address v6(std::uint16_t site, std::uint8_t rest) {
    base::Address address{
        {0x20, 0x01, 0x0d, 0xb8, static_cast<std::uint8_t>(site >> 8), static_cast<std::uint8_t>(site & 0xff)}, 5000};
    std::fill(address.ip.begin() + 6, address.ip.end(), rest);
    return address;
}
/// How many of `tries` get through.
int takes(RateBuckets& buckets, const base::Address& from, base::LocalTime now, int tries = 1000) {
    int taken = 0;
    for (int i = 0; i < tries; ++i)
        taken += buckets.take(from, now) ? 1 : 0;
    return taken;
}

TEST(Prefix, IsWhatIsRoutedByItself) {
    EXPECT_EQ(prefix_of(v4(192, 0, 2, 1)), prefix_of(v4(192, 0, 2, 255)));
    EXPECT_NE(prefix_of(v4(192, 0, 2, 1)), prefix_of(v4(192, 0, 3, 1)));
    EXPECT_EQ(prefix_of(v6(7, 1)), prefix_of(v6(7, 0xfe)));
    EXPECT_NE(prefix_of(v6(7, 1)), prefix_of(v6(8, 1)));
    EXPECT_EQ(prefix_of({v6(7, 1).ip, 1}), prefix_of({v6(7, 1).ip, 2})) << "ports are free";
    // IPv6 whose first bytes are those of an IPv4 prefix, and the mapped prefix itself.
    EXPECT_NE(prefix_of({{192, 0, 2}, 1}), prefix_of(v4(192, 0, 2)));
    EXPECT_NE(prefix_of({{}, 1}), prefix_of(v4(0, 0, 0)));
}

TEST(RateBuckets, ABurstAndThenTheRate) {
    RateBuckets buckets{small, {}};
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start), 20);
    EXPECT_EQ(takes(buckets, v4(1, 1, 1, 200), start), 0) << "a neighbour in the prefix";
    EXPECT_EQ(takes(buckets, v4(1, 1, 2), start), 20) << "another prefix";
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start + milliseconds{99}), 0);
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start + milliseconds{100}), 1);
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start + milliseconds{1100}), 10);
    EXPECT_EQ(takes(buckets, v4(1, 1, 1), start + seconds{60}), 20) << "no more than the burst is saved up";
}

/// Whoever has a whole IPv6 site has one bucket, whatever addresses it makes up.
TEST(RateBuckets, ASiteIsOneHoweverManyAddressesItHas) {
    RateBuckets buckets{small, {}};
    int taken = 0;
    for (int rest = 0; rest < 256; ++rest)
        taken += takes(buckets, v6(9, static_cast<std::uint8_t>(rest)), start, 2);
    EXPECT_EQ(taken, 20);
}

TEST(RateBuckets, AFullTableLeavesNewcomersOneSharedBucketAndThoseInItTheirs) {
    RateBuckets buckets{small, {}};
    for (std::uint16_t site = 0; site < 64; ++site)
        EXPECT_EQ(takes(buckets, v6(site, 1), start, 1), 1);
    int shared = 0;
    for (std::uint16_t site = 100; site < 400; ++site)
        shared += takes(buckets, v6(site, 1), start, 1);
    EXPECT_EQ(shared, 80);
    EXPECT_EQ(takes(buckets, v6(5, 1), start), 19) << "what is left of its own";
    // Most buckets are full again and make room.
    EXPECT_EQ(takes(buckets, v6(500, 1), start + milliseconds{150}), 20);
}

/// Prefixes by the million: the table stays as large as it was, and a prefix that talks keeps its bucket.
TEST(RateBuckets, RandomPrefixesWithoutEndDoNotFreshenABucketInUse) {
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
