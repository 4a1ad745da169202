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

} // namespace
} // namespace plenum::link
