// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/delta_interval.h"

#include <gtest/gtest.h>

namespace plenum::conversation {
namespace {

using namespace std::chrono_literals;

const base::FlowId voice{1};
const base::FlowId camera{2};
const base::FlowId chat{3};

TEST(DeltaInterval, lies_between_the_slowest_wish_and_the_strictest_loss) {
    const std::vector<FlowDelays> flows{{voice, 100ms, 500ms}, {camera, 150ms, 800ms}, {chat, 120ms, std::nullopt}};
    EXPECT_EQ(negotiate(flows, 0ms).value(), (DeltaInterval{152ms, 496ms}));
    EXPECT_EQ(negotiate(flows, 25ms).value(), (DeltaInterval{200ms, 496ms}));
    EXPECT_EQ(negotiate(flows, 173ms).value(), (DeltaInterval{496ms, 496ms}));
}

TEST(DeltaInterval, is_open_above_where_nothing_is_ever_worthless) {
    const std::vector<FlowDelays> flows{{chat, 1s, std::nullopt}};
    EXPECT_EQ(negotiate(flows, 0ms).value(), (DeltaInterval{1s, 1996ms}));
    EXPECT_EQ(negotiate({}, 3ms).value(), (DeltaInterval{8ms, 1996ms}));
}

TEST(DeltaInterval, is_refused_with_the_flows_at_fault_where_it_is_empty) {
    const std::vector<FlowDelays> flows{{voice, 100ms, 300ms}, {camera, 200ms, 800ms}, {chat, 900ms, std::nullopt}};
    const auto none = negotiate(flows, 10ms);
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().least, 920ms);
    EXPECT_EQ(none.error().most, 300ms);
    EXPECT_EQ(none.error().too_slow, std::vector{chat});
    EXPECT_EQ(none.error().too_strict, (std::vector{voice, camera}));
}

TEST(DeltaInterval, is_refused_for_the_clocks_alone) {
    const std::vector<FlowDelays> flows{{voice, 100ms, 300ms}};
    EXPECT_TRUE(negotiate(flows, 98ms).has_value());
    const auto none = negotiate(flows, 99ms);
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().too_slow, std::vector{voice});
    EXPECT_EQ(none.error().too_strict, std::vector{voice});
}

TEST(DeltaInterval, chooses_the_least_that_covers_what_was_measured) {
    const DeltaInterval interval{152ms, 496ms};
    EXPECT_EQ(interval.choose(20ms), 152ms);
    EXPECT_EQ(interval.choose(152ms), 152ms);
    EXPECT_EQ(interval.choose(153ms), 156ms);
    EXPECT_EQ(interval.choose(10s), 496ms);
}

} // namespace
} // namespace plenum::conversation
