// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/link/rate/delay_rate.h"

#include <gtest/gtest.h>

#include <array>

namespace plenum::link::test {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{10}};

/// A path whose peer's clock shows something else, and wraps.
struct Stamps {
    QueueingDelay queue;
    base::LocalTime at{start};
    std::int64_t peer_us{(std::int64_t{1} << 32) - 50'000};
    void arrive(base::Duration delay) {
        const auto arrived = peer_us + base::to_us(at - start + delay);
        queue.handle_arrival(static_cast<std::uint32_t>(arrived), at, at + delay);
        at += milliseconds{5};
    }
    base::Duration window(base::Duration delay) {
        for (int i = 0; i < 8; ++i)
            arrive(delay);
        return queue.close_window(at, {}).value();
    }
};

TEST(QueueingDelay, IsWhatIsAboveTheLeast) {
    Stamps stamps;
    EXPECT_EQ(stamps.window(milliseconds{30}), milliseconds{0});
    EXPECT_EQ(stamps.window(milliseconds{42}), milliseconds{12});
    EXPECT_EQ(stamps.window(milliseconds{30}), milliseconds{0});
    EXPECT_EQ(stamps.window(milliseconds{20}), milliseconds{0});
    EXPECT_EQ(stamps.window(milliseconds{30}), milliseconds{10});
}

TEST(QueueingDelay, OneFastPacketShowsThatNoQueueStands) {
    Stamps stamps;
    (void)stamps.window(milliseconds{30});
    for (int i = 0; i < 8; ++i)
        stamps.arrive(milliseconds{i == 3 ? 31 : 90});
    EXPECT_EQ(stamps.queue.close_window(stamps.at, {}), milliseconds{1});
    EXPECT_FALSE(stamps.queue.close_window(stamps.at, {}));
}

/// After ten seconds a longer path is taken for what it is.
TEST(QueueingDelay, ForgetsAfterTenSeconds) {
    Stamps stamps;
    (void)stamps.window(milliseconds{30});
    while (stamps.at < start + milliseconds{8900})
        EXPECT_EQ(stamps.window(milliseconds{45}), milliseconds{15});
    while (stamps.at < start + milliseconds{12'000})
        (void)stamps.window(milliseconds{45});
    EXPECT_EQ(stamps.window(milliseconds{45}), milliseconds{0});
}

TEST(QueueingDelay, JitterIsKnownAsNoise) {
    Stamps calm;
    Stamps jittery;
    base::Random random{1};
    for (int i = 0; i < 30; ++i) {
        (void)calm.window(milliseconds{30});
        for (int k = 0; k < 8; ++k)
            jittery.arrive(milliseconds{random.between(30, 70)});
        (void)jittery.queue.close_window(jittery.at, {});
    }
    EXPECT_EQ(calm.queue.noise(), base::Duration::zero());
    EXPECT_GE(jittery.queue.noise(), milliseconds{2});
    EXPECT_LE(jittery.queue.noise(), milliseconds{6});
}

/// Where a window has two packets and these differ by 400 ms, neither says much. A queue is seen all the same.
TEST(QueueingDelay, JitterIsNoQueueHoweverFewThePackets) {
    Stamps stamps;
    base::Random random{4};
    const auto window = [&](int queue) {
        for (int i = 0; i < 2; ++i)
            stamps.arrive(milliseconds{random.between(5, 405) + queue});
        return stamps.queue.close_window(stamps.at, {}).value();
    };
    int seen = 0;
    for (int i = 0; i < 400; ++i) {
        const bool queue = window(0) > milliseconds{45};
        if (i >= 100 && queue) ++seen;
    }
    EXPECT_LE(seen, 60);
    for (int i = 0; i < 12; ++i)
        (void)window(200);
    EXPECT_GE(window(200), milliseconds{150});
    // It is gone as soon as one packet shows it.
    EXPECT_GE(window(200), milliseconds{150});
    stamps.arrive(milliseconds{5});
    EXPECT_LE(stamps.queue.close_window(stamps.at, {}), milliseconds{5});
}

/// Whatever a peer claims, nothing overflows.
TEST(QueueingDelay, LiesDoNoHarm) {
    QueueingDelay queue;
    base::Random random{2};
    auto at = start;
    for (int i = 0; i < 100'000; ++i) {
        at += microseconds{random.between(0, 2000)};
        queue.handle_arrival(i < 50'000 ? static_cast<std::uint32_t>(i) * 0x7fffffffU
                                        : static_cast<std::uint32_t>(random.next()),
                             at, at);
        if (i % 7 == 0) (void)queue.close_window(at, {});
    }
    EXPECT_GE(queue.latest(), base::Duration::zero());
}

struct Losses {
    LossBaseline baseline;
    base::LocalTime at{start};
    base::Random random{3};
    /// Packets over 600 ms.
    int packets{200};
    LossBaseline::Verdict window(double share, LossBaseline::Speed speed = LossBaseline::Speed::usual) {
        for (int i = 0; i < packets; ++i) {
            if (random.chance(static_cast<std::uint32_t>(share * 1e6)))
                baseline.handle_lost();
            else
                baseline.handle_acknowledged();
        }
        at += milliseconds{600};
        return baseline.judge(at, milliseconds{50}, speed);
    }
};

TEST(LossBaseline, LossThatEndsWithTheRateWasOurs) {
    Losses losses;
    EXPECT_EQ(losses.window(0), LossBaseline::Verdict::nothing);
    EXPECT_EQ(losses.window(0.2), LossBaseline::Verdict::hold);
    EXPECT_EQ(losses.window(0.2), LossBaseline::Verdict::cut);
    EXPECT_EQ(losses.window(0), LossBaseline::Verdict::nothing);
    EXPECT_EQ(losses.baseline.own(), 0);
}

TEST(LossBaseline, LossThatDoesNotMindTheRateIsThePaths) {
    Losses losses;
    int cuts = 0;
    for (int i = 0; i < 8; ++i)
        if (losses.window(0.3) == LossBaseline::Verdict::cut) ++cuts;
    EXPECT_GE(cuts, 4);
    EXPECT_LE(cuts, 5);
    EXPECT_NEAR(losses.baseline.own(), 0.3, 0.08);
    // From now on it means nothing, however long; more than it does.
    for (int i = 0; i < 30; ++i)
        EXPECT_NE(losses.window(0.3), LossBaseline::Verdict::cut);
    (void)losses.window(0.6);
    EXPECT_EQ(losses.window(0.6), LossBaseline::Verdict::cut);
    // A path that became well is known as that.
    for (int i = 0; i < 10; ++i)
        (void)losses.window(0);
    EXPECT_LT(losses.baseline.own(), 0.01);
}

/// Windows that lose less by chance are no sign of a better path: believed each, they would make the others excess.
TEST(LossBaseline, ChanceDoesNotMakeAPathBetter) {
    Losses losses;
    losses.packets = 100;
    for (int i = 0; i < 8; ++i)
        (void)losses.window(0.1);
    int cuts = 0;
    for (int i = 0; i < 300; ++i)
        if (losses.window(0.1) == LossBaseline::Verdict::cut) ++cuts;
    EXPECT_LE(cuts, 1);
    EXPECT_NEAR(losses.baseline.own(), 0.1, 0.04);
}

/// Nothing is left to cut, and a hundred packets take long.
TEST(LossBaseline, LossAtTheLeastRateIsThePaths) {
    Losses losses;
    EXPECT_EQ(losses.window(0.3, LossBaseline::Speed::least), LossBaseline::Verdict::nothing);
    EXPECT_NEAR(losses.baseline.own(), 0.3, 0.08);
    EXPECT_EQ(losses.window(0.3), LossBaseline::Verdict::nothing);
}

TEST(LossBaseline, NoPathIsTakenToLoseMoreThanTwoInFive) {
    Losses losses;
    for (int i = 0; i < 20; ++i)
        (void)losses.window(0.8);
    EXPECT_EQ(losses.baseline.own(), 0.4);
}

/// What was sent into one is told as lost once something comes back, some of it after the first answer.
TEST(DelayRate, WhatACutPathLostIsNoSignOfTooMuch) {
    std::array rates{DelayRate{{}, start}, DelayRate{{}, start}};
    const auto turn = [&](base::LocalTime now, bool heard) {
        for (auto& rate : rates) {
            rate.expire(now);
            rate.handle_sent({now, 1200, true});
            if (!heard) continue;
            const auto sent_at = now - milliseconds{50};
            const auto arrived_us = base::to_us((now - milliseconds{25}).time_since_epoch());
            rate.handle_acknowledged({now, sent_at, 1200});
            rate.handle_feedback(
                {now, sent_at, milliseconds{50}, milliseconds{50}, static_cast<std::uint32_t>(arrived_us), true});
        }
        EXPECT_EQ(rates[0].rate(), rates[1].rate()) << base::to_ms(now - start);
    };
    auto now = start;
    const auto run = [&](base::Duration time, bool heard) {
        for (const auto end = now + time; now < end; now += milliseconds{2})
            turn(now, heard);
    };
    run(seconds{1}, true);
    const auto before = rates[0].rate();
    run(seconds{1}, false);
    EXPECT_LT(rates[0].rate(), before);
    const auto back_at = now - milliseconds{50};
    run(milliseconds{2}, true);
    // One of the two hears of it, the other lost nothing.
    for (auto sent_at = back_at - milliseconds{400}; sent_at < back_at; sent_at += milliseconds{2})
        rates[0].handle_lost({now, sent_at, 1200});
    run(seconds{2}, true);
    EXPECT_GE(rates[0].rate(), before);
}

/// Acknowledgements in heaps change nothing of what arrived.
TEST(DeliveryMeter, GoesByThePeersClock) {
    DeliveryMeter meter;
    for (std::uint32_t i = 0; i < 6; ++i) {
        meter.handle_acknowledged(25'000);
        meter.handle_arrival(0xfffff000U + i * 50'000U);
        meter.close_window();
    }
    EXPECT_NEAR(meter.latest(), 500'000, 1);
    EXPECT_NEAR(meter.greatest(), 500'000, 1);
}

} // namespace
} // namespace plenum::link::test
