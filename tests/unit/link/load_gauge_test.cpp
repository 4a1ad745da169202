// SPDX-License-Identifier: Apache-2.0
#include "core/link/load_gauge.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Gauge : public testing::Test {
  protected:
    /// `count` requests spread evenly over `duration`; how many were asked for a cookie.
    int requests(int count, base::Duration duration, std::size_t half_open = 0) {
        int asked = 0;
        for (int i = 0; i < count; ++i) {
            now += duration / count;
            asked += gauge.handle_request(half_open, now) ? 1 : 0;
        }
        return asked;
    }

    base::LocalTime now{seconds{7} + milliseconds{33}};
    LoadGauge gauge{LoadOptions{}};
};

TEST_F(Gauge, ARateBelowTheFirstThresholdIsNoLoadForHoweverLong) {
    EXPECT_EQ(requests(190 * 20, seconds{20}), 0);
    EXPECT_FALSE(gauge.under_load());
}

TEST_F(Gauge, ACrowdAtOnceIsLoadFromTheTwoHundredthOn) { EXPECT_EQ(requests(300, milliseconds{30}), 101); }

/// Between the thresholds it stays as it was, whichever that is.
TEST_F(Gauge, BetweenTheThresholdsNothingSwitches) {
    EXPECT_EQ(requests(150 * 5, seconds{5}), 0);
    EXPECT_GT(requests(1000, seconds{1}), 700);
    now += seconds{0};
    EXPECT_EQ(requests(150 * 5, seconds{5}), 150 * 5);
    const auto asked = requests(80 * 5, seconds{5});
    EXPECT_GE(asked, 20) << "the last second's requests still count";
    EXPECT_LE(asked, 100);
    EXPECT_FALSE(gauge.under_load());
    EXPECT_EQ(requests(150 * 5, seconds{5}), 0);
}

TEST_F(Gauge, AfterAPauseTheLoadIsForgotten) {
    EXPECT_GT(requests(1000, seconds{1}), 700);
    now += seconds{2};
    EXPECT_EQ(requests(1, milliseconds{1}), 0);
}

TEST_F(Gauge, AHalfFullRingIsLoadUntilItIsNearlyEmpty) {
    EXPECT_EQ(requests(1, seconds{1}, 511), 0);
    EXPECT_EQ(requests(1, seconds{1}, 512), 1);
    EXPECT_EQ(requests(1, seconds{2}, 129), 1);
    EXPECT_EQ(requests(1, seconds{2}, 128), 0);
    EXPECT_EQ(requests(1, seconds{2}, 300), 0);
}

} // namespace
} // namespace plenum::link::test
