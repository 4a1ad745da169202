// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/aggregation_point.h"

#include "core/cluster/cell_exchange.h"

#include <gtest/gtest.h>

namespace plenum::cluster {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime start{1000s};
constexpr ApplicationId application{3};

struct World {
    std::shared_ptr<PathMeter> path{std::make_shared<PathMeter>(PathMeter::Options{}, start)};
    AggregationPoint point{application, path};
    CellExchange ann{application, FlowNumber{1}};
    CellExchange bob{application, FlowNumber{2}};

    /// A datagram of each there and back.
    void exchange(base::LocalTime now) {
        for (auto* each : {&ann, &bob}) {
            const auto shim = each->poll_shim(now);
            point.handle_outbound(shim, 1000, now);
            each->handle_shim(point.report(shim.flow, now), now);
        }
    }
};

TEST(AggregationPoint, endpoints_see_each_others_cells_and_their_aggregates) {
    World world;
    world.ann.assign(general(0), Cell{30});
    world.bob.assign(general(0), Cell{12});
    world.ann.watch(0, {general(0), offset_of(Aggregate::sum)});
    world.bob.watch(1, {general(0), Offset{1}});
    EXPECT_EQ(world.ann.value(0, start), std::nullopt);
    world.exchange(start);
    world.exchange(start + 10ms);
    EXPECT_EQ(world.ann.value(0, start + 10ms), Cell{42});
    EXPECT_EQ(world.bob.value(1, start + 10ms), Cell{30});
    EXPECT_EQ(world.ann.value(0, start + 6s), std::nullopt) << "reports grow old";
}

TEST(AggregationPoint, measures_the_flows) {
    World world;
    world.ann.watch(0, {flow_figures, offset_of(FlowStatistic::number)});
    world.ann.watch(1, {flow_figures, offset_of(FlowStatistic::throughput)});
    world.ann.watch(2, {flow_figures, offset_of(FlowStatistic::packet_size)});
    world.ann.watch(3, {network, offset_of(NetworkStatistic::bandwidth)});
    auto now = start;
    for (; now < start + 3s; now += 10ms)
        world.exchange(now);
    const auto last = now - 10ms;
    EXPECT_EQ(world.ann.value(0, last), Cell{2});
    EXPECT_NEAR(static_cast<double>(rate_from(*world.ann.value(1, last)).value()), 200'000, 8'000);
    EXPECT_EQ(world.ann.value(2, last), Cell{1000});
    EXPECT_EQ(world.ann.value(3, last), rate_cell(world.path->bandwidth()));
    EXPECT_EQ(world.path->aggregate().value(), world.path->bandwidth().value() * 2);
    EXPECT_EQ(world.point.flows().active(now + 3s), 0U) << "silent flows are not active";
}

TEST(AggregationPoint, ignores_other_applications) {
    World world;
    CellExchange stranger{ApplicationId{4}, FlowNumber{1}};
    stranger.assign(general(0), Cell{1});
    EXPECT_FALSE(world.point.handle_outbound(stranger.poll_shim(start), 1000, start));
    EXPECT_EQ(world.point.flows().active(start), 0U);
    EXPECT_FALSE(stranger.handle_shim(world.point.report(FlowNumber{1}, start), start));
}

TEST(CellExchange, sets_its_cells_again_before_they_expire) {
    World world;
    world.ann.assign(general(0), Cell{7});
    world.bob.watch(0, {general(0), Offset{1}});
    for (auto now = start; now < start + 20s; now += 100ms)
        world.exchange(now);
    EXPECT_EQ(world.bob.value(0, start + 20s), Cell{7});
    world.ann.release(general(0));
    for (auto now = start + 20s; now < start + 40s; now += 100ms)
        world.exchange(now);
    EXPECT_EQ(world.bob.value(0, start + 40s), std::nullopt);
}

TEST(CellExchange, sends_changed_cells_at_once_and_others_once_a_second) {
    CellExchange exchange{application, FlowNumber{1}};
    for (std::uint8_t i = 0; i < 6; ++i)
        EXPECT_TRUE(exchange.assign(general(i), Cell{i}));
    const auto sent = [&](base::LocalTime now) {
        const auto shim = exchange.poll_shim(now);
        return std::ranges::count_if(shim.operations, [](const auto& each) { return each.has_value(); });
    };
    EXPECT_EQ(sent(start), 4);
    EXPECT_EQ(sent(start), 2);
    EXPECT_EQ(sent(start + 999ms), 0);
    exchange.assign(general(5), Cell{5});
    EXPECT_EQ(sent(start + 999ms), 0) << "it did not change";
    exchange.assign(general(5), Cell{50});
    EXPECT_EQ(exchange.poll_shim(start + 999ms).operations[0], (Operation{general(5), Cell{50}}));
    EXPECT_EQ(sent(start + 1s), 4);
    EXPECT_EQ(sent(start + 1s), 1) << "the changed one was sent a moment ago";
}

TEST(CellExchange, drops_a_report_that_answers_an_earlier_pointer) {
    World world;
    world.point.handle_outbound({application, FlowNumber{2}, {Operation{general(0), Cell{1}}}}, 1000, start);
    world.point.handle_outbound({application, FlowNumber{2}, {Operation{general(1), Cell{2}}}}, 1000, start);
    world.ann.watch(0, {general(0), Offset{2}});
    world.point.handle_outbound(world.ann.poll_shim(start), 1000, start);
    const auto early = world.point.report(FlowNumber{1}, start);
    world.ann.watch(0, {general(1), Offset{2}});
    world.ann.handle_shim(early, start);
    EXPECT_EQ(world.ann.value(0, start), std::nullopt);
    world.exchange(start);
    EXPECT_EQ(world.ann.value(0, start), Cell{2});
    world.ann.unwatch(0);
    EXPECT_EQ(world.ann.value(0, start), std::nullopt);
}

TEST(CellExchange, refuses_addresses_that_are_not_general_purpose_and_more_than_its_bound) {
    CellExchange exchange{application, FlowNumber{1}};
    EXPECT_FALSE(exchange.assign(network, Cell{1}));
    EXPECT_FALSE(exchange.assign(report_pointer(0), Cell{1}));
    for (std::uint8_t i = 0; i < CellExchange::own_cells_max; ++i)
        EXPECT_TRUE(exchange.assign(general(i), Cell{1}));
    EXPECT_FALSE(exchange.assign(general(100), Cell{1}));
    EXPECT_TRUE(exchange.assign(general(0), Cell{2})) << "one that is there changes";
}

} // namespace
} // namespace plenum::cluster
