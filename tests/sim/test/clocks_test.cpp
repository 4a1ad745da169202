// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/clocks.h"

#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;

TEST(NodeClock, SkewMovesAndDriftStretches) {
    const NodeClock exact{0ms, 0};
    const NodeClock off{-30ms, 200'000};
    const VirtualTime later{1000s};
    EXPECT_EQ(exact.local(later) - exact.local(VirtualTime{}), 1000s);
    EXPECT_EQ(off.local(VirtualTime{}) - exact.local(VirtualTime{}), -30ms);
    // 200 ppm of 1000 s are 200 ms.
    EXPECT_EQ(off.local(later) - exact.local(later), 170ms);
}

TEST(NodeClock, WhenIsTheFirstTimeThatShowsIt) {
    Random random{1};
    for (int round = 0; round < 2000; ++round) {
        const auto clock = NodeClock::draw({1h, 100'000'000}, random);
        const VirtualTime at{Duration{random.between(1, Duration{24h}.count())}};
        const auto shown = clock.local(at);
        const auto found = clock.when(shown);
        ASSERT_LE(found, at);
        ASSERT_GE(clock.local(found), shown);
        ASSERT_LT(clock.local(found - 1ns), shown);
    }
}

TEST(NodeClock, NeverGoesBack) {
    Random random{2};
    const NodeClock clock{0ms, -99'999'999};
    VirtualTime at{};
    auto last = clock.local(at);
    for (int round = 0; round < 100'000; ++round) {
        at += Duration{random.between(1, 30)};
        ASSERT_GE(clock.local(at), last);
        last = clock.local(at);
    }
}

TEST(NodeClock, StandsStillAndGoesOn) {
    NodeClock clock{0ms, 0};
    const auto before = clock.local(VirtualTime{10s});
    clock.stop(VirtualTime{10s});
    EXPECT_EQ(clock.local(VirtualTime{60s}), before);
    EXPECT_EQ(clock.when(before + 1ns), VirtualTime{virtual_time_limit});
    clock.go_on(VirtualTime{60s});
    EXPECT_EQ(clock.local(VirtualTime{61s}), before + 1s);
    EXPECT_EQ(clock.when(before + 3s), VirtualTime{63s});
}

TEST(NodeClock, JumpsAheadAndChangesItsPace) {
    NodeClock clock{0ms, 0};
    const auto start = clock.local(VirtualTime{});
    clock.jump(VirtualTime{10s}, 1h);
    EXPECT_EQ(clock.local(VirtualTime{10s}), start + 10s + 1h);
    EXPECT_EQ(clock.when(start + 20s), VirtualTime{10s}) << "that was skipped";
    clock.set_drift(VirtualTime{20s}, 200'000);
    EXPECT_EQ(clock.local(VirtualTime{20s}), start + 20s + 1h) << "a change of pace is no jump";
    EXPECT_EQ(clock.local(VirtualTime{1020s}), start + 1020s + 1h + 200ms);
}

TEST(NodeClock, WhenHoldsThroughChanges) {
    Random random{4};
    auto clock = NodeClock::draw({1h, 200'000}, random);
    VirtualTime now{};
    for (int round = 0; round < 2000; ++round) {
        now += Duration{random.between(1, 1'000'000'000)};
        if (random.chance(300'000)) clock.set_drift(now, random.between(-200'000, 200'000));
        if (random.chance(300'000)) clock.jump(now, Duration{random.between(0, 1'000'000'000)});
        const auto later = now + Duration{random.between(1, 1'000'000'000)};
        const auto shown = clock.local(later);
        const auto found = clock.when(shown);
        ASSERT_LE(found, later);
        ASSERT_GE(found, now);
        ASSERT_GE(clock.local(found), shown);
    }
}

TEST(NodeClock, VirtualTimeIsFoundBeforeTheLastChangeToo) {
    NodeClock clock{40ms, 0};
    EXPECT_EQ(clock.virtual_time(clock.local(VirtualTime{7s})), VirtualTime{7s});
    const auto before = clock.local(VirtualTime{7s});
    clock.set_drift(VirtualTime{10s}, 200'000);
    EXPECT_EQ(clock.virtual_time(clock.local(VirtualTime{1010s})), VirtualTime{1010s});
    EXPECT_EQ(to_us(clock.virtual_time(before)), 7'000'599) << "3 s of 10 s, at the pace of now";
}

TEST(NodeClock, PastAndEndlessTimesHaveBounds) {
    const NodeClock clock{0ms, 0};
    EXPECT_EQ(clock.when(LocalTime{}), VirtualTime{});
    EXPECT_EQ(clock.when(local_time_max), VirtualTime{virtual_time_limit});
}

TEST(NodeClock, DrawsLieWithinAndSpread) {
    Random random{3};
    Duration lowest{};
    Duration highest{};
    for (int round = 0; round < 1000; ++round) {
        const auto clock = NodeClock::draw({50ms, 200'000}, random);
        ASSERT_LE(std::abs(clock.drift_ppb()), 200'000);
        lowest = std::min(lowest, clock.skew());
        highest = std::max(highest, clock.skew());
    }
    EXPECT_GE(lowest, -50ms);
    EXPECT_LT(lowest, -45ms);
    EXPECT_LE(highest, 50ms);
    EXPECT_GT(highest, 45ms);
}

} // namespace
} // namespace plenum::sim
