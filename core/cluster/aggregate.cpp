// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/aggregate.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace plenum::cluster {
namespace {

using Cells = std::span<const AssignedCell>;

std::uint64_t sum(Cells cells) {
    std::uint64_t total = 0;
    for (const auto& cell : cells)
        total += cell.value.value();
    return total;
}

/// Greatest number whose square is not greater; bit by bit.
std::uint64_t square_root(std::uint64_t value) {
    std::uint64_t root = 0;
    for (auto bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
        const auto next = root | bit;
        if (next * next <= value) root = next;
    }
    return root;
}

/// √(n Σx² − (Σx)²) / n. With 64 cells of 24 bits, n Σx² stays below 2^60.
std::uint64_t standard_deviation(Cells cells) {
    std::uint64_t squares = 0;
    for (const auto& cell : cells)
        squares += std::uint64_t{cell.value.value()} * cell.value.value();
    const auto total = sum(cells);
    return square_root(cells.size() * squares - total * total) / cells.size();
}

template <class Combine>
std::uint64_t fold(Cells cells, Combine combine) {
    auto result = cells.front().value.value();
    for (const auto& cell : cells.subspan(1))
        result = combine(result, cell.value.value());
    return result;
}

const AssignedCell& least(Cells cells) { return *std::ranges::min_element(cells, {}, &AssignedCell::value); }
const AssignedCell& most(Cells cells) { return *std::ranges::max_element(cells, {}, &AssignedCell::value); }

std::uint64_t value_of(Aggregate function, Cells cells) {
    switch (function) {
    case Aggregate::sum: return sum(cells);
    case Aggregate::minimum: return least(cells).value.value();
    case Aggregate::maximum: return most(cells).value.value();
    case Aggregate::range: return most(cells).value.value() - least(cells).value.value();
    case Aggregate::mean: return sum(cells) / cells.size();
    case Aggregate::standard_deviation: return standard_deviation(cells);
    case Aggregate::bit_and: return fold(cells, std::bit_and{});
    case Aggregate::bit_or: return fold(cells, std::bit_or{});
    case Aggregate::bit_xor: return fold(cells, std::bit_xor{});
    case Aggregate::minimum_offset: return least(cells).flow.value();
    case Aggregate::maximum_offset: return most(cells).flow.value();
    case Aggregate::assigned: return cells.size();
    case Aggregate::latest: return std::ranges::max_element(cells, {}, &AssignedCell::order)->flow.value();
    }
    return 0;
}

} // namespace

std::optional<Cell> evaluate(Aggregate function, Cells cells) {
    if (cells.empty() && function != Aggregate::assigned) return std::nullopt;
    return Cell{value_of(function, cells)};
}

} // namespace plenum::cluster
