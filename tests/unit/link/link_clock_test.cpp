// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/link/link_pair.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

struct ClockCase {
    PathOptions to_relay;
    PathOptions to_client;
    std::int64_t client_ppm;
    std::int64_t relay_ppm;
    base::Duration error_expected;
};

class LinkClock : public testing::TestWithParam<ClockCase> {};

constexpr PathOptions path(int low, int high, std::uint32_t loss = 0) {
    return {milliseconds{low}, milliseconds{high}, loss, 0};
}

// The bound is half the least round trip that four and more exchanges saw, and drift on top.
INSTANTIATE_TEST_SUITE_P(Paths, LinkClock,
                         testing::Values(ClockCase{path(1, 1), path(1, 1), 0, 0, milliseconds{2}},
                                         ClockCase{path(30, 70), path(30, 70), 0, 0, milliseconds{55}},
                                         ClockCase{path(5, 5), path(120, 120), 200, -200, milliseconds{66}},
                                         ClockCase{path(120, 200), path(1, 3), -200, 200, milliseconds{100}},
                                         ClockCase{path(20, 500, 300), path(20, 40, 300), 200, 0, milliseconds{180}}));

/// At each moment, whatever the two ways are, the true offset lies within the bound, and the bound is of use.
TEST_P(LinkClock, TheTrueOffsetLiesWithinTheBound) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        PairOptions options;
        options.to_relay = GetParam().to_relay;
        options.to_client = GetParam().to_client;
        options.client_clock.drift_ppm = GetParam().client_ppm;
        options.relay_clock.drift_ppm = GetParam().relay_ppm;
        options.seed = seed;
        LinkPair pair{options};
        ASSERT_TRUE(pair.establish(seconds{15}));
        std::size_t checked = 0;
        const auto began = pair.now;
        pair.every(milliseconds{37}, began + seconds{2}, began + seconds{40}, [&] {
            const auto clock = pair.client.link->clock(pair.client_now());
            ASSERT_TRUE(clock);
            const auto truth = pair.relay_now().time_since_epoch() - pair.client_now().time_since_epoch();
            EXPECT_LE(std::chrono::abs(truth - clock->value), clock->error_max);
            EXPECT_LE(clock->error_max, GetParam().error_expected);
            ++checked;
        });
        pair.run_until(began + seconds{40});
        EXPECT_GT(checked, 1000U);
    }
}

TEST(LinkClockBurst, AFirstBoundComesWithinOneRoundTripAndFourExchangesWithin300ms) {
    PairOptions options;
    options.to_relay = options.to_client = path(20, 20);
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    const auto began = *pair.client.established_at;
    EXPECT_FALSE(pair.client.link->clock(pair.client_now()));
    pair.run_until(began + milliseconds{45});
    ASSERT_TRUE(pair.client.link->clock(pair.client_now()));
    EXPECT_EQ(pair.relay.link->clock(pair.relay_now()), base::ClockOffset{});
}

/// Cut off, the bound grows by the drift that two clocks may have, and no more.
TEST(LinkClockBurst, TheBoundGrowsWithAge) {
    PairOptions options;
    options.dead_after = seconds{100};
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    pair.run_until(seconds{5});
    pair.to_client.cut = true;
    pair.run_until(seconds{6});
    const auto before = pair.client.link->clock(pair.client_now()).value();
    pair.run_until(seconds{16});
    const auto after = pair.client.link->clock(pair.client_now()).value();
    EXPECT_EQ(after.value, before.value);
    EXPECT_GE(after.error_max - before.error_max, milliseconds{3});
    EXPECT_LE(after.error_max - before.error_max, milliseconds{5});
}

} // namespace
} // namespace plenum::link::test
