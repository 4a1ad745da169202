// SPDX-License-Identifier: Apache-2.0
#include "core/link/clock_exchange.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{8}};

class Clocks : public testing::Test {
  protected:
    /// Frames that one datagram of `from` holds.
    std::vector<wire::Frame> write(ClockExchange& from, base::LocalTime now) {
        base::Bytes bytes;
        PacketDraft draft{.datagram = bytes};
        written = from.write(draft, now);
        std::vector<wire::Frame> frames;
        wire::Reader reader{bytes};
        while (!reader.at_end()) {
            EXPECT_TRUE(wire::get_choice(reader, frames.emplace_back()));
        }
        return frames;
    }
    ClockExchange asking{std::nullopt};
    ClockExchange serving{base::ClockOffset{}};
    bool written{true};
};

TEST_F(Clocks, OnlyTheSideThatDoesNotServeAsks) {
    serving.begin(start);
    EXPECT_EQ(serving.next_at(start), base::local_time_max);
    EXPECT_TRUE(write(serving, start).empty());
    asking.begin(start);
    EXPECT_EQ(asking.next_at(start), start);
    asking.expire(start);
    EXPECT_TRUE(asking.wanted(start));
    const auto frames = write(asking, start);
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<wire::ClockRequestFrame>(frames.front()));
    EXPECT_FALSE(asking.wanted(start));
}

TEST_F(Clocks, AnExchangeGivesTheServedClock) {
    asking.begin(start);
    for (auto now = start; now < start + seconds{1}; now += ClockFilter::interval_first) {
        asking.expire(now);
        for (const auto& frame : write(asking, now))
            serving.handle(std::get<wire::ClockRequestFrame>(frame), now);
        for (const auto& frame : write(serving, now))
            asking.handle(std::get<wire::ClockResponseFrame>(frame), now);
    }
    const auto clock = asking.offset(start + seconds{1});
    ASSERT_TRUE(clock);
    EXPECT_LE(clock->error_max, milliseconds{1});
    EXPECT_EQ(asking.doubt(*clock), std::min(asking.doubt(*clock), clock->error_max));
    EXPECT_EQ(serving.offset(start), base::ClockOffset{});
    EXPECT_EQ(serving.doubt(*clock), base::Duration::zero());
}

/// Hosts of cameras capture by this clock.
TEST_F(Clocks, RefinedForTwoSecondsItIsAskedForEvery25Milliseconds) {
    const auto requests_in = [&](base::LocalTime from, base::Duration length, bool refine) {
        int requests = 0;
        for (auto now = from; now < from + length; now += milliseconds{1}) {
            if (refine) asking.refine(now);
            asking.expire(now);
            if (!asking.wanted(now)) continue;
            for (const auto& frame : write(asking, now))
                serving.handle(std::get<wire::ClockRequestFrame>(frame), now), ++requests;
            for (const auto& frame : write(serving, now))
                asking.handle(std::get<wire::ClockResponseFrame>(frame), now);
        }
        return requests;
    };
    asking.refine(start);
    EXPECT_EQ(asking.next_at(start), base::local_time_max) << "nobody can be asked yet";
    asking.begin(start);
    EXPECT_LE(requests_in(start, seconds{4}, false), 8);
    EXPECT_NEAR(requests_in(start + seconds{4}, seconds{1}, true), 40, 1);
    EXPECT_LE(requests_in(start + seconds{7}, seconds{3}, false), 4) << "no longer than it is wanted";
}

TEST_F(Clocks, OfManyRequestsTheLastFourAreAnswered) {
    for (int i = 0; i < 6; ++i)
        serving.handle(wire::ClockRequestFrame{start + milliseconds{i}}, start);
    EXPECT_TRUE(serving.wanted(start));
    const auto frames = write(serving, start);
    ASSERT_EQ(frames.size(), 4U);
    EXPECT_EQ(std::get<wire::ClockResponseFrame>(frames.front()).request_sent_at, start + milliseconds{2});
    serving.handle(wire::ClockRequestFrame{start}, start + milliseconds{1});
    EXPECT_FALSE(serving.wanted(start + milliseconds{1})) << "soon after an answer the next waits for a ride";
    EXPECT_TRUE(serving.wanted(start + milliseconds{21}));
}

} // namespace
} // namespace plenum::link::test
