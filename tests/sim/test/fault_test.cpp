// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/fault.h"

#include "tests/sim/swarm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace plenum::sim {
namespace {

using namespace base;
using testing::HasSubstr;

constexpr NodeIndex relay{0};
constexpr NodeIndex a{1};
constexpr NodeIndex b{2};
constexpr NodeIndex c{3};

VirtualTime at(Duration since_start) { return VirtualTime{since_start}; }

TEST(Faults, HaveNamesOfTheirOwnAndEndsThatExist) {
    std::set<std::string_view> names;
    for (const auto& each : all_faults()) {
        EXPECT_TRUE(names.insert(each.name).second) << each.name;
        if (!each.end) continue;
        EXPECT_TRUE(traits_of(*each.end).all_by_default || *each.end == FaultKind::restart) << each.name;
    }
    EXPECT_EQ(names.size(), all_faults().size());
}

TEST(Faults, WhatLastsGetsItsEnd) {
    const auto all = spelled_out({{at(5s), FaultKind::mute, {a}, 3s}, {at(6s), FaultKind::crash, {b}}}, Random{1});
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[1].kind, FaultKind::crash);
    EXPECT_EQ(all[2].kind, FaultKind::heal);
    EXPECT_EQ(all[2].at, at(8s));
    EXPECT_EQ(all[2].nodes, (std::set{a}));
}

TEST(Faults, AnIsolationCutsAroundEachNode) {
    const auto all = spelled_out({{at(5s), FaultKind::isolate, {a, b}, 3s}}, Random{1});
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].kind, FaultKind::partition);
    EXPECT_EQ(all[0].nodes, (std::set{a}));
    EXPECT_EQ(all[1].nodes, (std::set{b}));
}

TEST(Faults, ASwizzleClogsEachInOneOrderAndOpensInAnother) {
    std::set<std::vector<NodeIndex>> orders;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto all = spelled_out({{at(10s), FaultKind::swizzle, {a, b, c}, 8s}}, Random{seed});
        ASSERT_EQ(all.size(), 6U);
        std::vector<NodeIndex> order;
        for (std::size_t index = 0; index < 6; ++index) {
            const auto& each = all[index];
            EXPECT_EQ(each.kind, index < 3 ? FaultKind::clog : FaultKind::unclog);
            EXPECT_GE(each.at, at(index < 3 ? 10s : 14s));
            EXPECT_LE(each.at, at(index < 3 ? 14s : 18s));
            order.push_back(*each.nodes.begin());
        }
        EXPECT_TRUE(std::ranges::is_permutation(std::vector(order.begin(), order.begin() + 3), std::vector{a, b, c}));
        orders.insert(order);
    }
    EXPECT_GT(orders.size(), 20U) << "of 36";
}

TEST(Faults, TellHowLongTheyHoldThingsBack) {
    const std::vector<Fault> all{{at(1s), FaultKind::clog, {a}},
                                 {at(3s), FaultKind::unclog, {a, b}},
                                 {at(4s), FaultKind::pause, {a}},
                                 {at(5s), FaultKind::clog, {b}},
                                 {at(9s), FaultKind::unclog, {}}};
    const auto hold = longest_hold(all, at(20s));
    EXPECT_EQ(hold.path, 4s);
    EXPECT_EQ(hold.reader, 16s) << "nothing ends the pause before the scenario does";
    EXPECT_EQ(longest_hold({}, at(20s)).path, 0s);
}

// Swarm --------------------------------------------------------------------------------------------------------------

Scenario swarming() {
    Scenario scenario;
    scenario.duration = 100s;
    scenario.endpoints = 4;
    scenario.swarm.emplace();
    scenario.swarm->kinds = {FaultKind::crash, FaultKind::clog, FaultKind::jump};
    scenario.swarm->links = {{.loss_ppm = 1}, {.loss_ppm = 2}};
    return scenario;
}

TEST(Swarm, ASeedDrawsTheSameAlwaysAndAnotherOthers) {
    const auto of = [](std::uint64_t seed) {
        std::vector<std::pair<VirtualTime, FaultKind>> result;
        for (const auto& fault : for_seed(swarming(), seed).faults)
            result.emplace_back(fault.at, fault.kind);
        return result;
    };
    std::set<std::vector<std::pair<VirtualTime, FaultKind>>> seen;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        EXPECT_EQ(of(seed), of(seed));
        seen.insert(of(seed));
    }
    EXPECT_GT(seen.size(), 80U) << "and an eighth of them has no fault at all";
}

TEST(Swarm, EachKindIsOffInAsManySeedsAsIsSaid) {
    std::map<FaultKind, int> on;
    std::map<std::uint32_t, int> links;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        const auto scenario = for_seed(swarming(), seed);
        std::set<FaultKind> kinds;
        for (const auto& fault : scenario.faults)
            kinds.insert(fault.kind);
        for (const auto kind : kinds)
            ++on[kind];
        ++links[scenario.link.loss_ppm];
    }
    // Half, less those whose first strike would come after the end.
    for (const auto kind : {FaultKind::crash, FaultKind::clog, FaultKind::jump}) {
        EXPECT_GT(on[kind], 800) << name_of(kind);
        EXPECT_LT(on[kind], 1060) << name_of(kind);
    }
    EXPECT_NEAR(links[1], 1000, 120);
    EXPECT_NEAR(links[2], 1000, 120);
}

TEST(Swarm, StrikesWithinItsBounds) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const auto scenario = for_seed(swarming(), seed);
        ASSERT_TRUE(std::ranges::is_sorted(scenario.faults, {}, &Fault::at));
        for (const auto& fault : scenario.faults) {
            ASSERT_FALSE(fault.nodes.empty());
            ASSERT_LE(fault.nodes.size(), scenario.swarm->nodes_max);
            ASSERT_LT(fault.nodes.rbegin()->value(), scenario.nodes());
            ASSERT_LE(fault.amount, Duration{1h}.count());
            ASSERT_TRUE(fault.kind != FaultKind::crash || fault.at < at(100s));
        }
    }
}

TEST(Swarm, KeepsTheScenariosOwnFaults) {
    auto scenario = swarming();
    scenario.swarm->on_ppm = 0;
    scenario.faults = {{at(1s), FaultKind::crash, {relay}, 5s}};
    const auto all = for_seed(scenario, 1).faults;
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[1].kind, FaultKind::restart);
}

} // namespace
} // namespace plenum::sim
