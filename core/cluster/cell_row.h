// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/base/time.h"
#include "core/cluster/aggregate.h"

#include <array>
#include <cstdint>
#include <optional>

namespace plenum::cluster {

/// The cells that flows set at one address, as soft state, with their aggregates. An aggregate is evaluated when it is
/// read, and again only after a cell changed or expired: an aggregation point touches each datagram, and few of them
/// ask for an aggregate.
class CellRow {
  public:
    explicit CellRow(base::Duration age_max) : age_max_{age_max} {}

    /// Precondition: `is_flow(flow)`.
    void assign(FlowNumber flow, Cell value, base::LocalTime now);
    void clear(FlowNumber flow);
    /// Nullopt if it is not assigned. Precondition: `is_flow(flow)`.
    [[nodiscard]] std::optional<Cell> cell(FlowNumber flow, base::LocalTime now) const;
    [[nodiscard]] std::optional<Cell> aggregate(Aggregate function, base::LocalTime now);
    [[nodiscard]] bool empty(base::LocalTime now);
    /// How often an aggregate was evaluated.
    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

  private:
    struct Slot {
        Cell value;
        std::uint64_t order{0};
        base::LocalTime expires_at{};
    };
    struct Evaluated {
        bool known{false};
        std::optional<Cell> value;
    };
    [[nodiscard]] bool is_assigned(std::size_t flow) const { return (assigned_ >> flow & 1) != 0; }
    void expire(base::LocalTime now);

    base::Duration age_max_;
    std::array<Slot, limits::flows_max> slots_{};
    /// Bit n: the cell of flow n.
    std::uint64_t assigned_{0};
    std::uint64_t order_{0};
    /// No cell expires earlier.
    base::LocalTime expires_at_{base::local_time_max};
    base::EnumArray<Aggregate, Evaluated> evaluated_{};
    std::uint64_t evaluations_{0};
};

} // namespace plenum::cluster
