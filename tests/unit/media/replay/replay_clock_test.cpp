// SPDX-License-Identifier: Apache-2.0
#include "media/replay/replay_clock.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;

base::LocalTime at(Duration time) { return base::LocalTime{time}; }

/// A replay of a history that begins at 100 s, in steps of 5 ms.
class Replaying {
  public:
    explicit Replaying(Duration from) { clock.begin(at(from), bounds()); }
    ReplayClock::Bounds bounds() const { return {at(oldest), at(live)}; }
    void pass(Duration time) {
        for (Duration passed{}; passed < time; passed += 5ms) {
            live += 5ms;
            clock.advance(5ms, bounds());
        }
    }

    Duration oldest{100s};
    Duration live{200s};
    ReplayClock clock;
};

TEST(ReplayClock, half_faster_needs_twice_the_time_to_catch_up) {
    Replaying replay{160s};
    EXPECT_EQ(replay.clock.behind(at(replay.live)), 40s);
    EXPECT_EQ(replay.clock.until_live(at(replay.live)), 2 * (40s - ReplayClock::live_margin));
    replay.pass(60s);
    EXPECT_TRUE(replay.clock.on());
    EXPECT_EQ(replay.clock.behind(at(replay.live)), 10s);
    replay.pass(20s);
    EXPECT_FALSE(replay.clock.on());
    EXPECT_TRUE(replay.clock.caught_up());
    EXPECT_EQ(replay.clock.behind(at(replay.live)), 0s);
}

TEST(ReplayClock, twice_as_fast_needs_as_long_as_it_is_behind) {
    Replaying replay{160s};
    replay.clock.set_speed(ReplaySpeed::twice);
    EXPECT_EQ(replay.clock.until_live(at(replay.live)), 40s - ReplayClock::live_margin);
    replay.pass(39s);
    EXPECT_TRUE(replay.clock.on());
    replay.pass(1s);
    EXPECT_TRUE(replay.clock.caught_up());
}

TEST(ReplayClock, as_it_was_never_catches_up) {
    Replaying replay{160s};
    replay.clock.set_speed(ReplaySpeed::usual);
    EXPECT_FALSE(replay.clock.until_live(at(replay.live)).has_value());
    replay.pass(30s);
    EXPECT_EQ(replay.clock.behind(at(replay.live)), 40s);
    EXPECT_EQ(replay.clock.position(), at(190s));
}

TEST(ReplayClock, paused_falls_behind_until_the_history_ends) {
    Replaying replay{160s};
    replay.clock.set_paused(true);
    replay.pass(10s);
    EXPECT_EQ(replay.clock.position(), at(160s));
    EXPECT_EQ(replay.clock.behind(at(replay.live)), 50s);
    EXPECT_FALSE(replay.clock.until_live(at(replay.live)).has_value());
    replay.oldest = 170s;
    replay.pass(5ms);
    EXPECT_EQ(replay.clock.position(), at(170s)) << "what is gone is passed over";
}

TEST(ReplayClock, keeps_within_what_is_there) {
    Replaying early{20s};
    EXPECT_EQ(early.clock.position(), at(100s));
    Replaying late{300s};
    EXPECT_FALSE(late.clock.on());
    EXPECT_TRUE(late.clock.caught_up());
}

TEST(ReplayClock, ended_by_a_person_has_not_caught_up) {
    Replaying replay{160s};
    replay.clock.end();
    replay.pass(1s);
    EXPECT_FALSE(replay.clock.on());
    EXPECT_FALSE(replay.clock.caught_up());
    EXPECT_EQ(replay.clock.position(), at(160s));
}

} // namespace
} // namespace plenum::media
