// SPDX-License-Identifier: Apache-2.0
#include "core/link/sent_packets.h"

#include <gtest/gtest.h>

namespace plenum::link {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{9}};

class SentPacketsTest : public testing::Test {
  protected:
    /// One packet every millisecond.
    void send(int count, bool eliciting = true) {
        for (int i = 0; i < count; ++i) {
            SentPacket packet;
            packet.sent_at = now;
            packet.bytes = 100;
            packet.items.emplace_back(SentStreamRange{base::PriorityClass::chat, packets.next_number() * 100, 100});
            packets.add(std::move(packet), eliciting, outcome);
            now += milliseconds{1};
        }
    }
    [[nodiscard]] bool acknowledge(std::uint64_t first, std::uint64_t last, base::LocalTime at) {
        outcome.clear();
        return packets.handle_ack({base::PacketNumber{last}, {}, last - first, {}}, at, rtt, outcome);
    }
    std::size_t lost_at(base::LocalTime at) {
        outcome.clear();
        packets.detect_losses(at, rtt, outcome);
        return outcome.lost.size();
    }

    SentPackets packets{64};
    SentPackets::Outcome outcome;
    RttEstimator rtt;
    base::LocalTime now{start};
};

TEST_F(SentPacketsTest, AnAcknowledgementGivesBackWhatWasCarriedOnce) {
    send(3);
    EXPECT_TRUE(packets.anything_in_flight());
    ASSERT_TRUE(acknowledge(0, 1, start + milliseconds{50}));
    ASSERT_EQ(outcome.acknowledged.size(), 2U);
    EXPECT_EQ(std::get<SentStreamRange>(outcome.acknowledged[1].items.at(0)).offset, 100U);
    EXPECT_EQ(rtt.smoothed(), milliseconds{49});
    ASSERT_TRUE(acknowledge(0, 1, start + milliseconds{60}));
    EXPECT_TRUE(outcome.acknowledged.empty());
    EXPECT_EQ(rtt.smoothed(), milliseconds{49}) << "an old acknowledgement is no sample";
    ASSERT_TRUE(acknowledge(0, 2, start + milliseconds{60}));
    EXPECT_EQ(outcome.acknowledged.size(), 1U);
    EXPECT_FALSE(packets.anything_in_flight());
    EXPECT_EQ(packets.size(), 0U);
}

TEST_F(SentPacketsTest, LiesAreRefusedAndChangeNothing) {
    send(3);
    EXPECT_FALSE(acknowledge(3, 3, now));
    EXPECT_FALSE(packets.handle_ack({base::PacketNumber{2}, {}, 3, {}}, now, rtt, outcome));
    EXPECT_FALSE(packets.handle_ack({base::PacketNumber{2}, {}, 0, {{0, 1}}}, now, rtt, outcome));
    EXPECT_FALSE(
        packets.handle_ack({base::PacketNumber{2}, {}, 0, {{wire::varint_max, wire::varint_max}}}, now, rtt, outcome));
    EXPECT_TRUE(outcome.acknowledged.empty());
    EXPECT_EQ(packets.size(), 3U);
    EXPECT_FALSE(rtt.has_sample());
    EXPECT_TRUE(packets.handle_ack({base::PacketNumber{2}, {}, 0, {{0, 0}}}, now, rtt, outcome));
    EXPECT_EQ(outcome.acknowledged.size(), 2U);
}

TEST_F(SentPacketsTest, LostIsWhatIsOvertakenAndLate) {
    send(5);
    EXPECT_EQ(packets.loss_at(rtt), base::local_time_max);
    EXPECT_EQ(lost_at(start + seconds{10}), 0U) << "nothing was acknowledged, so nothing was overtaken";
    ASSERT_TRUE(acknowledge(4, 4, start + milliseconds{4 + 80}));
    const auto at = packets.loss_at(rtt);
    EXPECT_EQ(at, start + milliseconds{80 + 10}); // an eighth of the rtt
    EXPECT_EQ(lost_at(at - base::Duration{1}), 0U);
    EXPECT_EQ(lost_at(at), 1U);
    EXPECT_EQ(lost_at(at + milliseconds{3}), 3U);
    EXPECT_EQ(packets.lost(), 4U);
    EXPECT_EQ(packets.loss_at(rtt), base::local_time_max);
    EXPECT_EQ(packets.oldest_in_flight(), nullptr);
}

