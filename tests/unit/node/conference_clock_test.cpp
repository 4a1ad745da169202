// SPDX-License-Identifier: Apache-2.0
#include "core/member/conference_clock.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

using namespace std::chrono_literals;

base::LocalTime after(base::Duration time) { return base::LocalTime{100s + time}; }

TEST(ConferenceClock, says_nothing_before_the_first_word_of_a_link) {
    const ConferenceClock clock;
    EXPECT_FALSE(clock.offset().has_value());
    EXPECT_FALSE(clock.is_of(base::LocalTime{}));
    EXPECT_EQ(clock.at(after(1s)), base::ConferenceTime{});
}

TEST(ConferenceClock, tells_anew_what_changed_by_more_than_a_step) {
    ConferenceClock clock;
    EXPECT_TRUE(clock.take({5s, 40ms}, 20ms, after(0s)));
    EXPECT_EQ(clock.at(after(0s)), base::ConferenceTime{105s});
    EXPECT_TRUE(clock.is_of(after(0s)));
    EXPECT_FALSE(clock.take({5s + 900us, 39ms}, 20ms, after(1s)));
    EXPECT_EQ(clock.offset()->value, 5s + 900us) << "taken all the same";
    // From what was told last, however many steps it took.
    EXPECT_TRUE(clock.take({5s + 1800us, 38ms}, 20ms, after(2s)));
    EXPECT_TRUE(clock.take({5s + 1800us, 37ms}, 12ms, after(3s)));
    EXPECT_EQ(clock.doubt(), 12ms);
}

TEST(ConferenceClock, keeps_what_a_former_link_knew_better) {
    ConferenceClock clock;
    ASSERT_TRUE(clock.take({5s, 3ms}, 1ms, after(0s)));
    EXPECT_FALSE(clock.take({5s + 30ms, 60ms}, 60ms, after(2s)));
    EXPECT_EQ(clock.offset()->value, 5s);
    EXPECT_FALSE(clock.is_of(after(2s)));
    // Tighter than what drift has made of it: 3 ms and 400 ppm of 4 s.
    EXPECT_TRUE(clock.take({5s + 2ms, 4500us}, 2ms, after(4s)));
    EXPECT_EQ(clock.offset()->value, 5s + 2ms);
}

TEST(ConferenceClock, keeps_it_for_a_while_only) {
    ConferenceClock clock;
    ASSERT_TRUE(clock.take({5s, 3ms}, 1ms, after(0s)));
    EXPECT_FALSE(clock.take({5s + 30ms, 60ms}, 60ms, after(ConferenceClock::kept)));
    EXPECT_TRUE(clock.take({5s + 30ms, 60ms}, 60ms, after(ConferenceClock::kept + 1us)));
}

TEST(ConferenceClock, believes_no_former_link_of_a_relay_whose_clock_is_another) {
    ConferenceClock clock;
    ASSERT_TRUE(clock.take({5s, 3ms}, 1ms, after(0s)));
    EXPECT_TRUE(clock.take({6s, 60ms}, 60ms, after(1s)));
    EXPECT_EQ(clock.offset()->value, 6s);
}

} // namespace
} // namespace plenum::node
