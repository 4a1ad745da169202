// SPDX-License-Identifier: Apache-2.0
#include "core/link/rtt.h"

#include <gtest/gtest.h>

namespace plenum::link {
namespace {

using std::chrono::milliseconds;

TEST(RttEstimator, TheFirstSampleSetsEverything) {
    RttEstimator rtt;
    EXPECT_FALSE(rtt.has_sample());
    rtt.add(milliseconds{80}, milliseconds{10});
    EXPECT_TRUE(rtt.has_sample());
    EXPECT_EQ(rtt.smoothed(), milliseconds{80}); // no less than the least, so no delay is taken off
    EXPECT_EQ(rtt.variance(), milliseconds{40});
    EXPECT_EQ(rtt.min(), milliseconds{80});
}

/// RFC 9002 §5.3, worked by hand: 7/8·80 + 1/8·120 and 3/4·40 + 1/4·40.
TEST(RttEstimator, LaterSamplesAreSmoothed) {
    RttEstimator rtt;
    rtt.add(milliseconds{80}, {});
    rtt.add(milliseconds{130}, milliseconds{10});
    EXPECT_EQ(rtt.latest(), milliseconds{120});
    EXPECT_EQ(rtt.smoothed(), milliseconds{85});
    EXPECT_EQ(rtt.variance(), milliseconds{40});
    EXPECT_EQ(rtt.probe_timeout(), milliseconds{85 + 160 + 20});
}

TEST(RttEstimator, APeerCannotHideThePathBehindItsDelay) {
    RttEstimator rtt;
    rtt.add(milliseconds{10}, {});
    rtt.add(milliseconds{500}, milliseconds{480});
    EXPECT_EQ(rtt.latest(), milliseconds{480}); // 20 ms is the most that counts
    rtt.add(milliseconds{15}, milliseconds{20});
    EXPECT_EQ(rtt.latest(), milliseconds{15});
    rtt.add(milliseconds{-5}, {});
    EXPECT_GT(rtt.min(), base::Duration::zero());
}

TEST(RttEstimator, ASteadyPathNarrowsTheProbe) {
    RttEstimator rtt;
    for (int i = 0; i < 100; ++i)
        rtt.add(milliseconds{50}, {});
    EXPECT_EQ(rtt.smoothed(), milliseconds{50});
    EXPECT_LE(rtt.probe_timeout(), milliseconds{72});
    EXPECT_GE(rtt.probe_timeout(), milliseconds{71});
}

} // namespace
} // namespace plenum::link
