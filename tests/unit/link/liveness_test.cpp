// SPDX-License-Identifier: Apache-2.0
#include "core/link/liveness.h"

#include <gtest/gtest.h>

namespace plenum::link {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{2}};

TEST(Liveness, WhoeverTalksOrListensNeedsNoKeepAlive) {
    Liveness liveness{start, milliseconds{500}, seconds{10}};
    EXPECT_EQ(liveness.keep_alive_at(), start + milliseconds{500});
    EXPECT_FALSE(liveness.handle_heard(start + milliseconds{300}));
    EXPECT_EQ(liveness.keep_alive_at(), start + milliseconds{800});
    liveness.handle_asked(start + milliseconds{700});
    EXPECT_EQ(liveness.keep_alive_at(), start + milliseconds{1200});
}

TEST(Liveness, SilenceCountsOnlyWhileSomethingIsAsked) {
    Liveness liveness{start, milliseconds{500}, seconds{10}};
    EXPECT_EQ(liveness.silent_at(milliseconds{50}), base::local_time_max);
    liveness.handle_asked(start + milliseconds{500});
    EXPECT_EQ(liveness.silent_at(milliseconds{50}), start + seconds{1});
    EXPECT_EQ(liveness.silent_at(milliseconds{400}), start + milliseconds{1600});
    liveness.handle_asked(start + milliseconds{900});
    EXPECT_EQ(liveness.silent_at(milliseconds{50}), start + seconds{1}) << "the first question counts";
    liveness.mark_silent();
    EXPECT_EQ(liveness.silent_at(milliseconds{50}), base::local_time_max);
    EXPECT_TRUE(liveness.handle_heard(start + seconds{2}));
    EXPECT_FALSE(liveness.handle_heard(start + seconds{2}));
}

TEST(Liveness, WhatWasNotAskedForWasNotWithheld) {
    Liveness liveness{start, seconds{60}, seconds{10}};
    liveness.handle_asked(start + seconds{60});
    EXPECT_EQ(liveness.silent_at(milliseconds{50}), start + seconds{60} + milliseconds{500});
    EXPECT_EQ(liveness.silent_at(milliseconds{400}), start + seconds{60} + milliseconds{800});
}

TEST(Liveness, DeathNeedsTimeAndQuestions) {
    Liveness liveness{start, milliseconds{500}, seconds{10}};
    for (int i = 0; i < 3; ++i)
        liveness.handle_asked(start + seconds{60});
    EXPECT_EQ(liveness.dead_at(), base::local_time_max);
    liveness.handle_asked(start + seconds{60});
    EXPECT_EQ(liveness.dead_at(), start + seconds{69}) << "nobody asked before";
    (void)liveness.handle_heard(start + seconds{61});
    EXPECT_EQ(liveness.dead_at(), base::local_time_max);
}

TEST(Liveness, a_peer_was_there_until_it_owed_an_answer) {
    Liveness liveness{start, milliseconds{500}, seconds{8}};
    EXPECT_EQ(liveness.there_until(start + seconds{9}), start + seconds{9}) << "nobody asked";
    liveness.handle_asked(start + milliseconds{500});
    EXPECT_EQ(liveness.there_until(start + seconds{2}), start);
    liveness.handle_asked(start + milliseconds{1000});
    EXPECT_EQ(liveness.there_until(start + seconds{2}), start) << "since the first question";
    (void)liveness.handle_heard(start + milliseconds{1100});
    EXPECT_EQ(liveness.there_until(start + seconds{3}), start + seconds{3});
}

TEST(Liveness, what_a_sleep_left_unasked_is_nobodys_absence) {
    Liveness liveness{start, milliseconds{500}, seconds{8}};
    // Asleep before the answer can be read.
    liveness.handle_asked(start + milliseconds{500});
    const auto awake = start + seconds{60};
    EXPECT_EQ(liveness.there_until(awake), awake);
    liveness.handle_asked(awake);
    EXPECT_EQ(liveness.there_until(awake + milliseconds{10}), awake - milliseconds{500});
    liveness.handle_asked(awake + milliseconds{500});
    EXPECT_EQ(liveness.there_until(awake + seconds{1}), awake - milliseconds{500});
}

} // namespace
} // namespace plenum::link
