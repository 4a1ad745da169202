// SPDX-License-Identifier: Apache-2.0
#include "core/tag/flow_policer.h"

#include <gtest/gtest.h>

namespace plenum::tag {
namespace {

using namespace std::chrono_literals;

base::FlowSpec live(std::uint32_t rate_hz, std::uint32_t bytes_max = 200) {
    base::FlowSpec spec;
    spec.loss_delay = 500ms;
    spec.rate_hz = rate_hz;
    spec.message_bytes_max = bytes_max;
    return spec;
}

/// How many of the messages that are sent `rate_hz` times a second for ten seconds pass.
int admitted_of(FlowPolicer& policer, int rate_hz, std::size_t bytes) {
    int admitted = 0;
    for (int i = 0; i < rate_hz * 10; ++i)
        admitted += policer.admits(base::SequenceNumber{static_cast<std::uint64_t>(i) + 1}, bytes,
                                   base::LocalTime{base::Duration{1s} * i / rate_hz});
    return admitted;
}

TEST(FlowPolicer, admits_everything_at_the_declared_rate_and_a_little_more) {
    FlowPolicer policer{live(50)};
    EXPECT_EQ(admitted_of(policer, 50, 200), 500);
    FlowPolicer hasty{live(50)};
    EXPECT_EQ(admitted_of(hasty, 54, 200), 540);
}

TEST(FlowPolicer, holds_ten_times_the_rate_to_the_declared_one) {
    FlowPolicer policer{live(50)};
    const auto admitted = admitted_of(policer, 500, 100);
    EXPECT_GE(admitted, 500);
    EXPECT_LE(admitted, 500 * 11 / 10 + 30) << "a tenth more, and one burst of 500 ms";
}

TEST(FlowPolicer, holds_large_messages_to_the_declared_bytes) {
    FlowPolicer policer{live(50, 200)};
    const auto admitted = admitted_of(policer, 50, 8400); // ten times 200 and what a message costs beside
    EXPECT_GE(admitted, 50);
    EXPECT_LE(admitted, 62);
}

TEST(FlowPolicer, admits_a_burst_that_the_network_held_back) {
    FlowPolicer policer{live(50)};
    const base::LocalTime late{10s};
    int admitted = 0;
    for (std::uint64_t i = 1; i <= 60; ++i)
        admitted += policer.admits(base::SequenceNumber{i}, 200, late);
    EXPECT_GE(admitted, 25) << "what 500 ms held back";
    EXPECT_LE(admitted, 28);
}

TEST(FlowPolicer, gives_all_fragments_of_a_message_one_verdict) {
    FlowPolicer policer{live(1, 5000)};
    const base::LocalTime at{1s};
    for (std::uint64_t message = 1; message <= 4; ++message)
        EXPECT_TRUE(policer.admits(base::SequenceNumber{message}, 1100, at));
    EXPECT_FALSE(policer.admits(base::SequenceNumber{5}, 1100, at));
    EXPECT_TRUE(policer.admits(base::SequenceNumber{3}, 1100, at)) << "its second fragment";
    EXPECT_FALSE(policer.admits(base::SequenceNumber{5}, 1100, at + 10s))
        << "its second fragment, though there is room";
}

TEST(FlowPolicer, does_not_count_a_message_again_whose_fragments_come_again_much_later) {
    FlowPolicer policer{live(30, 5000)};
    int refused = 0;
    for (std::uint64_t message = 1; message <= 600; ++message) {
        const base::LocalTime at{base::Duration{1s} * static_cast<std::int64_t>(message) / 30};
        refused += !policer.admits(base::SequenceNumber{message}, 1100, at);
        // Every third lost a fragment, which comes half a second later.
        if (message % 3 == 0 && message > 15) refused += !policer.admits(base::SequenceNumber{message - 15}, 1100, at);
    }
    EXPECT_EQ(refused, 0);
}

TEST(FlowPolicer, holds_old_numbers_to_the_declared_bytes) {
    FlowPolicer policer{live(50, 200)};
    EXPECT_TRUE(policer.admits(base::SequenceNumber{10'000}, 200, base::LocalTime{1s}));
    int admitted = 0;
    for (std::uint64_t i = 0; i < 5000; ++i)
        admitted += policer.admits(base::SequenceNumber{1 + i}, 840, base::LocalTime{1s + i * 2ms});
    EXPECT_LE(admitted, 500 * 11 / 10 + 30);
}

TEST(FlowPolicer, drops_the_tail_of_a_message_that_outgrows_its_declaration) {
    FlowPolicer policer{live(1, 1000)};
    int admitted = 0;
    for (int i = 0; i < 100; ++i)
        admitted += policer.admits(base::SequenceNumber{1}, 1100, base::LocalTime{1s});
    EXPECT_LE(admitted, 8) << "four messages of 1,640 bytes";
    EXPECT_GE(admitted, 5);
}

} // namespace
} // namespace plenum::tag
