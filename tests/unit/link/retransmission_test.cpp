// SPDX-License-Identifier: Apache-2.0
#include "core/link/retransmission.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{4}};

TEST(Retransmission, BeginsAtOnceAndDoublesItsIntervalsUpToTwoSeconds) {
    Retransmission retransmission{start, seconds{60}, 1};
    EXPECT_TRUE(retransmission.due(start));
    auto now = start;
    for (const auto interval : {250, 500, 1000, 2000, 2000}) {
        retransmission.handle_sent(now);
        EXPECT_FALSE(retransmission.due(now));
        const auto wait = retransmission.next_at() - now;
        EXPECT_GE(wait, milliseconds{interval});
        EXPECT_LE(wait, milliseconds{interval} * 5 / 4);
        now += wait;
        EXPECT_TRUE(retransmission.due(now));
    }
}

TEST(Retransmission, WakesToBeGivenUp) {
    Retransmission retransmission{start, milliseconds{100}, 1};
    retransmission.handle_sent(start);
    EXPECT_EQ(retransmission.next_at(), start + milliseconds{100});
    EXPECT_FALSE(retransmission.given_up(start + milliseconds{99}));
    EXPECT_TRUE(retransmission.given_up(start + milliseconds{100}));
}

TEST(Retransmission, RestartsForSomethingElseAndGoesOnAfterASendAtOnce) {
    Retransmission retransmission{start, seconds{60}, 1};
    for (int i = 0; i < 4; ++i)
        retransmission.handle_sent(start);
    retransmission.send_at_once(start);
    EXPECT_TRUE(retransmission.due(start));
    retransmission.handle_sent(start);
    EXPECT_GE(retransmission.next_at(), start + seconds{2});
    retransmission.restart(start);
    EXPECT_TRUE(retransmission.due(start));
    retransmission.handle_sent(start);
    EXPECT_LE(retransmission.next_at(), start + milliseconds{313});
}

} // namespace
} // namespace plenum::link::test
