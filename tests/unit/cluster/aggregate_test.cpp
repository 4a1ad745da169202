// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/aggregate.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace plenum::cluster {
namespace {

/// Flows 3, 7 and 60, assigned in another order.
const std::vector<AssignedCell> cells{
    {FlowNumber{3}, Cell{12}, 5}, {FlowNumber{7}, Cell{4}, 9}, {FlowNumber{60}, Cell{12}, 8}};

TEST(Aggregate, has_every_function_of_the_paper) {
    const std::pair<Aggregate, std::uint32_t> expected[] = {
        {Aggregate::sum, 28},           {Aggregate::minimum, 4},        {Aggregate::maximum, 12},
        {Aggregate::range, 8},          {Aggregate::mean, 9},           {Aggregate::standard_deviation, 3},
        {Aggregate::bit_and, 4},        {Aggregate::bit_or, 12},        {Aggregate::bit_xor, 4},
        {Aggregate::minimum_offset, 7}, {Aggregate::maximum_offset, 3}, {Aggregate::assigned, 3},
        {Aggregate::latest, 7}};
    EXPECT_EQ(std::size(expected), base::enum_count<Aggregate>);
    for (const auto& [function, value] : expected)
        EXPECT_EQ(evaluate(function, cells), Cell{value}) << base::enumerator_name(function);
}

TEST(Aggregate, of_no_cells_is_only_their_number) {
    for (const auto function : base::enum_values<Aggregate>) {
        if (function == Aggregate::assigned)
            EXPECT_EQ(evaluate(function, {}), Cell{0});
        else
            EXPECT_EQ(evaluate(function, {}), std::nullopt) << base::enumerator_name(function);
    }
}

TEST(Aggregate, of_all_flows_with_the_largest_values_does_not_overflow) {
    std::vector<AssignedCell> largest;
    for (std::uint8_t flow = 0; flow < limits::flows_max; ++flow)
        largest.push_back({FlowNumber{flow}, Cell{flow % 2 == 0 ? limits::cell_value_max : 0}, flow});
    EXPECT_EQ(evaluate(Aggregate::sum, largest), Cell{limits::cell_value_max}) << "the sum is bounded";
    EXPECT_EQ(evaluate(Aggregate::mean, largest), Cell{limits::cell_value_max / 2});
    EXPECT_EQ(evaluate(Aggregate::standard_deviation, largest), Cell{limits::cell_value_max / 2});
}

TEST(Aggregate, sum_of_the_largest_weights_fits_a_cell) {
    std::vector<AssignedCell> weights;
    for (std::uint8_t flow = 0; flow < limits::flows_max; ++flow)
        weights.push_back({FlowNumber{flow}, Cell{limits::weight_max}, flow});
    const auto sum = evaluate(Aggregate::sum, weights);
    EXPECT_EQ(sum, Cell{std::uint64_t{limits::weight_max} * limits::flows_max});
    EXPECT_LT(*sum, Cell{limits::cell_value_max});
}

TEST(Aggregate, offsets_follow_those_of_flows) {
    EXPECT_EQ(offset_of(Aggregate::sum), Offset{64});
    EXPECT_EQ(aggregate_at(Offset{63}), std::nullopt);
    EXPECT_EQ(aggregate_at(Offset{76}), Aggregate::latest);
    EXPECT_EQ(aggregate_at(Offset{77}), std::nullopt);
    EXPECT_EQ(aggregate_at(Offset{255}), std::nullopt);
}

} // namespace
} // namespace plenum::cluster
