// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate/loss_intervals.h"
#include "core/link/rate/tfrc_rate.h"
#include "core/link/rate/throughput_equation.h"

#include <gtest/gtest.h>

#include <vector>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{10}};

/// Computed from RFC 5348 §3.1 by another program.
TEST(ThroughputEquation, IsThatOfTheRfc) {
    EXPECT_NEAR(tcp_throughput(1460, 0.1, 0.01), 164'005, 10);
    EXPECT_NEAR(tcp_throughput(1200, 0.05, 0.001), 921'225, 10);
    EXPECT_NEAR(tcp_throughput(1200, 0.2, 0.1), 10'621, 10);
    EXPECT_NEAR(tcp_throughput(1000, 0.1, 1), 41.1, 0.1);
}

TEST(ThroughputEquation, ItsInverseLeadsBack) {
    for (const auto rate : {5'000.0, 200'000.0, 3e6})
        EXPECT_NEAR(tcp_throughput(1200, 0.08, loss_event_rate_for(1200, 0.08, rate)), rate, rate / 1000);
    EXPECT_NEAR(loss_event_rate_for(1200, 0.1, 1), 1, 1e-6);
}

/// Feeds packets at equal distances.
struct Feeder {
    LossIntervals intervals;
    base::LocalTime at{start};
    void arrive(int packets) {
        for (int i = 0; i < packets; ++i, at += milliseconds{1})
            intervals.handle_acknowledged();
    }
    bool lose() {
        const auto began = intervals.handle_lost(at, milliseconds{50});
        at += milliseconds{1};
        return began;
    }
};

TEST(LossIntervals, LossesOfOneRoundTripAreOneEvent) {
    Feeder feeder;
    EXPECT_EQ(feeder.intervals.rate(), 0);
    EXPECT_TRUE(feeder.lose());
    EXPECT_FALSE(feeder.lose());
    feeder.arrive(40);
    EXPECT_FALSE(feeder.lose());
    feeder.arrive(60);
    EXPECT_TRUE(feeder.lose());
}

/// An event all of whose losses came later was none, and its two intervals are one.
TEST(LossIntervals, WhatWasOnlyLateIsNoLoss) {
    Feeder feeder;
    std::vector<base::LocalTime> lost;
    for (int i = 0; i < 6; ++i) {
        lost.push_back(feeder.at);
        EXPECT_TRUE(feeder.lose());
        EXPECT_FALSE(feeder.lose());
        feeder.arrive(98);
    }
    EXPECT_NEAR(feeder.intervals.rate(), 0.01, 1e-9);
    feeder.intervals.handle_found(lost[3]);
    EXPECT_NEAR(feeder.intervals.rate(), 0.01, 1e-9) << "half of an event is one";
    feeder.intervals.handle_found(lost[3] + milliseconds{1});
    // Four, of which one is twice as long; the open one would make the mean smaller.
    EXPECT_NEAR(1 / feeder.intervals.rate(), 500.0 / 4, 1e-6);
    for (const auto& at : lost)
        for (int i = 0; i < 2; ++i)
            feeder.intervals.handle_found(at + i * milliseconds{1});
    EXPECT_FALSE(feeder.intervals.any());
    EXPECT_EQ(feeder.intervals.rate(), 0);
    EXPECT_TRUE(feeder.lose()) << "and it begins anew";
    EXPECT_GT(feeder.intervals.rate(), 0);
}

/// What is older than all events that are known, or was none of them, changes nothing.
TEST(LossIntervals, WhatNobodyMissedIsNotFound) {
    Feeder feeder;
    const auto before = feeder.at;
    feeder.arrive(10);
    feeder.intervals.handle_found(before);
    EXPECT_FALSE(feeder.intervals.any());
    EXPECT_TRUE(feeder.lose());
    const auto rate = feeder.intervals.rate();
    feeder.intervals.handle_found(before);
    EXPECT_EQ(feeder.intervals.rate(), rate);
}

/// Of eight equal intervals the mean is one of them.
TEST(LossIntervals, EqualIntervalsGiveTheirInverse) {
    Feeder feeder;
    for (int i = 0; i < 12; ++i) {
        EXPECT_TRUE(feeder.lose());
        feeder.arrive(99);
    }
    EXPECT_NEAR(feeder.intervals.rate(), 0.01, 1e-9);
}

/// §5.4: weights 1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2, the newest first, their sum 6.
TEST(LossIntervals, OldOnesWeighLess) {
    Feeder feeder;
    for (const auto length : {400, 100, 100, 100, 100, 100, 100, 100}) {
        EXPECT_TRUE(feeder.lose());
        feeder.arrive(length - 1);
    }
    EXPECT_TRUE(feeder.lose());
    EXPECT_NEAR(1 / feeder.intervals.rate(), (0.2 * 400 + 5.8 * 100) / 6, 1e-6);
}

/// §5.5: the longer nothing is lost, the less the past counts; never less than the open interval alone would say.
TEST(LossIntervals, TheOpenIntervalLowersTheRate) {
    Feeder feeder;
    for (int i = 0; i < 9; ++i) {
        EXPECT_TRUE(feeder.lose());
        feeder.arrive(99);
    }
    const auto before = feeder.intervals.rate();
    feeder.arrive(50);
    EXPECT_LT(feeder.intervals.rate(), before);
    feeder.arrive(2000);
    // Without discounting it would be (2150 + 5.8 · 100) / 6.8 of the open and seven others.
    EXPECT_GT(1 / feeder.intervals.rate(), (2149 + 5.8 * 100) / 6.8 * 1.3);
}

class Tfrc : public testing::Test {
  protected:
    /// A round trip in which `packets` arrive, of which one is lost if asked for.
    void round_trip(int packets, bool lose, bool limited = true) {
        for (int i = 0; i < packets; ++i)
            rate.handle_sent({now, 1200, true});
        const auto sent_at = now;
        now += milliseconds{100};
        if (lose) rate.handle_lost({now, sent_at, 1200});
        for (int i = lose ? 1 : 0; i < packets; ++i)
            rate.handle_acknowledged({now, sent_at, 1200});
        rate.handle_feedback({now, sent_at, milliseconds{90}, milliseconds{90}, 0, limited});
    }
    [[nodiscard]] double now_rate() const { return static_cast<double>(rate.rate().value()); }

    base::LocalTime now{start};
    TfrcRate rate{{.make = make_tfrc_rate, .initial = base::ByteRate{120'000}}, start};
};

TEST_F(Tfrc, DoublesEachRoundTripUntilSomethingIsLost) {
    round_trip(10, false);
    EXPECT_NEAR(now_rate(), 240'000, 1000);
    round_trip(20, false);
    EXPECT_NEAR(now_rate(), 480'000, 1000);
}

TEST_F(Tfrc, NeverMoreThanTwiceWhatArrives) {
    for (int i = 0; i < 10; ++i)
        round_trip(20, false);
    EXPECT_NEAR(now_rate(), 480'000, 1000);
}

TEST_F(Tfrc, AnApplicationThatSendsLessKeepsTheRate) {
    for (int i = 0; i < 3; ++i)
        round_trip(40, false);
    const auto before = now_rate();
    for (int i = 0; i < 50; ++i)
        round_trip(2, false, false);
    EXPECT_EQ(now_rate(), before);
}

/// One packet in 50 lost: the equation's rate, within what intervals of 50 ± 1 leave open.
TEST_F(Tfrc, SettlesAtTheEquationsRate) {
    for (int i = 0; i < 40; ++i)
        round_trip(50, true);
    EXPECT_NEAR(rate.stats().loss_event_rate, 0.02, 0.001);
    EXPECT_NEAR(now_rate(), tcp_throughput(1200, 0.09, 0.02), 4000);
}

/// §4.4, but not below the floor; and one who sends nothing is owed nothing.
TEST_F(Tfrc, SilenceHalvesTheRateOfWhoAsked) {
    for (int i = 0; i < 3; ++i)
        round_trip(40, false);
    const auto before = now_rate();
    rate.expire(now + seconds{100});
    EXPECT_EQ(now_rate(), before);
    now += seconds{100};
    rate.handle_sent({now, 1200, true});
    rate.expire(now + milliseconds{359});
    EXPECT_EQ(now_rate(), before);
    rate.expire(now + milliseconds{361});
    EXPECT_NEAR(now_rate(), before / 2, 1);
    rate.expire(now + seconds{3600});
    EXPECT_EQ(now_rate(), 16'000);
    round_trip(10, false);
    EXPECT_GT(now_rate(), 100'000);
}

} // namespace
} // namespace plenum::link::test
