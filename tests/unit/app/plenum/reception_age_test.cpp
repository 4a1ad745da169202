// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/reception_age.h"

#include "core/link/liveness.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime heard{100s};
constexpr base::LocalTime never{};

TEST(Reception, whoever_is_not_heard_any_more_is_off) {
    EXPECT_TRUE(is_sending(heard, true, never, heard + 1s, sound_age_max));
    EXPECT_FALSE(is_sending(heard, true, never, heard + sound_age_max, sound_age_max));
    EXPECT_FALSE(is_sending(never, false, never, heard, sound_age_max));
}

TEST(Reception, a_silence_of_the_relay_switches_nobody_off_and_nobody_on) {
    const auto back = heard + 20s;
    EXPECT_TRUE(is_sending(heard, true, back, back + 1s, sound_age_max));
    EXPECT_FALSE(is_sending(heard, true, back, back + sound_age_max, sound_age_max));
    EXPECT_FALSE(is_sending(heard, false, back, back + 1s, sound_age_max));
    EXPECT_GT(sound_age_max, link::Liveness::silent_after) << "the relay counts as silent first";
}

} // namespace
} // namespace plenum::app
