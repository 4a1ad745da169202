// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/video_beside_bulk.h"

#include "core/crypto/initialise.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::bench {
namespace {

/// ms² between frames, in virtual time: what queue and pacer do, without what the machine adds.
double variance_of(VideoBesideBulk::Order order, std::size_t streams) {
    const auto samples = VideoBesideBulk{order, streams, VideoBesideBulk::World::still}.run();
    EXPECT_FALSE(samples.empty());
    return variance(samples);
}

class PresentationJitter : public testing::TestWithParam<std::size_t> {
  protected:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
};

TEST_P(PresentationJitter, of_a_video_is_what_one_packet_takes_however_greedy_others_are) {
    // A packet of 1200 bytes takes 0.096 ms here, and frames may just miss one: 2 * 0.096^2 / 12.
    EXPECT_LE(variance_of(VideoBesideBulk::Order::ours, GetParam()), 0.002);
}

TEST_P(PresentationJitter, is_500_times_that_in_a_queue_where_the_first_to_come_is_the_first_served) {
    // None at all where each frame finds the path free.
    const auto ours = std::max(variance_of(VideoBesideBulk::Order::ours, GetParam()), 0.0001);
    EXPECT_GE(variance_of(VideoBesideBulk::Order::first_come, GetParam()), 500 * ours);
}

INSTANTIATE_TEST_SUITE_P(GreedyStreams, PresentationJitter, testing::Values(1, 2, 3));

} // namespace
} // namespace plenum::bench
