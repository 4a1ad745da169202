// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/initialise.h"
#include "core/link/rate/tfrc_rate.h"
#include "tests/sim/bottleneck/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

/// Rate controllers through one queue: whether they fill the path, how long the queue gets, who gets how much.
namespace plenum::sim {
namespace {

using namespace std::chrono_literals;
using link::make_delay_rate;
using link::make_tfrc_rate;
using link::RateControllerFactory;

/// Of the path's bandwidth what a datagram of 1200 bytes leaves beside its headers.
double capacity(std::uint64_t kbps) { return static_cast<double>(kbps) * 125 * 1200 / (1200 + header_bytes); }

VirtualTime second(double at) { return VirtualTime{base::Duration{static_cast<std::int64_t>(at * 1e9)}}; }

PathConditions path_of(std::uint64_t kbps, base::Duration one_way, base::Duration queue = 200ms) {
    return {.delay_min = one_way, .delay_max = one_way, .bandwidth_kbps = kbps, .queue_max = queue};
}

class Rate : public testing::Test {
  protected:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    /// The way back has the delay of the way there and `loss_ppm`.
    static BottleneckWorld world_of(const PathConditions& path, std::uint32_t back_loss_ppm = 0) {
        return {path, {.delay_min = path.delay_min, .delay_max = path.delay_min, .loss_ppm = back_loss_ppm}, 1};
    }
    static BottleneckWorld::LinkFlow& add_greedy(BottleneckWorld& world, RateControllerFactory make) {
        auto& flow = world.add_link({.make = make});
        flow.feed = greedy(world);
        return flow;
    }
    /// 50 voices a second of 120 bytes for `lasts`, and how many arrived within `deadline`.
    static double voices_in_time(BottleneckWorld& world, BottleneckWorld::LinkFlow& flow, base::Duration lasts,
                                 base::Duration deadline, std::size_t bytes = 120) {
        std::map<std::uint64_t, VirtualTime> sent_at;
        std::set<std::uint64_t> in_time;
        flow.received = [&](const link::LinkEvent& event) {
            const auto* fragment = std::get_if<link::FragmentReceived>(&event);
            if (fragment == nullptr || fragment->fragment.flow != base::FlowId{1}) return;
            const auto sequence = fragment->fragment.sequence.value();
            if (world.now() - sent_at.at(sequence) <= deadline) in_time.insert(sequence);
        };
        const auto began = world.now();
        world.every(20ms, began, began + lasts, [&] {
            wire::FragmentFrame frame;
            frame.flow = base::FlowId{1};
            frame.sequence = base::SequenceNumber{sent_at.size() + 1};
            frame.data = base::Bytes(bytes, 1);
            sent_at[frame.sequence.value()] = world.now();
            const auto now = flow.sender_now(world.now());
            std::ignore = flow.sender->send_fragment(
                {link::encode_fragment(frame), base::PriorityClass::audio, now + deadline, {}}, now);
        });
        world.run_until(began + lasts + 2s);
        flow.received = {};
        return static_cast<double>(in_time.size()) / static_cast<double>(sent_at.size());
    }
};

struct FillCase {
    RateControllerFactory make;
    std::uint64_t kbps;
    base::Duration one_way;
    double least;            ///< share of the capacity
    base::Duration queue_95; ///< bound of the queue's 95th percentile
};

class RateFills : public Rate, public testing::WithParamInterface<FillCase> {};

INSTANTIATE_TEST_SUITE_P(Paths, RateFills,
                         testing::Values(FillCase{make_delay_rate, 1'000, 25ms, 0.88, 110ms},
                                         FillCase{make_delay_rate, 10'000, 25ms, 0.93, 40ms},
                                         FillCase{make_delay_rate, 10'000, 100ms, 0.9, 60ms},
                                         FillCase{make_delay_rate, 10'000, 250ms, 0.85, 60ms},
                                         FillCase{make_delay_rate, 100'000, 1ms, 0.93, 30ms},
                                         FillCase{make_tfrc_rate, 1'000, 25ms, 0.9, 210ms},
                                         FillCase{make_tfrc_rate, 10'000, 25ms, 0.9, 210ms},
                                         FillCase{make_tfrc_rate, 10'000, 250ms, 0.75, 210ms}));

TEST_P(RateFills, ThePathAndLittleOfItsQueue) {
    const auto& given = GetParam();
    auto world = world_of(path_of(given.kbps, given.one_way));
    auto& flow = add_greedy(world, given.make);
    world.run_until(second(40));
    const auto share = flow.arrived.rate(second(10), second(40)) / capacity(given.kbps);
    EXPECT_GE(share, given.least);
    EXPECT_LE(share, 1.001);
    EXPECT_LE(world.queue().percentile(95, second(10), second(40)), given.queue_95);
}

/// What a link begins with is not what it stays at, and it is not long in finding out.
TEST_F(Rate, BeginsSlowlyAndSoonHasAll) {
    auto world = world_of(path_of(100'000, 10ms));
    auto& flow = add_greedy(world, make_delay_rate);
    world.run_until(second(2));
    EXPECT_LE(flow.sent.rate(second(0), second(0.02)), 1'200'000);
    EXPECT_GE(flow.arrived.rate(second(1), second(2)), 0.85 * capacity(100'000));
}

/// A local network is not the limit: far more than the 12.5 MB/s of a pace that is fixed.
TEST_F(Rate, OfALocalNetworkIsNotALimit) {
    auto world = world_of({.delay_min = 50us, .delay_max = 150us});
    auto& flow = world.add_link({});
    flow.feed = greedy(world);
    world.run_until(second(1));
    EXPECT_GE(flow.arrived.rate(second(0.5), second(1)), 50e6);
}

TEST_F(Rate, TwoFlowsOfOursShare) {
    for (const RateControllerFactory make : {make_delay_rate, make_tfrc_rate}) {
        auto world = world_of(path_of(10'000, 25ms));
        auto& earlier = add_greedy(world, make);
        world.run_until(second(5));
        auto& later = add_greedy(world, make);
        world.run_until(second(60));
        const auto one = earlier.arrived.rate(second(20), second(60));
        const auto two = later.arrived.rate(second(20), second(60));
        EXPECT_GE(one + two, 0.9 * capacity(10'000));
        EXPECT_LE(std::max(one, two) / std::min(one, two), make == make_delay_rate ? 1.4 : 2.5);
    }
}

TEST_F(Rate, YieldsWhenThePathShrinksAndTakesItBack) {
    auto world = world_of(path_of(10'000, 25ms));
    auto& flow = add_greedy(world, make_delay_rate);
    world.run_until(second(10));
    world.path().bandwidth_kbps = 2'000;
    world.run_until(second(20));
    // The queue that the change filled is gone within two seconds.
    EXPECT_LE(world.queue().percentile(95, second(12), second(20)), 90ms);
    EXPECT_GE(flow.arrived.rate(second(12), second(20)), 0.8 * capacity(2'000));
    world.path().bandwidth_kbps = 10'000;
    world.run_until(second(30));
    EXPECT_GE(flow.arrived.rate(second(22), second(30)), 0.9 * capacity(10'000));
}

/// A third of what is sent is lost by chance: the path is filled all the same, and voices arrive as their number of
/// attempts allows.
TEST_F(Rate, LossByChanceIsNoReasonToStop) {
    auto conditions = path_of(10'000, 25ms);
    conditions.loss_ppm = 300'000;
    auto world = world_of(conditions, 300'000);
    auto& flow = add_greedy(world, make_delay_rate);
    world.run_until(second(60));
    EXPECT_GE(flow.arrived.rate(second(20), second(60)), 0.85 * 0.7 * capacity(10'000));
    EXPECT_LE(world.queue().percentile(95, second(20), second(60)), 50ms);

    // TFRC falls to its floor, which still carries a voice.
    for (const RateControllerFactory make : {make_delay_rate, make_tfrc_rate}) {
        auto other = world_of(conditions, 300'000);
        auto& call = other.add_link({.make = make});
        EXPECT_GE(voices_in_time(other, call, 30s, 400ms), 0.95);
        EXPECT_GE(call.sender->stats().pace_rate.value(), make == make_delay_rate ? 100'000U : 16'000U);
    }
}

/// Jitter of ± 20 ms is no queue.
TEST_F(Rate, JitterIsNoReasonToStop) {
    auto conditions = path_of(10'000, 25ms);
    conditions.delay_max = 65ms;
    auto world = world_of(conditions);
    auto& flow = add_greedy(world, make_delay_rate);
    world.run_until(second(40));
    EXPECT_GE(flow.arrived.rate(second(10), second(40)), 0.85 * capacity(10'000));
}

/// Nor is that of a round trip, with half of all overtaken and a third lost: what passes is less than the path has, but
/// far from the least.
TEST_F(Rate, JitterOfARoundTripIsNoReasonToCrawl) {
    PathConditions conditions{.delay_min = 5ms, .delay_max = 405ms, .loss_ppm = 300'000, .reorder_ppm = 500'000};
    const auto way_back = conditions;
    conditions.bandwidth_kbps = 10'000;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        BottleneckWorld world{conditions, way_back, seed};
        auto& flow = add_greedy(world, make_delay_rate);
        world.run_until(second(60));
        EXPECT_GE(flow.arrived.rate(second(20), second(60)), 100'000) << "seed " << seed;
    }
}

/// Packets that wait for those before them are as late as a queue would make them, and no sender can end that.
TEST_F(Rate, WaitingForThoseBeforeIsNoQueue) {
    struct Case {
        PathConditions path;
        double least;
    };
    for (const auto& [path, least] :
         {Case{{.delay_min = 5ms, .delay_max = 405ms, .reorder_ppm = 10'000}, 300'000},
          Case{{.delay_min = 50ms, .delay_max = 150ms, .loss_ppm = 100'000, .reorder_ppm = 10'000}, 100'000}}) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            BottleneckWorld world{path, path, seed};
            auto& flow = add_greedy(world, make_delay_rate);
            world.run_until(second(60));
            EXPECT_GE(flow.arrived.rate(second(20), second(60)), least) << "seed " << seed;
        }
    }
}

/// Who needs little keeps the rate for when more is needed: the first picture after a minute's voice goes at once.
TEST_F(Rate, AnApplicationThatNeedsLittleKeepsIt) {
    for (const RateControllerFactory make : {make_delay_rate, make_tfrc_rate}) {
        auto world = world_of(path_of(10'000, 25ms));
        auto& flow = add_greedy(world, make);
        world.run_until(second(10));
        const auto before = flow.sender->stats().pace_rate.value();
        flow.feed = {};
        EXPECT_GE(voices_in_time(world, flow, 60s, 200ms), 0.999);
        EXPECT_GE(flow.sender->stats().pace_rate.value(), before / 2);
    }
}

/// What was not asked for was not tried: most of the rate in use is no proof that there is more.
TEST_F(Rate, AnApplicationThatDoesNotWaitDoesNotRaiseIt) {
    auto world = world_of(path_of(100'000, 10ms));
    auto& flow = world.add_link({});
    world.every(20ms, second(0), second(20), [&] {
        wire::FragmentFrame frame;
        frame.data = base::Bytes(1000, 1);
        const auto now = flow.sender_now(world.now());
        // 420 of 500 kB/s, spread so that nothing waits.
        for (int i = 0; i < 8; ++i) {
            std::ignore = flow.sender->send_fragment(
                {link::encode_fragment(frame), base::PriorityClass::audio, now + 400ms, {}}, now);
        }
    });
    world.run_until(second(20));
    EXPECT_EQ(flow.sender->stats().pace_rate.value(), 500'000U);
}

/// A queue shorter than jitter cannot be seen, only felt.
TEST_F(Rate, AShortQueueIsFoundByItsLosses) {
    auto world = world_of(path_of(10'000, 25ms, 10ms));
    auto& flow = add_greedy(world, make_delay_rate);
    world.run_until(second(40));
    const auto arrived = flow.arrived.rate(second(10), second(40));
    EXPECT_GE(arrived, 0.9 * capacity(10'000));
    EXPECT_GE(arrived / flow.sent.rate(second(10), second(40)), 0.92);
}

/// Three of ours before a queue of 10 ms neither starve nor take each other's losses for the path's own. Six do (README
/// of core/link/rate).
TEST_F(Rate, SeveralBeforeAShortQueueDoNotRunAway) {
    auto world = world_of(path_of(10'000, 25ms, 10ms));
    double sent = 0;
    double arrived = 0;
    std::vector<BottleneckWorld::LinkFlow*> flows;
    for (int i = 0; i < 3; ++i)
        flows.push_back(&add_greedy(world, make_delay_rate));
    world.run_until(second(60));
    for (const auto* flow : flows) {
        sent += flow->sent.rate(second(20), second(60));
        arrived += flow->arrived.rate(second(20), second(60));
    }
    EXPECT_GE(arrived, 0.9 * capacity(10'000));
    EXPECT_LE(sent, 1.15 * arrived);
}

/// Beside TCP a delay-based flow that waited for the queue to go would wait for ever. It takes a share like TFRC's,
/// leaves TCP its own, and finds out when TCP has gone.
TEST_F(Rate, BesideTcpItNeitherStarvesNorCrowdsOut) {
    auto world = world_of(path_of(10'000, 25ms));
    auto& flow = add_greedy(world, make_delay_rate);
    auto& tcp = world.add_other();
    int competing = 0;
    world.every(1s, second(10), second(60), [&] { competing += flow.sender->stats().rate.competing ? 1 : 0; });
    world.run_until(second(60));
    const auto ours = flow.arrived.rate(second(10), second(60));
    const auto others = tcp.arrived.rate(second(10), second(60));
    EXPECT_GE(ours, 0.1 * capacity(10'000));
    EXPECT_GE(others, 0.4 * capacity(10'000));
    EXPECT_GE(competing, 25);
}

/// A call beside a download: what it needs it gets, from the first second on.
TEST_F(Rate, ACallBesideADownloadGetsWhatItNeeds) {
    auto world = world_of(path_of(10'000, 25ms));
    auto& flow = world.add_link({});
    (void)world.add_other();
    // 50 packets of 1000 bytes: 50 kB/s; the queue of the download is 200 ms long.
    EXPECT_GE(voices_in_time(world, flow, 60s, 400ms, 1000), 0.98);
}

/// A camera that sends more than the path has left is found out though nothing waits for the rate: the queue does not
/// stay, and the voice beside it is heard.
TEST_F(Rate, AnApplicationThatSendsMoreThanThereIsIsHeldBack) {
    for (const auto delay : {15ms, 20ms, 25ms, 29ms, 31ms, 36ms}) {
        auto world = world_of(path_of(10'000, delay));
        auto& flow = world.add_link({});
        world.every(20ms, second(0), second(60), [&] {
            wire::FragmentFrame frame;
            frame.flow = base::FlowId{2};
            frame.data = base::Bytes(1000, 1);
            const auto now = flow.sender_now(world.now());
            // 100 kB/s, a fifth of what a link begins with, where 61 pass.
            for (int i = 0; i < 2; ++i) {
                std::ignore = flow.sender->send_fragment(
                    {link::encode_fragment(frame), base::PriorityClass::video, now + 400ms, {}}, now);
            }
        });
        world.run_until(second(10));
        world.path().bandwidth_kbps = 500;
        (void)voices_in_time(world, flow, 20s, 250ms);
        EXPECT_LE(world.queue().percentile(90, second(20), second(30)), 160ms) << delay.count();
        EXPECT_GE(voices_in_time(world, flow, 30s, 250ms), 0.95) << delay.count();
    }
}

/// A path that is cut for some seconds serves at once when it is back.
TEST_F(Rate, AfterACutItIsSoonItself) {
    auto world = world_of(path_of(10'000, 25ms));
    auto& flow = add_greedy(world, make_delay_rate);
    world.run_until(second(10));
    world.path().loss_ppm = 1'000'000;
    world.run_until(second(13));
    EXPECT_LE(flow.sent.rate(second(12), second(13)), 200'000);
    world.path().loss_ppm = 0;
    world.run_until(second(16));
    EXPECT_GE(flow.arrived.rate(second(15), second(16)), 0.8 * capacity(10'000));
}

} // namespace
} // namespace plenum::sim
