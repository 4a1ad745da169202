// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/delay_gauge.h"

#include <gtest/gtest.h>

namespace plenum::conversation {
namespace {

using namespace std::chrono_literals;

TEST(DelayGauge, says_what_nineteen_of_twenty_kept_to) {
    DelayGauge gauge;
    for (int i = 0; i < 95; ++i)
        gauge.add(30ms);
    for (int i = 0; i < 5; ++i)
        gauge.add(300ms);
    EXPECT_EQ(gauge.take(), 32ms);
    for (int i = 0; i < 100; ++i)
        gauge.add(101ms);
    EXPECT_EQ(gauge.take(), 104ms);
}

TEST(DelayGauge, says_nothing_where_nothing_came) {
    DelayGauge gauge;
    EXPECT_EQ(gauge.take(), std::nullopt);
    gauge.add(10ms);
    EXPECT_EQ(gauge.take(), 12ms);
    EXPECT_EQ(gauge.take(), std::nullopt);
}

TEST(DelayGauge, forgets) {
    DelayGauge gauge;
    for (int i = 0; i < 50; ++i)
        gauge.add(1s);
    EXPECT_EQ(gauge.take(), 1s);
    for (int second = 0; second < 8; ++second) {
        for (int i = 0; i < 50; ++i)
            gauge.add(20ms);
        std::ignore = gauge.take();
    }
    gauge.add(20ms);
    EXPECT_EQ(gauge.take(), 20ms);
}

TEST(DelayGauge, keeps_to_its_ends) {
    DelayGauge gauge;
    gauge.add(-1s);
    EXPECT_EQ(gauge.take(), 0ms);
    for (int i = 0; i < 100; ++i)
        gauge.add(1h);
    EXPECT_EQ(gauge.take(), delta_max);
}

} // namespace
} // namespace plenum::conversation
