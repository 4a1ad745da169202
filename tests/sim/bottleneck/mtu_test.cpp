// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/initialise.h"
#include "tests/sim/bottleneck/world.h"

#include <gtest/gtest.h>

/// How long a datagram may be, on paths that drop what is longer and tell nobody.
namespace plenum::sim {
namespace {

using namespace std::chrono_literals;

VirtualTime second(int at) { return VirtualTime{std::chrono::seconds{at}}; }

class Mtu : public testing::Test {
  protected:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    static PathConditions path_of(std::size_t mtu, std::uint32_t loss_ppm = 0) {
        return {.delay_min = 10ms, .delay_max = 10ms, .loss_ppm = loss_ppm, .bandwidth_kbps = 20'000, .mtu = mtu};
    }
    /// A reliable stream that never ends; what arrived of it is counted in `stream_bytes`.
    BottleneckWorld::LinkFlow& add_stream(BottleneckWorld& world) {
        auto& flow = world.add_link({});
        flow.feed = [](BottleneckWorld::LinkFlow& self) {
            while (self.sender->load().stream_bytes < 300'000)
                std::ignore = self.sender->send_stream(base::PriorityClass::bulk, base::Bytes(10'000, 7));
        };
        flow.received = [this](const link::LinkEvent& event) {
            if (const auto* message = std::get_if<link::StreamMessage>(&event)) stream_bytes += message->message.size();
        };
        return flow;
    }

    std::size_t stream_bytes{0};
};

TEST_F(Mtu, IsFoundOnEachPath) {
    for (const std::size_t mtu : {1228U, 1280U, 1420U, 1480U, 1500U}) {
        BottleneckWorld world{path_of(mtu), {.delay_min = 10ms, .delay_max = 10ms}, 1};
        auto& flow = add_stream(world);
        world.run_until(second(20));
        const auto stats = flow.sender->stats();
        EXPECT_LE(stats.datagram_bytes + header_bytes, mtu);
        EXPECT_GE(stats.datagram_bytes + header_bytes + 21, mtu);
        EXPECT_LE(stats.mtu_probes_sent, 18U);
        EXPECT_EQ(stats.mtu_black_holes, 0U);
    }
}

/// Only where a datagram of 9000 bytes is soon gone.
TEST_F(Mtu, JumboIsForFastPaths) {
    for (const std::uint64_t kbps : {0U, 50'000U}) {
        auto path = path_of(9000);
        path.delay_min = path.delay_max = 100us;
        path.bandwidth_kbps = kbps;
        BottleneckWorld world{path, {.delay_min = 100us, .delay_max = 100us}, 1};
        auto& flow = add_stream(world);
        world.run_until(second(3));
        EXPECT_EQ(flow.sender->stats().datagram_bytes, kbps == 0 ? 8972U : 1452U);
    }
}

/// Probes are lost where the path is narrow, and no one's rate, loss or voice suffers for it.
TEST_F(Mtu, ProbesAreNobodysLoss) {
    BottleneckWorld world{path_of(1300), {.delay_min = 10ms, .delay_max = 10ms}, 1};
    auto& flow = world.add_link({});
    base::Duration worst{};
    std::map<std::uint64_t, VirtualTime> sent_at;
    std::size_t arrived = 0;
    flow.received = [&](const link::LinkEvent& event) {
        const auto* fragment = std::get_if<link::FragmentReceived>(&event);
        if (fragment == nullptr) return;
        ++arrived;
        worst = std::max<base::Duration>(worst, world.now() - sent_at.at(fragment->fragment.sequence.value()));
    };
    world.every(20ms, second(0), second(20), [&] {
        wire::FragmentFrame frame;
        frame.sequence = base::SequenceNumber{sent_at.size() + 1};
        frame.data = base::Bytes(120, 1);
        sent_at[frame.sequence.value()] = world.now();
        const auto now = flow.sender_now(world.now());
        std::ignore = flow.sender->send_fragment(
            {link::encode_fragment(frame), base::PriorityClass::audio, now + 200ms, {}}, now);
    });
    world.run_until(second(21));
    const auto stats = flow.sender->stats();
    EXPECT_GE(stats.mtu_probes_sent, 10U);
    EXPECT_EQ(arrived, sent_at.size());
    EXPECT_LE(worst, 13ms);
    EXPECT_EQ(stats.loss_permille, 0U);
    EXPECT_EQ(stats.rate.loss_event_rate, 0);
    EXPECT_GE(stats.pace_rate.value(), 500'000U);
}

/// A tunnel comes up on the way: what is longer than it disappears without a word, and the stream goes on.
TEST_F(Mtu, APathThatBecomesNarrowIsNoticed) {
    for (const std::uint32_t loss : {0U, 50'000U}) {
        stream_bytes = 0;
        BottleneckWorld world{path_of(1500, loss), {.delay_min = 10ms, .delay_max = 10ms}, 1};
        auto& flow = add_stream(world);
        world.run_until(second(10));
        EXPECT_GE(flow.sender->stats().datagram_bytes, 1452U);
        world.path().mtu = 1320;
        const auto before = stream_bytes;
        world.run_until(second(13));
        // Three seconds hold 7.3 MB; some are spent on finding out.
        EXPECT_GE(stream_bytes - before, 1'000'000U);
        world.run_until(second(30));
        const auto stats = flow.sender->stats();
        EXPECT_GE(stats.mtu_black_holes, 1U);
        EXPECT_LE(stats.datagram_bytes + header_bytes, 1320U);
        EXPECT_GE(stats.datagram_bytes + header_bytes, 1300U);
        EXPECT_FALSE(flow.sender->closed());
    }
}

/// Loss by chance, a third of everything, is not taken for a narrow path for long.
TEST_F(Mtu, LossByChanceIsNoBlackHole) {
    BottleneckWorld world{path_of(1500, 300'000), {.delay_min = 10ms, .delay_max = 10ms, .loss_ppm = 300'000}, 1};
    auto& flow = add_stream(world);
    int full = 0;
    world.every(100ms, second(20), second(60), [&] { full += flow.sender->stats().datagram_bytes >= 1452 ? 1 : 0; });
    world.run_until(second(60));
    EXPECT_GE(full, 300);
}

} // namespace
} // namespace plenum::sim
