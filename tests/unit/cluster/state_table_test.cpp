// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/state_table.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace plenum::cluster {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime start{1000s};

CellPlace place(Address address, FlowNumber flow) { return {address, Offset{flow.value()}}; }
CellPlace place(Address address, Aggregate function) { return {address, offset_of(function)}; }

TEST(StateTable, reports_the_cells_that_a_flows_pointers_name) {
    StateTable table;
    const FlowNumber ann{1};
    const FlowNumber bob{2};
    table.set(NetworkStatistic::bandwidth, Cell{777});
    table.assign(bob, {general(0), Cell{42}}, start);
    const ReportPointer bandwidth{{network, offset_of(NetworkStatistic::bandwidth)}, ValidationId{7}};
    const ReportPointer bobs{place(general(0), bob), ValidationId{8}};
    const ReportPointer nothing{place(general(1), bob), ValidationId{9}};
    Operations pointers;
    pointers[0] = {report_pointer(0), bandwidth.cell()};
    pointers[1] = {report_pointer(2), bobs.cell()};
    pointers[2] = {report_pointer(3), nothing.cell()};
    EXPECT_EQ(table.assign(ann, pointers, start), 3U);

    const auto reports = table.report(ann, start);
    EXPECT_EQ(reports[0], (Report{Cell{777}, ValidationId{7}}));
    EXPECT_EQ(reports[1], std::nullopt) << "the pointer is not set";
    EXPECT_EQ(reports[2], (Report{Cell{42}, ValidationId{8}}));
    EXPECT_EQ(reports[3], std::nullopt) << "the cell is not assigned";
    EXPECT_EQ(table.report(bob, start), Reports{}) << "pointers are each flow's own";
}

TEST(StateTable, refuses_to_set_what_aggregation_points_measure) {
    StateTable table;
    EXPECT_FALSE(table.assign(FlowNumber{1}, {network, Cell{1}}, start));
    EXPECT_FALSE(table.assign(FlowNumber{1}, {flow_figures, Cell{1}}, start));
    EXPECT_FALSE(table.assign(FlowNumber{64}, {general(0), Cell{1}}, start)) << "aggregates begin there";
    EXPECT_TRUE(table.assign(FlowNumber{63}, {general(249), Cell{1}}, start));
    for (unsigned offset = 0; offset < 256; ++offset) {
        const Offset at{static_cast<std::uint8_t>(offset)};
        EXPECT_EQ(table.read({network, at}, start), std::nullopt);
        EXPECT_EQ(table.read({flow_figures, at}, start), std::nullopt);
        EXPECT_EQ(table.read({report_pointer(0), at}, start), std::nullopt);
    }
    EXPECT_EQ(table.report(FlowNumber{200}, start), Reports{});
    table.remove(FlowNumber{200});
}

TEST(StateTable, cells_expire_unless_they_are_set_again) {
    StateTable table{3s};
    const FlowNumber ann{0};
    const FlowNumber bob{63};
    table.assign(ann, {general(4), Cell{10}}, start);
    table.assign(bob, {general(4), Cell{20}}, start);
    table.assign(ann, {general(4), Cell{10}}, start + 2s);
    EXPECT_EQ(table.read(place(general(4), Aggregate::sum), start + 3s - 1ns), Cell{30});
    EXPECT_EQ(table.read(place(general(4), Aggregate::sum), start + 3s), Cell{10});
    EXPECT_EQ(table.read(place(general(4), bob), start + 3s), std::nullopt);
    EXPECT_EQ(table.read(place(general(4), ann), start + 5s - 1ns), Cell{10});
    EXPECT_EQ(table.read(place(general(4), Aggregate::assigned), start + 5s), Cell{0});
}

TEST(StateTable, takes_memory_only_for_addresses_in_use) {
    StateTable table{3s};
    for (std::uint8_t which = 0; which < 100; ++which)
        table.assign(FlowNumber{1}, {general(which), Cell{1}}, start);
    EXPECT_EQ(table.rows(), 100U);
    table.assign(FlowNumber{2}, {general(50), Cell{1}}, start + 2s);
    table.expire(start + 4s);
    EXPECT_EQ(table.rows(), 1U);
    table.remove(FlowNumber{2});
    table.expire(start + 4s);
    EXPECT_EQ(table.rows(), 0U);
}

TEST(StateTable, evaluates_an_aggregate_when_it_is_read_after_a_change) {
    StateTable table;
    const auto sum = place(general(0), Aggregate::sum);
    for (std::uint8_t i = 0; i < 50; ++i)
        table.assign(FlowNumber{i}, {general(0), Cell{i}}, start);
    EXPECT_EQ(table.evaluations(), 0U) << "nobody asked";
    EXPECT_EQ(table.read(sum, start), Cell{49 * 50 / 2});
    EXPECT_EQ(table.read(sum, start), Cell{49 * 50 / 2});
    EXPECT_EQ(table.evaluations(), 1U);
    table.assign(FlowNumber{3}, {general(0), Cell{3}}, start + 1s);
    EXPECT_EQ(table.read(sum, start + 1s), Cell{49 * 50 / 2});
    EXPECT_EQ(table.evaluations(), 1U) << "the same value again changes no sum";
    table.assign(FlowNumber{3}, {general(0), Cell{4}}, start + 1s);
    EXPECT_EQ(table.read(sum, start + 1s), Cell{49 * 50 / 2 + 1});
    EXPECT_EQ(table.evaluations(), 2U);
}

