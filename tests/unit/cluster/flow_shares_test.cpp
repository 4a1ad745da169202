// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/flow_shares.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace plenum::cluster {
namespace {

FlowNumber flow(std::size_t number) { return FlowNumber{static_cast<std::uint8_t>(number)}; }

std::uint64_t sum(const FlowShares::Rates& rates) {
    std::uint64_t total = 0;
    for (const auto rate : rates)
        total += rate.value();
    return total;
}

TEST(FlowShares, follow_weights) {
    FlowShares shares;
    shares.set(flow(0), {1});
    shares.set(flow(9), {3});
    shares.set(flow(63), {4});
    const auto rates = shares.apportion(base::ByteRate{8000});
    EXPECT_EQ(rates[0], base::ByteRate{1000});
    EXPECT_EQ(rates[9], base::ByteRate{3000});
    EXPECT_EQ(rates[63], base::ByteRate{4000});
    EXPECT_EQ(sum(rates), 8000U);
}

TEST(FlowShares, what_a_flow_cannot_use_goes_to_the_others_by_their_weights) {
    FlowShares shares;
    shares.set(flow(0), {4, base::ByteRate{1000}});
    shares.set(flow(1), {1});
    shares.set(flow(2), {2});
    const auto rates = shares.apportion(base::ByteRate{7000});
    EXPECT_EQ(rates[0], base::ByteRate{1000});
    EXPECT_EQ(rates[1], base::ByteRate{2000});
    EXPECT_EQ(rates[2], base::ByteRate{4000});
}

TEST(FlowShares, flows_with_enough_leave_the_rest_unused) {
    FlowShares shares;
    shares.set(flow(0), {1, base::ByteRate{10}});
    shares.set(flow(1), {1, base::ByteRate{20}});
    EXPECT_EQ(sum(shares.apportion(base::ByteRate{1'000'000})), 30U);
}

TEST(FlowShares, no_flow_and_weight_zero_get_nothing) {
    FlowShares shares;
    EXPECT_EQ(sum(shares.apportion(base::ByteRate{1000})), 0U);
    shares.set(flow(5), {0});
    EXPECT_EQ(sum(shares.apportion(base::ByteRate{1000})), 0U);
    EXPECT_FALSE(shares.set(flow(64), {1}));
    shares.set(flow(6), {1});
    shares.remove(flow(6));
    shares.remove(flow(200));
    EXPECT_EQ(sum(shares.apportion(base::ByteRate{1000})), 0U);
}

TEST(FlowShares, of_random_demands_use_the_aggregate_and_never_exceed_it) {
    base::Random random{3};
    for (int round = 0; round < 3000; ++round) {
        FlowShares shares;
        std::uint64_t usable = 0;
        std::vector<FlowShares::Demand> demands(random.below(limits::flows_max + 1));
        for (std::size_t i = 0; i < demands.size(); ++i) {
            demands[i].weight = static_cast<std::uint32_t>(random.below(random.chance(100'000) ? 1 << 20 : 5));
            if (random.chance(500'000)) demands[i].most = base::ByteRate{random.below(100'000)};
            shares.set(flow(i), demands[i]);
            if (demands[i].weight > 0) usable += demands[i].most.value();
        }
        const auto aggregate = random.below(random.chance(100'000) ? ~std::uint64_t{0} >> 1 : 3'000'000);
        const auto rates = shares.apportion(base::ByteRate{aggregate});
        ASSERT_EQ(sum(rates), std::min(aggregate, usable)) << round;
        // Max-min fairness: a flow that could use more has at least the part of any other, by weight.
        for (std::size_t i = 0; i < demands.size(); ++i) {
            ASSERT_LE(rates[i], demands[i].most);
            const std::uint64_t mine = std::min(demands[i].weight, limits::weight_max);
            if (rates[i] == demands[i].most || mine == 0) continue;
            for (std::size_t k = 0; k < demands.size(); ++k) {
                const std::uint64_t theirs = std::min(demands[k].weight, limits::weight_max);
                ASSERT_GE((rates[i].value() + limits::flows_max) * theirs + limits::flows_max * mine,
                          rates[k].value() * mine);
            }
        }
    }
}

TEST(FlowShares, an_endpoint_computes_its_own_share_alike) {
    base::Random random{4};
    for (int round = 0; round < 1000; ++round) {
        const auto flows = 1 + random.below(limits::flows_max);
        FlowShares shares;
        std::vector<Cell> weights;
        std::uint64_t weight_sum = 0;
        for (std::size_t i = 0; i < flows; ++i) {
            weights.emplace_back(random.below(limits::weight_max + 1));
            weight_sum += weights.back().value();
            shares.set(flow(i), {weights.back().value()});
        }
        const base::ByteRate bandwidth{random.below(limits::rate_max / limits::flows_max)};
        const auto rates = shares.apportion(base::ByteRate{bandwidth.value() * flows});
        for (std::size_t i = 0; i < flows; ++i) {
            const auto own = own_share({bandwidth, flows, weights[i], Cell{weight_sum}});
            ASSERT_NEAR(static_cast<double>(own.value()), static_cast<double>(rates[i].value()), limits::flows_max);
        }
    }
    EXPECT_EQ(own_share({base::ByteRate{1000}, 4, Cell{0}, Cell{0}}), base::ByteRate{});
    EXPECT_EQ(own_share({base::ByteRate{1000}, 4, Cell{9}, Cell{3}}), base::ByteRate{4000}) << "figures of other ages";
}

} // namespace
} // namespace plenum::cluster
