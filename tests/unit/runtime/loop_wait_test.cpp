// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/loop_wait.h"

#include "core/runtime/clock.h"
#include "tests/unit/runtime/loop_fixture.h"

#include <gtest/gtest.h>

#include <thread>

namespace plenum::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class LoopWaits : public testing::Test {
  protected:
    /// How long it took.
    base::Duration wait(base::Duration most, bool wants_room = false) { return wait_until(now() + most, wants_room); }
    base::Duration wait_until(base::LocalTime until, bool wants_room = false) {
        const auto began = now();
        ready = wait_.wait(socket.descriptor(), wants_room, until);
        return now() - began;
    }

    UdpSocket socket{open()};
    LoopWait wait_{LoopWait::create().value()};
    LoopWait::Ready ready;
};

TEST_F(LoopWaits, no_less_than_wanted) {
    const auto until = now() + milliseconds{3};
    (void)wait_until(until);
    EXPECT_GE(now(), until);
    EXPECT_FALSE(ready.readable || ready.writable || wait_.answer());
    EXPECT_LT(wait(milliseconds{-3}), seconds{5});
    EXPECT_LT(wait_until(base::LocalTime::min()), seconds{5});
}

TEST_F(LoopWaits, until_the_socket_has_something) {
    auto peer = open();
    peer.send({socket.local(), {1}});
    (void)peer.flush();
    EXPECT_LT(wait(seconds{10}), seconds{5});
    EXPECT_TRUE(ready.readable);
    EXPECT_FALSE(ready.writable);
    EXPECT_EQ(socket.receive().size(), 1U);
    EXPECT_GE(wait(milliseconds{1}), milliseconds{1}) << "and is told of it once";
}

TEST_F(LoopWaits, until_the_socket_has_room_if_that_is_wanted) {
    EXPECT_LT(wait(seconds{10}, true), seconds{5});
    EXPECT_TRUE(ready.writable);
    EXPECT_FALSE(ready.readable);
}

TEST_F(LoopWaits, until_another_thread_rings) {
    for (int round = 0; round < 100; ++round) {
        std::jthread ringer{[&] { wait_.ring(); }};
        EXPECT_LT(wait(seconds{10}), seconds{5});
        ringer.join();
        EXPECT_TRUE(wait_.answer());
        EXPECT_FALSE(wait_.answer());
        // What was rung while nobody waited may end one wait for nothing, and no more.
        wait(base::Duration{});
        EXPECT_GE(wait(milliseconds{1}), milliseconds{1});
    }
}

TEST_F(LoopWaits, not_at_all_when_rung_before_whoever_rang) {
    wait_.ring();
    EXPECT_LT(wait(seconds{10}), seconds{5}) << "before its first wait";
    EXPECT_TRUE(wait_.answer());
    wait_.ring();
    wait_.ring();
    EXPECT_LT(wait(seconds{10}), seconds{5}) << "it itself";
    EXPECT_TRUE(wait_.answer());
    EXPECT_GE(wait(milliseconds{1}), milliseconds{1});
}

} // namespace
} // namespace plenum::runtime