TEST(StateTable, latest_follows_cells_that_are_set_to_the_same_value_again) {
    StateTable table;
    const auto latest = place(general(0), Aggregate::latest);
    table.assign(FlowNumber{1}, {general(0), Cell{5}}, start);
    table.assign(FlowNumber{2}, {general(0), Cell{5}}, start);
    EXPECT_EQ(table.read(latest, start), Cell{2});
    table.assign(FlowNumber{1}, {general(0), Cell{5}}, start);
    EXPECT_EQ(table.read(latest, start), Cell{1});
}

/// Cells as a map, aggregates from their definitions, nothing kept.
class SlowTable {
  public:
    static constexpr base::Duration age_max = 3s;
    void assign(FlowNumber flow, const Operation& operation, base::LocalTime now) {
        if (flow.value() < 64 && operation.address.value() != 4 && operation.address.value() != 5)
            cells_[{operation.address, flow}] = {operation.value.value(), ++order_, now};
    }
    void remove(FlowNumber flow) {
        std::erase_if(cells_, [&](const auto& each) { return each.first.second == flow; });
    }
    [[nodiscard]] std::optional<Cell> read(CellPlace at, base::LocalTime now) const {
        std::vector<std::pair<unsigned, Written>> there;
        for (const auto& [key, cell] : cells_)
            if (key.first == at.address && now < cell.at + age_max) there.emplace_back(key.second.value(), cell);
        const unsigned offset = at.offset.value();
        if (offset < 64) {
            const auto found = std::ranges::find(there, offset, &std::pair<unsigned, Written>::first);
            return found == there.end() ? std::nullopt : std::optional{Cell{found->second.value}};
        }
        if (at.address.value() < 6 || offset > 76) return std::nullopt;
        if (offset == 75) return Cell{there.size()};
        if (there.empty()) return std::nullopt;
        return Cell{aggregate(offset, there)};
    }

  private:
    struct Written {
        std::uint64_t value;
        std::uint64_t order;
        base::LocalTime at;
    };
    using There = std::vector<std::pair<unsigned, Written>>;
    static std::uint64_t aggregate(unsigned offset, const There& there) {
        std::uint64_t sum = 0;
        std::uint64_t bits[3] = {~std::uint64_t{0}, 0, 0};
        auto least = there.front();
        auto most = there.front();
        auto latest = there.front();
        for (const auto& each : there) {
            const auto value = each.second.value;
            sum += value;
            bits[0] &= value;
            bits[1] |= value;
            bits[2] ^= value;
            if (value < least.second.value) least = each;
            if (value > most.second.value) most = each;
            if (each.second.order > latest.second.order) latest = each;
        }
        switch (offset) {
        case 64: return sum;
        case 65: return least.second.value;
        case 66: return most.second.value;
        case 67: return most.second.value - least.second.value;
        case 68: return sum / there.size();
        case 69: return deviation(there, sum);
        case 70:
        case 71:
        case 72: return bits[offset - 70];
        case 73: return least.first;
        case 74: return most.first;
        default: return latest.first;
        }
    }
    /// The greatest d with (n d)² ≤ Σ (n x − Σ x)² / n, by bisection.
    static std::uint64_t deviation(const There& there, std::uint64_t sum) {
        const auto count = static_cast<std::int64_t>(there.size());
        std::uint64_t squares = 0;
        for (const auto& each : there) {
            const auto apart = static_cast<std::int64_t>(each.second.value) * count - static_cast<std::int64_t>(sum);
            squares += static_cast<std::uint64_t>(apart * apart);
        }
        squares /= there.size();
        std::uint64_t low = 0;
        std::uint64_t high = limits::cell_value_max;
        while (low < high) {
            const auto middle = (low + high + 1) / 2;
            if (middle * middle * there.size() * there.size() <= squares)
                low = middle;
            else
                high = middle - 1;
        }
        return low;
    }

    std::map<std::pair<Address, FlowNumber>, Written> cells_;
    std::uint64_t order_{0};
};

TEST(StateTable, is_as_a_slow_model_of_it_says) {
    base::Random random{7};
    StateTable table{SlowTable::age_max};
    SlowTable model;
    auto now = start;
    const auto address = [&] { return Address{static_cast<std::uint8_t>(random.below(12))}; };
    for (int step = 0; step < 100'000; ++step) {
        const FlowNumber flow{static_cast<std::uint8_t>(random.below(random.chance(20'000) ? 256 : 6))};
        if (random.chance(200'000)) now += std::chrono::milliseconds{random.below(900)};
        if (random.chance(300'000)) {
            // Up to 2^20 only, so that the model's squares stay within 64 bits.
            const Operation operation{address(), Cell{random.below(random.chance(500'000) ? 4 : 1 << 20)}};
            table.assign(flow, operation, now);
            model.assign(flow, operation, now);
        } else if (random.chance(1000)) {
            table.remove(flow);
            model.remove(flow);
        } else if (random.chance(10'000)) {
            table.expire(now);
        }
        const CellPlace at{address(), Offset{static_cast<std::uint8_t>(
                                          random.chance(300'000) ? random.below(256) : random.below(16) + 62)}};
        ASSERT_EQ(table.read(at, now), model.read(at, now))
            << "step " << step << ", " << int{at.address.value()} << "." << int{at.offset.value()};
    }
}

} // namespace
} // namespace plenum::cluster
