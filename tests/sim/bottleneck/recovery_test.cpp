// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/initialise.h"
#include "tests/sim/bottleneck/beside_others.h"
#include "tests/sim/bottleneck/recovery.h"

#include <gtest/gtest.h>

/// What docs/links.md says of links on bad paths; its tables come from `sim-links`, which runs the same.
namespace plenum::sim {
namespace {

using namespace std::chrono_literals;

class Recovery : public testing::TestWithParam<std::tuple<base::Duration, std::uint64_t>> {
  protected:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    [[nodiscard]] static base::Duration rtt() { return std::get<0>(GetParam()); }
    [[nodiscard]] static Recovered recovered(RecoveryCase::Loss loss, std::uint32_t reorder_ppm = 0) {
        return recover({.loss = loss, .rtt = rtt(), .reorder_ppm = reorder_ppm}, std::get<1>(GetParam()));
    }
};

INSTANTIATE_TEST_SUITE_P(Paths, Recovery,
                         testing::Combine(testing::Values(20ms, 100ms, 250ms, 500ms), testing::Values(1, 2)));

TEST_P(Recovery, AThirdLostByChance) {
    const auto got = recovered(RecoveryCase::Loss::uniform);
    EXPECT_TRUE(got.exact);
    EXPECT_LE(got.transfer, 2s + 6 * rtt());
    // 1 / (1 - 0.3) is what no sender can do without.
    EXPECT_GE(got.sent_over_needed, 1.3);
    EXPECT_LE(got.sent_over_needed, 1.43 + 0.2);
    EXPECT_LE(got.message_median, rtt());
    EXPECT_LE(got.message_99, 400ms + 6 * rtt());
    EXPECT_LE(got.message_longest, 1s + 8 * rtt());
    // One attempt at the least, and with a round trip below 200 ms a second one.
    EXPECT_GE(got.voices_in_time, rtt() <= 100ms ? 0.9 : 0.68);
    EXPECT_LE(got.spurious, 0.02);
    EXPECT_LE(got.paced, 1.1);
}

TEST_P(Recovery, AThirdLostInBursts) {
    const auto got = recovered(RecoveryCase::Loss::bursts);
    EXPECT_TRUE(got.exact);
    EXPECT_LE(got.transfer, 3s + 6 * rtt());
    // How many of them the transfer meets is chance.
    EXPECT_LE(got.sent_over_needed, 2.1);
    EXPECT_LE(got.message_99, 800ms + 6 * rtt());
    EXPECT_LE(got.message_longest, 2s + 8 * rtt());
    EXPECT_GE(got.voices_in_time, rtt() <= 100ms ? 0.8 : 0.66);
    EXPECT_LE(got.spurious, 0.02);
    EXPECT_LE(got.paced, 1.1);
}

/// Half of the datagrams overtake others, and hardly a byte goes twice for it.
TEST_P(Recovery, HalfOvertaken) {
    const auto got = recovered(RecoveryCase::Loss::none, 500'000);
    EXPECT_TRUE(got.exact);
    EXPECT_LE(got.sent_over_needed, 1.15);
    EXPECT_LE(got.spurious, 0.01);
    EXPECT_GE(got.voices_in_time, 0.999);
    EXPECT_LE(got.message_longest, rtt());
}

/// What was lost comes a round trip or two later, and meanwhile the stream goes on: half a second and a tenth lost
/// leave more than a window that is the same for all paths would (256 KiB: 150 kB/s), whatever is lost by chance.
TEST(Streams, FillALongPathThatLoses) {
    ASSERT_TRUE(crypto::initialise());
    const PathConditions path{.delay_min = 250ms, .delay_max = 250ms, .loss_ppm = 100'000};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        BottleneckWorld world{path, path, seed};
        auto& flow = world.add_link({});
        flow.feed = [](BottleneckWorld::LinkFlow& self) {
            while (self.sender->stream_progress(base::PriorityClass::bulk).has_room)
                if (!self.sender->send_stream(base::PriorityClass::bulk, base::Bytes(10'000, 7))) return;
        };
        std::size_t bytes = 0;
        flow.received = [&bytes](const link::LinkEvent& event) {
            if (const auto* message = std::get_if<link::StreamMessage>(&event)) bytes += message->message.size();
        };
        world.run_until(VirtualTime{30s});
        const auto before = bytes;
        world.run_until(VirtualTime{60s});
        EXPECT_GE(bytes - before, 30U * 300'000) << seed;
        EXPECT_LE(flow.sender->load().stream_bytes, base::limits::stream_buffer_bytes_max);
    }
}

class BesideOthersJitter : public testing::TestWithParam<std::size_t> {
  protected:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
};

INSTANTIATE_TEST_SUITE_P(Others, BesideOthersJitter, testing::Values(0, 1, 2, 3));

/// Own bulk beside the video, others' flows in the path's queue: what is ours to order is ordered.
TEST_P(BesideOthersJitter, OwnBulkIsNotHeardInTheVideo) {
    const auto plain = present({BesideOthers::Sender::plain, 1, GetParam()}, 1);
    const auto ours = present({BesideOthers::Sender::ours, 1, GetParam()}, 1);
    EXPECT_GE(plain.variance / ours.variance, 15);
    EXPECT_GE(ours.complete, 0.999);
    EXPECT_GE(ours.own_rate, 0.8 * 84);
}

/// Without own bulk there is nothing to order: the queue is the path's, and both senders' frames wait in it. Ours must
/// not make it worse, nor wait for a rate: 25 ms of way, 200 ms of queue and 16 ms of a picture's own length.
TEST_P(BesideOthersJitter, OfAVideoAloneIsThatOfThePath) {
    const auto plain = present({BesideOthers::Sender::plain, 0, GetParam()}, 1);
    const auto ours = present({BesideOthers::Sender::ours, 0, GetParam()}, 1);
    EXPECT_LE(ours.variance, 1.2 * plain.variance + 0.01);
    EXPECT_LE(ours.delay_95, 250);
    EXPECT_GE(ours.complete, 0.999);
}

} // namespace
} // namespace plenum::sim
