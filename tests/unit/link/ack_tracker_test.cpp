// SPDX-License-Identifier: Apache-2.0
#include "core/link/ack_tracker.h"

#include <gtest/gtest.h>

namespace plenum::link {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{3}};

TEST(AckTracker, OnePacketWaitsForARide) {
    AckTracker tracker;
    EXPECT_FALSE(tracker.pending());
    EXPECT_FALSE(tracker.take(start));
    tracker.handle_received(0, true, start);
    EXPECT_TRUE(tracker.pending());
    EXPECT_EQ(tracker.due_at(), start + milliseconds{20});
    const auto frame = tracker.take(start + milliseconds{4}).value();
    EXPECT_EQ(frame.largest.value(), 0U);
    EXPECT_EQ(frame.delay, milliseconds{4});
    EXPECT_FALSE(tracker.pending());
    EXPECT_EQ(tracker.due_at(), base::local_time_max);
}

TEST(AckTracker, TenPacketsDoNotWait) {
    AckTracker tracker;
    tracker.handle_received(0, true, start);
    (void)tracker.take(start);
    const auto later = start + AckTracker::careful_time;
    for (std::uint64_t i = 1; i < 10; ++i)
        tracker.handle_received(i, true, later);
    EXPECT_GT(tracker.due_at(), later);
    tracker.handle_received(10, true, later);
    EXPECT_EQ(tracker.due_at(), later);
}

TEST(AckTracker, FourPacketsDoNotWaitAtTheBeginningAndAfterAGap) {
    AckTracker tracker;
    const auto receive_four = [&](std::uint64_t first, base::LocalTime at) {
        for (std::uint64_t i = first; i < first + 3; ++i)
            tracker.handle_received(i, true, at);
        EXPECT_GT(tracker.due_at(), at);
        tracker.handle_received(first + 3, true, at);
        EXPECT_EQ(tracker.due_at(), at);
        (void)tracker.take(at);
    };
    receive_four(0, start);
    const auto later = start + milliseconds{5000};
    tracker.handle_received(5, true, later);
    (void)tracker.take(later);
    receive_four(6, later + AckTracker::careful_time - milliseconds{1});
}

TEST(AckTracker, AGapAndWhatFillsItAreToldSoon) {
    AckTracker tracker;
    tracker.handle_received(0, true, start);
    (void)tracker.take(start);
    tracker.handle_received(2, true, start + milliseconds{10});
    EXPECT_EQ(tracker.due_at(), start + milliseconds{15});
    (void)tracker.take(start + milliseconds{15});
    tracker.handle_received(1, true, start + milliseconds{16});
    EXPECT_EQ(tracker.due_at(), start + milliseconds{21});
}

TEST(AckTracker, WhatAsksForNoAnswerGetsNoneButIsRemembered) {
    AckTracker tracker;
    tracker.handle_received(0, false, start);
    EXPECT_FALSE(tracker.pending());
    tracker.handle_received(1, true, start);
    EXPECT_EQ(tracker.take(start)->first_length, 1U);
}

TEST(AckTracker, RangesAreWrittenDownwards) {
    AckTracker tracker;
    for (const std::uint64_t number : {1U, 2U, 5U, 9U, 10U})
        tracker.handle_received(number, true, start);
    const auto frame = tracker.take(start).value();
    EXPECT_EQ(frame.largest.value(), 10U);
    EXPECT_EQ(frame.first_length, 1U);
    // 8…6 are missing, 5 is there; 4…3 are missing, 2…1 are there.
    EXPECT_EQ(frame.ranges, (std::vector<wire::AckRange>{{2, 0}, {1, 1}}));
}

TEST(AckTracker, WhatThePeerKnowsIsNotRepeated) {
    AckTracker tracker;
    for (const std::uint64_t number : {0U, 2U, 4U})
        tracker.handle_received(number, true, start);
    tracker.handle_acknowledged(3);
    EXPECT_TRUE(tracker.take(start)->ranges.empty());
    tracker.handle_acknowledged(1'000'000);
    EXPECT_EQ(tracker.take(start)->largest.value(), 4U);
}

TEST(AckTracker, ManyHolesStayWithinOneFrame) {
    AckTracker tracker;
    for (std::uint64_t i = 0; i < 1000; ++i)
        tracker.handle_received(i * 2, true, start);
    tracker.handle_received(1, true, start);
    const auto frame = tracker.take(start).value();
    EXPECT_EQ(frame.largest.value(), 1998U);
    EXPECT_EQ(frame.ranges.size(), 32U);
    EXPECT_EQ(wire::decode<wire::AckFrame>(wire::encode(frame)).value(), frame);
}

TEST(AckTracker, AcknowledgementsKeepTheirDistance) {
    AckTracker tracker;
    tracker.handle_received(0, true, start);
    (void)tracker.take(start);
    for (std::uint64_t i = 1; i < 6; ++i)
        tracker.handle_received(i, true, start);
    EXPECT_EQ(tracker.due_at(), start + milliseconds{1});
}

} // namespace
} // namespace plenum::link
