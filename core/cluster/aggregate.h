// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/cluster/cell.h"

#include <cstdint>
#include <optional>
#include <span>

namespace plenum::cluster {

/// Functions of the cells that flows set at one general-purpose address (CP §2.2.5). All are exact integers, so that
/// all aggregation points agree.
enum class Aggregate : std::uint8_t {
    sum = 1, ///< the largest cell value, if it is more
    minimum = 2,
    maximum = 3,
    range = 4,              ///< maximum minus minimum
    mean = 5,               ///< rounded down
    standard_deviation = 6, ///< of the population, rounded down
    bit_and = 7,
    bit_or = 8,
    bit_xor = 9,
    minimum_offset = 10, ///< lowest flow number with the minimum
    maximum_offset = 11, ///< lowest flow number with the maximum
    assigned = 12,       ///< how many cells are assigned
    latest = 13,         ///< flow number of the cell that was set last
};

/// Offsets below belong to flows.
[[nodiscard]] constexpr Offset offset_of(Aggregate function) {
    return Offset{static_cast<std::uint8_t>(limits::flows_max - 1 + static_cast<std::uint8_t>(function))};
}
/// Nullopt for an offset of a flow, and for one without a function.
[[nodiscard]] constexpr std::optional<Aggregate> aggregate_at(Offset offset) {
    if (offset < offset_of(Aggregate::sum)) return std::nullopt;
    return base::to_enum<Aggregate>(offset.value() - limits::flows_max + 1);
}

struct AssignedCell {
    FlowNumber flow;
    Cell value;
    /// Rises with each assignment at this address.
    std::uint64_t order{0};
};

/// `cells`: assigned cells in order of their flows. Without any, only `assigned` has a value.
[[nodiscard]] std::optional<Cell> evaluate(Aggregate function, std::span<const AssignedCell> cells);

} // namespace plenum::cluster
