// SPDX-License-Identifier: Apache-2.0
#include "tests/netem/link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace plenum::netem {
namespace {

using namespace std::chrono_literals;

constexpr LocalTime start{1h};

TEST(Link, passes_everything_at_once_by_default) {
    Link link{1};
    const auto out = link.offer(100, start);
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(out[0].at, start);
    EXPECT_FALSE(out[0].corrupt);
    EXPECT_EQ(link.counters().passed, 1U);
    EXPECT_EQ(link.counters().bytes, 100U);
}

TEST(Link, a_rate_spaces_packets_and_its_queue_is_bounded) {
    Link link{1};
    link.settings.rate_bps = 8'000; // 1000 bytes a second
    link.settings.queue_bytes_max = 250;
    EXPECT_EQ(link.offer(100, start).at(0).at, start + 100ms);
    EXPECT_EQ(link.offer(100, start).at(0).at, start + 200ms);
    EXPECT_TRUE(link.offer(100, start).empty());
    EXPECT_EQ(link.counters().queue_full, 1U);
    EXPECT_EQ(link.counters().queue_bytes_peak, 200U);
    EXPECT_EQ(link.offer(100, start + 50ms).at(0).at, start + 300ms);
    EXPECT_EQ(link.offer(100, start + 1s).at(0).at, start + 1100ms);
}

TEST(Link, delay_stays_within_its_jitter) {
    Link link{3};
    link.settings.delay = 50ms;
    link.settings.jitter = 20ms;
    auto lowest = Duration::max();
    auto highest = Duration::zero();
    for (int number = 0; number < 10'000; ++number) {
        const auto under_way = link.offer(100, start).at(0).at - start;
        lowest = std::min(lowest, under_way);
        highest = std::max(highest, under_way);
    }
    EXPECT_GE(lowest, 30ms);
    EXPECT_LT(lowest, 31ms);
    EXPECT_LE(highest, 70ms);
    EXPECT_GT(highest, 69ms);
}

TEST(Link, jitter_above_the_delay_delivers_nothing_before_it_was_sent) {
    Link link{3};
    link.settings.delay = 1ms;
    link.settings.jitter = 20ms;
    for (int number = 0; number < 1000; ++number)
        EXPECT_GE(link.offer(100, start).at(0).at, start);
}

TEST(Link, order_is_kept_when_told) {
    Link link{3};
    link.settings.delay = 50ms;
    link.settings.jitter = 20ms;
    link.settings.keep_order = true;
    std::vector<LocalTime> times;
    for (int number = 0; number < 100; ++number)
        times.push_back(link.offer(100, start + number * 1ms).at(0).at);
    EXPECT_TRUE(std::ranges::is_sorted(times));
    link.settings.keep_order = false;
    times.clear();
    for (int number = 0; number < 100; ++number)
        times.push_back(link.offer(100, start + number * 1ms).at(0).at);
    EXPECT_FALSE(std::ranges::is_sorted(times));
}

TEST(Link, loss_is_the_share_asked_for) {
    Link link{5};
    link.settings.loss = 50'000;
    for (int number = 0; number < 100'000; ++number)
        (void)link.offer(100, start);
    EXPECT_GT(link.counters().lost, 4'700U);
    EXPECT_LT(link.counters().lost, 5'300U);
    EXPECT_EQ(link.counters().lost + link.counters().passed, 100'000U);
}

TEST(Link, bursts_have_the_mean_length_of_their_model) {
    Link link{5};
    link.settings.burst = BurstLoss{.enter = 10'000, .leave = 200'000};
    int lost = 0;
    int runs = 0;
    bool before = false;
    for (int number = 0; number < 200'000; ++number) {
        const auto gone = link.offer(100, start).empty();
        lost += gone ? 1 : 0;
        runs += gone && !before ? 1 : 0;
        before = gone;
    }
    // Share 0.01 / 0.21 = 4.76 %, mean burst 1 / 0.2 = 5.
    EXPECT_GT(lost, 8'600);
    EXPECT_LT(lost, 10'500);
    EXPECT_GT(static_cast<double>(lost) / runs, 4.6);
    EXPECT_LT(static_cast<double>(lost) / runs, 5.4);
}

TEST(Link, duplicates_and_reorders) {
    Link link{5};
    link.settings.duplicate = 100'000;
    link.settings.reorder = 100'000;
    std::uint64_t copies = 0;
    std::uint64_t later = 0;
    for (int number = 0; number < 10'000; ++number) {
        const auto out = link.offer(100, start);
        copies += out.size();
        for (const auto& passage : out)
            later += passage.at == start + link.settings.reorder_delay ? 1U : 0U;
    }
    EXPECT_EQ(copies, 10'000 + link.counters().duplicated);
    EXPECT_EQ(later, link.counters().reordered);
    EXPECT_GT(link.counters().duplicated, 880U);
    EXPECT_LT(link.counters().duplicated, 1'120U);
    EXPECT_GT(link.counters().reordered, 980U);
    EXPECT_LT(link.counters().reordered, 1'220U);
}

TEST(Link, disconnected_passes_nothing) {
    Link link{5};
    link.settings.connected = false;
    EXPECT_TRUE(link.offer(100, start).empty());
    EXPECT_EQ(link.counters().disconnected, 1U);
}

} // namespace
} // namespace plenum::netem
