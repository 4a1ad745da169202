// SPDX-License-Identifier: Apache-2.0
#include "core/link/loss_meter.h"

#include <gtest/gtest.h>

namespace plenum::link {
namespace {

using namespace std::chrono_literals;

TEST(LossMeter, TellsTheShareOfTheLastSecondsAlone) {
    LossMeter meter;
    EXPECT_EQ(meter.permille(), 0U);
    base::LocalTime now{100s};
    for (int i = 0; i < 30; ++i, now += 100ms)
        meter.handle_lost(now);
    for (int i = 0; i < 30; ++i)
        meter.handle_acknowledged(now);
    EXPECT_EQ(meter.permille(), 500U);
    for (int second = 0; second < 5; ++second, now += 1s) {
        for (int i = 0; i < 30; ++i)
            meter.handle_acknowledged(now);
    }
    EXPECT_EQ(meter.permille(), 0U) << "what was lost before is over";
}

TEST(LossMeter, OfAHandfulNothingIsSaid) {
    LossMeter meter;
    const base::LocalTime now{100s};
    for (std::uint64_t i = 0; i + 2 < LossMeter::packets_min; ++i)
        meter.handle_acknowledged(now);
    meter.handle_lost(now);
    EXPECT_EQ(meter.permille(), 0U);
    meter.handle_lost(now);
    EXPECT_EQ(meter.permille(), 2000U / LossMeter::packets_min);
}

} // namespace
} // namespace plenum::link
