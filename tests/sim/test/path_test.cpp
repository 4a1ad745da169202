// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/path.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace plenum::sim {
namespace {

using namespace base;

VirtualTime at(Duration since_start) { return VirtualTime{since_start}; }

struct Bursts {
    double loss{0};
    double length_mean{0};
};

/// Of `count` datagrams.
Bursts lose_many(const BurstLoss& burst, int count, std::uint64_t seed) {
    const PathConditions conditions{.burst = burst};
    Path path{Random{seed}};
    int lost = 0;
    int bursts = 0;
    bool before = false;
    for (int number = 0; number < count; ++number) {
        const bool now = path.loses(conditions, at(20ms * number));
        lost += now ? 1 : 0;
        bursts += now && !before ? 1 : 0;
        before = now;
    }
    return {static_cast<double>(lost) / count, static_cast<double>(lost) / std::max(bursts, 1)};
}

TEST(Path, LossesComeInBurstsOfTheLengthAndShareThatIsSaid) {
    // 2 % into the bad state, 10 % out of it: 16.7 % lost, ten at a time.
    const BurstLoss burst{.enter_ppm = 20'000, .leave_ppm = 100'000, .bad_ppm = 1'000'000};
    const auto seen = lose_many(burst, 400'000, 1);
    EXPECT_NEAR(seen.loss, 1.0 / 6, 0.006);
    EXPECT_NEAR(seen.length_mean, 10, 0.4);
    EXPECT_EQ(burst.mean_ppm(), 166'666U);
}

TEST(Path, ElliottsGoodStateLosesToo) {
    const BurstLoss burst{.enter_ppm = 20'000, .leave_ppm = 100'000, .good_ppm = 10'000, .bad_ppm = 500'000};
    const auto seen = lose_many(burst, 400'000, 2);
    EXPECT_NEAR(seen.loss, burst.mean_ppm() / 1e6, 0.004);
    EXPECT_LT(seen.length_mean, 3);
}

TEST(Path, ABurstEndsWhoeverSends) {
    const PathConditions conditions{
        .burst = {.enter_ppm = 1'000, .leave_ppm = 20'000, .bad_ppm = 1'000'000, .slot = 20ms}};
    Path path{Random{8}};
    int longest = 0;
    int run = 0;
    int lost = 0;
    // One datagram a second: a burst lasts 50 slots of 20 ms, which is a second.
    for (int number = 0; number < 50'000; ++number) {
        const bool now = path.loses(conditions, at(1s * number));
        run = now ? run + 1 : 0;
        lost += now ? 1 : 0;
        longest = std::max(longest, run);
    }
    EXPECT_NEAR(lost, 50'000 / 21, 250);
    EXPECT_GE(longest, 3);
    EXPECT_LE(longest, 14);
}

TEST(Path, UniformLossHasNoBursts) {
    const PathConditions conditions{.loss_ppm = 166'667};
    Path path{Random{3}};
    int pairs = 0;
    bool before = false;
    for (int number = 0; number < 100'000; ++number) {
        const bool now = path.loses(conditions, at(1ms * number));
        pairs += now && before ? 1 : 0;
        before = now;
    }
    EXPECT_NEAR(pairs, 100'000 / 36, 250);
}

TEST(Path, DamagesTheShareThatIsSaidAndNeverNothing) {
    const PathConditions conditions{.corrupt_ppm = 30'000, .truncate_ppm = 10'000};
    Path path{Random{4}};
    int flipped = 0;
    int cut = 0;
    for (int number = 0; number < 100'000; ++number) {
        Bytes datagram(100, 0);
        const bool damaged = path.damages(conditions, datagram);
        int bits = 0;
        for (const auto byte : datagram)
            bits += std::popcount(byte);
        ASSERT_LE(bits, 8);
        ASSERT_EQ(damaged, bits > 0 || datagram.size() < 100);
        flipped += bits > 0 ? 1 : 0;
        cut += datagram.size() < 100 ? 1 : 0;
    }
    EXPECT_NEAR(flipped, 3000, 200);
    EXPECT_NEAR(cut, 1000, 120);
}

TEST(Path, DelaySpikesForAWhileAndNeverLonger) {
    const PathConditions conditions{
        .delay_min = 10ms, .delay_max = 10ms, .reorder_ppm = 1'000'000, .spikes = {5s, 500ms, 500ms, 300ms, 300ms}};
    Path path{Random{5}};
    int high = 0;
    int length = 0;
    int longest = 0;
    constexpr int steps = 200'000;
    for (int step = 0; step < steps; ++step) {
        const auto sent = at(10ms * step);
        const auto delay = path.arrival(conditions, sent).at - sent;
        ASSERT_TRUE(delay == 10ms || delay == 310ms) << delay.count();
        length = delay > 10ms ? length + 1 : 0;
        high += delay > 10ms ? 1 : 0;
        longest = std::max(longest, length);
    }
    // 500 ms of every 5.5 s.
    EXPECT_NEAR(static_cast<double>(high) / steps, 1.0 / 11, 0.01);
    EXPECT_GE(longest, 49);
    EXPECT_LE(longest, 101) << "two in a row at most";
    EXPECT_EQ(longest_delay(conditions), 310ms);
}

TEST(Path, WeatherMovesNothingElse) {
    const PathConditions calm{.delay_min = 10ms, .delay_max = 90ms, .loss_ppm = 100'000, .reorder_ppm = 100'000};
    auto rough = calm;
    rough.corrupt_ppm = 100'000;
    Path first{Random{6}};
    Path second{Random{6}};
    for (int number = 0; number < 1000; ++number) {
        Bytes bytes(50);
        ASSERT_EQ(first.loses(calm, at(1ms * number)), second.loses(rough, at(1ms * number)));
        (void)second.damages(rough, bytes);
        ASSERT_EQ(first.arrival(calm, at(1ms * number)).at, second.arrival(rough, at(1ms * number)).at);
    }
}

} // namespace
} // namespace plenum::sim
