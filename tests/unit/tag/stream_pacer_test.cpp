// SPDX-License-Identifier: Apache-2.0
#include "core/tag/stream_pacer.h"

#include <gtest/gtest.h>

namespace plenum::tag {
namespace {

using namespace std::chrono_literals;

base::FlowSpec board() {
    base::FlowSpec spec;
    spec.rate_hz = 30;
    spec.message_bytes_max = 4096;
    return spec;
}

class StreamPacerTest : public testing::Test {
  protected:
    StreamPacer pacer{board()};
    base::LocalTime now{1h};
};

TEST_F(StreamPacerTest, declared_rate_never_waits) {
    for (int i = 0; i < 3000; ++i, now += 33ms)
        EXPECT_EQ(pacer.take(4096, now), 0ms);
}

TEST_F(StreamPacerTest, what_a_network_held_back_does_not_wait) {
    for (int i = 0; i < 15 * 30; ++i)
        EXPECT_EQ(pacer.take(500, now), 0ms);
}

TEST_F(StreamPacerTest, flood_is_taken_at_the_declared_rate_and_a_tenth_more) {
    int taken = 0;
    for (const auto end = now + 100s; now < end; ++taken)
        now += pacer.take(100, now);
    EXPECT_NEAR(taken, 115 * 33, 40);
}

TEST_F(StreamPacerTest, message_larger_than_declared_counts_as_several) {
    int taken = 0;
    for (const auto end = now + 100s; now < end; ++taken)
        now += pacer.take(60'000, now);
    EXPECT_NEAR(taken, 115 * 33 / 13, 5);
}

TEST_F(StreamPacerTest, whoever_was_silent_begins_anew) {
    for (int i = 0; i < 600; ++i)
        std::ignore = pacer.take(100, now);
    now += 19s;
    EXPECT_EQ(pacer.take(100, now), 0ms);
}

} // namespace
} // namespace plenum::tag
