// SPDX-License-Identifier: Apache-2.0
#include "media/audio/level.h"

#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

TEST(Level, MeasuresASine) {
    const auto level = measure_level(test::sine_block(1000, 16384));
    EXPECT_NEAR(level.peak_dbfs, -6.02, 0.05);
    EXPECT_NEAR(level.rms_dbfs, -9.03, 0.05);
}

TEST(Level, OfNothingIsTheFloor) {
    const auto level = measure_level(AudioBlock{});
    EXPECT_EQ(level.peak_dbfs, level_floor_dbfs);
    EXPECT_EQ(level.rms_dbfs, level_floor_dbfs);
}

TEST(Level, FullNegativeScaleIsZero) {
    AudioBlock block;
    block.fill(-32768);
    EXPECT_NEAR(measure_level(block).peak_dbfs, 0, 0.001);
}

TEST(LevelMeter, JumpsUpAndFallsSlowly) {
    LevelMeter meter;
    meter.update(test::sine_block(1000, 32767));
    EXPECT_NEAR(meter.level().peak_dbfs, 0, 0.1);
    for (int i = 0; i < 200; ++i) // one second
        meter.update(AudioBlock{});
    EXPECT_NEAR(meter.level().peak_dbfs, -20, 0.5);
    EXPECT_LT(meter.level().rms_dbfs, -90);
}

} // namespace
} // namespace plenum::media