TEST_F(SentPacketsTest, WhatNeedsNoAnswerIsNeverLost) {
    send(2, false);
    send(1);
    ASSERT_TRUE(acknowledge(2, 2, start + milliseconds{50}));
    EXPECT_EQ(lost_at(start + seconds{5}), 0U);
    EXPECT_EQ(packets.size(), 0U);
}

TEST_F(SentPacketsTest, ASpuriousLossIsNoticedAndWidensTheWindow) {
    send(5);
    ASSERT_TRUE(acknowledge(4, 4, start + milliseconds{84}));
    EXPECT_EQ(lost_at(start + milliseconds{110}), 4U);
    const auto before = packets.reorder_window(rtt);
    EXPECT_EQ(before, milliseconds{10});
    ASSERT_TRUE(acknowledge(0, 3, start + milliseconds{123}));
    EXPECT_EQ(packets.spurious(), 4U);
    EXPECT_EQ(outcome.acknowledged.size(), 4U) << "what it carried need not be sent again";
    // Packet 0 came 43 ms later than its round trip, and a quarter on top.
    EXPECT_GE(packets.reorder_window(rtt), milliseconds{45});
    EXPECT_LE(packets.reorder_window(rtt), milliseconds{55});
}

TEST_F(SentPacketsTest, TheWindowWidensBeforeAnythingIsLost) {
    send(5);
    ASSERT_TRUE(acknowledge(1, 4, start + milliseconds{84}));
    ASSERT_TRUE(acknowledge(0, 4, start + milliseconds{109}));
    EXPECT_EQ(packets.spurious(), 0U);
    EXPECT_GE(packets.reorder_window(rtt), milliseconds{36});
    EXPECT_LE(packets.reorder_window(rtt), milliseconds{37});
}

TEST_F(SentPacketsTest, TheWindowForgetsAnOldLateness) {
    send(2);
    ASSERT_TRUE(acknowledge(1, 1, start + milliseconds{81}));
    ASSERT_TRUE(acknowledge(0, 0, start + milliseconds{160}));
    EXPECT_GE(packets.reorder_window(rtt), milliseconds{80});
    now = start + seconds{30};
    send(2);
    ASSERT_TRUE(acknowledge(3, 3, now + milliseconds{79}));
    ASSERT_TRUE(acknowledge(2, 2, now + milliseconds{80}));
    EXPECT_LE(packets.reorder_window(rtt), milliseconds{12});
}

TEST_F(SentPacketsTest, ThereIsABound) {
    send(100);
    EXPECT_EQ(packets.size(), 64U);
    EXPECT_EQ(outcome.lost.size(), 36U);
    EXPECT_EQ(packets.next_number(), 100U);
    ASSERT_TRUE(acknowledge(0, 99, now));
    EXPECT_EQ(outcome.acknowledged.size(), 64U);
}

TEST_F(SentPacketsTest, WhatElicitsNothingIsNotKeptUnlessSomethingOlderIs) {
    send(50, false);
    EXPECT_EQ(packets.size(), 0U);
    EXPECT_EQ(packets.next_number(), 50U);
    EXPECT_GT(packets.spare_items().capacity(), 0U);
    send(1);
    send(2, false);
    EXPECT_EQ(packets.size(), 3U);
    ASSERT_TRUE(acknowledge(50, 50, now));
    EXPECT_EQ(outcome.acknowledged.size(), 1U);
    EXPECT_EQ(packets.size(), 0U);
}

} // namespace
} // namespace plenum::link
