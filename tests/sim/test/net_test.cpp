// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/net.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace plenum::sim {
namespace {

using namespace base;

constexpr NodeIndex a{0};
constexpr NodeIndex b{1};
constexpr NodeIndex c{2};

VirtualTime at(Duration since_start) { return VirtualTime{since_start}; }

Parcel numbered(std::uint32_t number, NodeIndex from = a, NodeIndex to = b, std::size_t bytes = 100) {
    Parcel parcel{from, to, 1, 2, Bytes(bytes)};
    for (std::size_t index = 0; index < 4; ++index) {
        parcel.bytes[index] = static_cast<std::uint8_t>(number >> 8 * index);
    }
    return parcel;
}

std::uint32_t number_of(const Parcel& parcel) {
    std::uint32_t number = 0;
    for (std::size_t index = 4; index-- > 0;)
        number = number << 8 | parcel.bytes[index];
    return number;
}

struct Arrival {
    VirtualTime at;
    std::uint32_t number;
    NodeIndex to;
    friend bool operator==(const Arrival&, const Arrival&) = default;
};

std::vector<Arrival> drain(Network& network) {
    std::vector<Arrival> result;
    while (const auto next = network.next_arrival()) {
        if (const auto parcel = network.receive(*next)) result.push_back({*next, number_of(*parcel), parcel->to});
    }
    return result;
}

/// `count` datagrams from a to b, `period` apart.
std::vector<Arrival> send_many(Network& network, std::uint32_t count, Duration period, std::size_t bytes = 100) {
    for (std::uint32_t number = 0; number < count; ++number) {
        network.send(numbered(number, a, b, bytes), at(period * number));
    }
    return drain(network);
}

TEST(Network, DelaysAreUniformInTheirRange) {
    Network network{{.delay_min = 20ms, .delay_max = 100ms}, Random{1}};
    const auto arrivals = send_many(network, 10'000, 1s);
    ASSERT_EQ(arrivals.size(), 10'000U);
    std::map<std::int64_t, int> buckets;
    for (const auto& arrival : arrivals) {
        const auto delay = arrival.at - at(1s * arrival.number);
        ASSERT_GE(delay, 20ms);
        ASSERT_LE(delay, 100ms);
        ++buckets[std::min<std::int64_t>((delay - 20ms) / 20ms, 3)];
    }
    for (const auto& [bucket, count] : buckets) {
        EXPECT_GT(count, 2300) << bucket;
        EXPECT_LT(count, 2700) << bucket;
    }
}

TEST(Network, OrderIsKeptUnlessReorderingIsAskedFor) {
    Network calm{{.delay_min = 20ms, .delay_max = 100ms}, Random{2}};
    const auto in_order = send_many(calm, 2000, 1ms);
    EXPECT_TRUE(std::ranges::is_sorted(in_order, {}, &Arrival::number));
    EXPECT_EQ(calm.counters().reordered, 0U);

    Network wild{{.delay_min = 20ms, .delay_max = 100ms, .reorder_ppm = 500'000}, Random{2}};
    const auto mixed = send_many(wild, 2000, 1ms);
    EXPECT_FALSE(std::ranges::is_sorted(mixed, {}, &Arrival::number));
    EXPECT_GT(wild.counters().reordered, 700U);
    EXPECT_LT(wild.counters().reordered, 1000U);
}

TEST(Network, LosesAndDuplicatesTheShareAskedFor) {
    Network network{{.loss_ppm = 300'000, .duplicate_ppm = 100'000}, Random{3}};
    const auto arrivals = send_many(network, 20'000, 1ms);
    const auto& counters = network.counters();
    EXPECT_GT(counters.lost, 5700U);
    EXPECT_LT(counters.lost, 6300U);
    EXPECT_GT(counters.duplicated, 1250U);
    EXPECT_LT(counters.duplicated, 1550U);
    EXPECT_EQ(counters.sent, 20'000U);
    EXPECT_EQ(arrivals.size(), 20'000 - counters.lost + counters.duplicated);
    EXPECT_EQ(counters.delivered, arrivals.size());
}

TEST(Network, EndsOfTheRangeAreExact) {
    Network nothing{{.loss_ppm = 1'000'000}, Random{4}};
    EXPECT_TRUE(send_many(nothing, 100, 1ms).empty());
    Network all{{}, Random{4}};
    EXPECT_EQ(send_many(all, 100, 1ms).size(), 100U);
}

TEST(Network, BandwidthPacesAndBoundsTheQueue) {
    // 1000 bytes and headers at 8224 kbit/s take 1 ms.
    Network network{{.bandwidth_kbps = 8224}, Random{5}};
    const auto arrivals = send_many(network, 1000, 0ms, 1000);
    ASSERT_GE(arrivals.size(), 200U);
    EXPECT_LE(arrivals.size(), 202U);
    for (std::size_t index = 0; index < arrivals.size(); ++index) {
        EXPECT_EQ(arrivals[index].at, at(1ms * (index + 1)));
    }
    EXPECT_EQ(network.counters().overflowed, 1000 - arrivals.size());
    network.send(numbered(7, a, b, 1000), at(1s));
    EXPECT_EQ(network.next_arrival(), at(1001ms)) << "an empty queue costs nothing";
}

TEST(Network, PathsShareNoBandwidth) {
    Network network{{.bandwidth_kbps = 8224}, Random{5}};
    network.send(numbered(1, a, b, 1000), at(0ms));
    network.send(numbered(2, b, a, 1000), at(0ms));
    network.send(numbered(3, a, c, 1000), at(0ms));
    for (const auto& arrival : drain(network))
        EXPECT_EQ(arrival.at, at(1ms));
}

TEST(Network, PartitionCutsAcrossAndInFlightUntilHealed) {
    Network network{{.delay_min = 10ms, .delay_max = 10ms}, Random{6}};
    network.send(numbered(1, a, b), at(0ms));
    network.partition({a});
    network.send(numbered(2, a, b), at(1ms));
    network.send(numbered(3, b, a), at(1ms));
    network.send(numbered(4, b, c), at(1ms));
    const auto during = drain(network);
    ASSERT_EQ(during.size(), 1U);
    EXPECT_EQ(during[0].number, 4U);
    EXPECT_EQ(network.counters().cut, 3U);
    network.heal();
    network.send(numbered(5, a, b), at(20ms));
    EXPECT_EQ(drain(network).size(), 1U);
}

TEST(Network, CutsHoldTogetherAndHealApart) {
    Network network{{}, Random{7}};
    network.partition({a, b});
    network.partition({b});
    EXPECT_FALSE(network.connected(a, b));
    EXPECT_FALSE(network.connected(a, c));
    network.heal({b});
    EXPECT_FALSE(network.connected(a, b));
    EXPECT_TRUE(network.connected(b, c));
    network.heal({a});
    EXPECT_TRUE(network.connected(a, b));
}

TEST(Network, NothingReachesACrashedNode) {
    Network network{{.delay_min = 10ms, .delay_max = 10ms}, Random{8}};
    network.send(numbered(1, a, b), at(0ms));
    network.crash(b);
    EXPECT_TRUE(drain(network).empty());
    network.send(numbered(2, a, b), at(20ms));
    network.restart(b);
    EXPECT_EQ(drain(network).size(), 1U) << "it was up again when the datagram came";
}

TEST(Network, SameSeedSameFateOtherSeedAnother) {
    const PathConditions bad{.delay_min = 20ms,
                             .delay_max = 500ms,
                             .loss_ppm = 300'000,
                             .reorder_ppm = 500'000,
                             .duplicate_ppm = 200'000,
                             .bandwidth_kbps = 2000};
    Network first{bad, Random{9}};
    Network again{bad, Random{9}};
    Network other{bad, Random{10}};
    const auto fates = send_many(first, 500, 3ms);
    EXPECT_EQ(fates, send_many(again, 500, 3ms));
    EXPECT_EQ(first.counters(), again.counters());
    EXPECT_NE(fates, send_many(other, 500, 3ms));
}

TEST(Network, TrafficOnOnePathMovesNothingOnAnother) {
    const PathConditions bad{.delay_min = 20ms,
                             .delay_max = 500ms,
                             .loss_ppm = 300'000,
                             .reorder_ppm = 500'000,
                             .duplicate_ppm = 200'000,
                             .bandwidth_kbps = 0};
    Network alone{bad, Random{11}};
    Network busy{bad, Random{11}};
    for (std::uint32_t number = 0; number < 100; ++number)
        busy.send(numbered(number, c, b), at(0ms));
    (void)drain(busy);
    EXPECT_EQ(send_many(alone, 200, 3ms), send_many(busy, 200, 3ms));
}

TEST(Network, OneWayCutsStopOneWay) {
    Network network{{}, Random{21}};
    network.partition({a}, CutDirection::out);
    EXPECT_FALSE(network.connected(a, b));
    EXPECT_TRUE(network.connected(b, a));
    network.partition({c}, CutDirection::in);
    EXPECT_FALSE(network.connected(b, c));
    EXPECT_TRUE(network.connected(c, b));
    EXPECT_FALSE(network.connected(a, c));
    EXPECT_TRUE(network.connected(c, a));
    network.heal({a});
    EXPECT_TRUE(network.connected(a, b));
    EXPECT_FALSE(network.connected(b, c));
}

TEST(Network, AClogHoldsBackInOrderAndLetsGo) {
    Network network{{.delay_min = 10ms, .delay_max = 10ms}, Random{22}};
    network.clog({b});
    for (std::uint32_t number = 0; number < 5; ++number)
        network.send(numbered(number), at(1ms * number));
    network.send(numbered(9, a, c), at(5ms));
    EXPECT_EQ(network.counters().clogged, 5U);
    EXPECT_EQ(drain(network), (std::vector<Arrival>{{at(15ms), 9, c}})) << "other paths are free";
    network.unclog({b}, at(3s));
    const auto arrivals = drain(network);
    ASSERT_EQ(arrivals.size(), 5U);
    for (std::uint32_t number = 0; number < 5; ++number)
        EXPECT_EQ(arrivals[number], (Arrival{at(3s + 10ms), number, b}));
}

TEST(Network, AClogAtEitherEndHolds) {
    Network network{{}, Random{23}};
    network.clog({a, b});
    network.send(numbered(1), at(0s));
    network.unclog({a}, at(1s));
    EXPECT_TRUE(drain(network).empty());
    network.unclog({}, at(2s));
    EXPECT_EQ(drain(network).size(), 1U);
}

TEST(Network, AClogHasABound) {
    Network network{{}, Random{24}};
    network.clog({a});
    for (std::uint32_t number = 0; number < clog_datagrams_max + 7; ++number)
        network.send(numbered(number), at(0s));
    EXPECT_EQ(network.counters().clogged, clog_datagrams_max);
    EXPECT_EQ(network.counters().overflowed, 7U);
}

TEST(Network, DamageIsCountedAndArrives) {
    Network network{{.corrupt_ppm = 1'000'000}, Random{25}};
    EXPECT_EQ(send_many(network, 100, 1ms).size(), 100U);
    EXPECT_EQ(network.counters().damaged, 100U);
}

} // namespace
} // namespace plenum::sim
