// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/mouth_to_ear.h"

#include <gtest/gtest.h>

#include <vector>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex ann{2};
constexpr base::MemberIndex bob{3};
const MouthToEar::Way way{.round_trip = 10ms, .packet_duration = 20ms, .input_latency = 20ms, .output_latency = 30ms};

media::SenderStats sender(base::MemberIndex who, base::Duration delay) {
    media::SenderStats stats;
    stats.sender = who;
    stats.current_delay = delay;
    return stats;
}

TEST(MouthToEar, IsThatOfTheSlowestWhoIsHeard) {
    MouthToEar gauge;
    const std::vector senders{sender(ann, 40ms), sender(bob, 700ms)};
    EXPECT_FALSE(gauge.look(senders, {ann}, way)) << "the first look";
    EXPECT_EQ(gauge.look(senders, {ann}, way), 10ms + 20ms + 40ms + 20ms + 30ms) << "Bob stopped long ago";
    (void)gauge.look(senders, {ann, bob}, way);
    EXPECT_EQ(gauge.look(senders, {ann, bob}, way), 780ms);
}

TEST(MouthToEar, ShorterPacketsShortenIt) {
    MouthToEar gauge;
    const std::vector senders{sender(ann, 40ms)};
    auto low_delay = way;
    low_delay.packet_duration = 5ms;
    (void)gauge.look(senders, {ann}, low_delay);
    EXPECT_EQ(gauge.look(senders, {ann}, low_delay), 10ms + 5ms + 40ms + 20ms + 30ms);
}

TEST(MouthToEar, WhereNobodyIsHeardThereIsNone) {
    MouthToEar gauge;
    const std::vector senders{sender(ann, 40ms)};
    (void)gauge.look(senders, {ann}, way);
    ASSERT_TRUE(gauge.look(senders, {ann}, way));
    EXPECT_FALSE(gauge.look(senders, {}, way));
    EXPECT_FALSE(gauge.look(senders, {ann}, way)) << "and that is a beginning again";
}

TEST(MouthToEar, WhatLastsOneLookAloneIsNoDelay) {
    MouthToEar gauge;
    (void)gauge.look(std::vector{sender(ann, 40ms)}, {ann}, way);
    EXPECT_EQ(gauge.look(std::vector{sender(ann, 400ms)}, {ann}, way), 120ms);
    EXPECT_EQ(gauge.look(std::vector{sender(ann, 40ms)}, {ann}, way), 120ms);
}

} // namespace
} // namespace plenum::app
