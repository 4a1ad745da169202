// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/path_meter.h"

#include "core/cluster/shared_rate.h"
#include "core/link/rate/registry.h"
#include "tests/unit/cluster/shared_path.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace plenum::cluster {
namespace {

constexpr base::LocalTime start{1000s};
const link::RateOptions tfrc{link::make_tfrc_rate, base::ByteRate{64'000}, base::ByteRate{4'000}};
const link::RateOptions by_delay{link::make_delay_rate, base::ByteRate{64'000}, base::ByteRate{4'000}};

/// Mean of `rate` from 30 s to 150 s.
std::uint64_t mean_rate(SharedPath& path, const SharedPath::Rate& rate) {
    path.run_until(start + 30s);
    std::uint64_t sum = 0;
    constexpr int samples = 1200;
    for (int i = 0; i < samples; ++i) {
        path.run_until(path.now() + 100ms);
        sum += rate().value();
    }
    return sum / samples;
}

/// What a TFRC flow alone gets.
std::uint64_t rate_of_one(const SharedPath::Conditions& conditions) {
    const auto controller = link::make_tfrc_rate(tfrc, start);
    SharedPath path{conditions, 1};
    const auto rate = [&] { return controller->rate(); };
    path.add_flow({*controller, {}, {}, true}, rate);
    return mean_rate(path, rate);
}

/// NET.bw, where so many flows send at it.
std::uint64_t bandwidth_of(std::size_t flows, const SharedPath::Conditions& conditions) {
    const auto meter = std::make_shared<PathMeter>(PathMeter::Options{tfrc}, start);
    meter->set_flows(flows);
    SharedRate link{meter};
    SharedPath path{conditions, 2};
    const auto rate = [&] { return meter->bandwidth(); };
    for (std::size_t i = 0; i < flows; ++i)
        path.add_flow({link}, rate);
    return mean_rate(path, rate);
}

TEST(PathMeter, bandwidth_measured_over_twelve_flows_is_that_of_one_tcp_compatible_flow) {
    for (const auto loss_ppm : {5'000U, 20'000U, 50'000U}) {
        SharedPath::Conditions conditions;
        conditions.loss_ppm = loss_ppm;
        const auto alone = rate_of_one(conditions);
        const auto shared = bandwidth_of(12, conditions);
        EXPECT_GT(shared * 100, alone * 80) << loss_ppm;
        EXPECT_LT(shared * 100, alone * 125) << loss_ppm;
    }
}

TEST(PathMeter, losses_in_bursts_count_as_often_as_one_flow_would_see_them) {
    SharedPath::Conditions conditions;
    conditions.loss_ppm = 2'000;
    conditions.burst = 6;
    const auto shared = bandwidth_of(12, conditions);
    // A flow's packets lie 12 apart, so half of the bursts hit it, each with one packet.
    conditions.burst = 1;
    conditions.loss_ppm = 12'000;
    const auto alone = rate_of_one(conditions);
    EXPECT_GT(shared * 100, alone * 75);
    EXPECT_LT(shared * 100, alone * 133);
}

struct Used {
    base::Duration queue;
    std::uint64_t percent; ///< of the capacity
};
/// In the second of two minutes.
Used use(SharedPath& path, const SharedPath::Conditions& conditions) {
    path.run_until(start + 60s);
    (void)path.take_queue();
    (void)path.take_bytes();
    path.run_until(start + 120s);
    return {path.take_queue(), path.take_bytes() * 100 / (conditions.capacity * 60)};
}

TEST(PathMeter, a_delay_controller_of_all_flows_keeps_the_queue_short_however_many_there_are) {
    for (const auto flows : {1UL, 4UL, 16UL}) {
        SharedPath::Conditions conditions;
        conditions.capacity = 2'500'000;
        const auto meter =
            std::make_shared<PathMeter>(PathMeter::Options{by_delay, PathMeter::Controls::all_flows}, start);
        meter->set_flows(flows);
        SharedRate link{meter};
        SharedPath path{conditions, 3};
        for (std::size_t i = 0; i < flows; ++i)
            path.add_flow({link}, [&] { return meter->bandwidth(); });
        const auto used = use(path, conditions);
        EXPECT_GE(used.percent, 85U) << flows;
        EXPECT_LE(used.queue, 35ms) << flows;
        EXPECT_LE(meter->aggregate().value() - meter->bandwidth().value() * flows, flows);
    }
}

TEST(PathMeter, a_delay_controller_of_one_flow_fills_the_path_too) {
    SharedPath::Conditions conditions;
    conditions.capacity = 2'500'000;
    const auto meter = std::make_shared<PathMeter>(PathMeter::Options{by_delay}, start);
    meter->set_flows(4);
    SharedRate link{meter};
    SharedPath path{conditions, 3};
    for (int i = 0; i < 4; ++i)
        path.add_flow({link}, [&] { return meter->bandwidth(); });
    const auto used = use(path, conditions);
    EXPECT_GE(used.percent, 85U);
    EXPECT_LE(used.queue, 60ms);
    EXPECT_EQ(meter->aggregate().value(), meter->bandwidth().value() * 4);
}

TEST(PathMeter, links_with_other_clocks_and_delays_share_a_controller) {
    SharedPath::Conditions conditions;
    conditions.capacity = 2'500'000;
    const auto meter = std::make_shared<PathMeter>(PathMeter::Options{by_delay, PathMeter::Controls::all_flows}, start);
    meter->set_flows(3);
    SharedPath path{conditions, 4};
    std::vector<std::unique_ptr<SharedRate>> links;
    for (int i = 0; i < 3; ++i) {
        links.push_back(std::make_unique<SharedRate>(meter));
        path.add_flow({*links.back(), 17min * i, 10ms * i}, [&] { return meter->bandwidth(); });
    }
    const auto used = use(path, conditions);
    EXPECT_GE(used.percent, 85U);
    EXPECT_LE(used.queue, 35ms);
    EXPECT_EQ(links.front()->rate(), meter->aggregate());
}

TEST(PathMeter, one_of_several_links_that_moves_leaves_what_was_learnt) {
    const auto meter = std::make_shared<PathMeter>(PathMeter::Options{tfrc}, start);
    SharedRate link{meter};
    auto other = std::make_unique<SharedRate>(meter);
    link.handle_feedback({start, start - 30ms, 30ms, 30ms, 0, false});
    link.handle_path_changed(start);
    EXPECT_TRUE(meter->has_rtt());
    other.reset();
    link.handle_path_changed(start);
    EXPECT_FALSE(meter->has_rtt());
}

TEST(PathMeter, packets_that_were_only_late_are_no_loss) {
    SharedPath::Conditions conditions;
    conditions.delay = 20ms;
    PathMeter meter{{tfrc}, start};
    const auto send = [&](base::LocalTime at, bool lost, bool found) {
        meter.handle_sent({at, 1200, true});
        if (lost) meter.handle_lost({at + 50ms, at, 1200});
        if (!lost || found) meter.handle_acknowledged({at + 60ms, at, 1200, lost});
        meter.handle_feedback({at + 60ms, at, 60ms, 60ms, 0, true});
    };
    for (int i = 0; i < 1000; ++i)
        send(start + 100ms * i, i % 50 == 0, true);
    EXPECT_EQ(meter.stats().loss_event_rate, 0);
    for (int i = 1000; i < 2000; ++i)
        send(start + 100ms * i, i % 50 == 0, false);
    EXPECT_GT(meter.stats().loss_event_rate, 0.01);
}

TEST(PathMeter, of_two_losses_only_the_one_that_was_late_is_none) {
    PathMeter meter{{tfrc}, start};
    meter.handle_feedback({start, start - 60ms, 60ms, 60ms, 0, true});
    // Few bytes, so that the filter takes each.
    const auto first = start + 1s;
    const auto second = start + 2s;
    for (const auto at : {first, second}) {
        meter.handle_sent({at, 100, true});
        meter.handle_lost({at + 60ms, at, 100});
    }
    meter.handle_acknowledged({second + 80ms, first, 100, true});
    EXPECT_GT(meter.stats().loss_event_rate, 0) << "the other is still lost";
    meter.handle_acknowledged({second + 90ms, second, 100, true});
    EXPECT_EQ(meter.stats().loss_event_rate, 0);
}

TEST(PathMeter, tells_the_round_trip_time_and_the_loss_of_all_packets) {
    SharedPath::Conditions conditions;
    conditions.loss_ppm = 30'000;
    const auto meter = std::make_shared<PathMeter>(PathMeter::Options{tfrc}, start);
    SharedRate link{meter};
    SharedPath path{conditions, 5};
    for (int i = 0; i < 5; ++i)
        path.add_flow({link}, [] { return base::ByteRate{240'000}; });
    path.run_until(start + 20s);
    EXPECT_NEAR(meter->loss_per_million(), 30'000, 10'000);
    EXPECT_GE(meter->rtt(), 50ms);
    EXPECT_LE(meter->rtt(), 52ms);
}

} // namespace
} // namespace plenum::cluster
