// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/base/time.h"
#include "core/cluster/cell.h"
#include "core/cluster/cell_row.h"
#include "core/cluster/statistics.h"

#include <array>
#include <memory>
#include <optional>

namespace plenum::cluster {

/// The cells of one application at one aggregation point: 256 addresses × 256 offsets of 24 bits (CP §2.2).
///
/// The problem: flows of several hosts have to act as one, and each sees only its own packets. The intuition: all of
/// them pass one machine, so that machine keeps a small table that datagrams write and read as they pass. It acts on
/// nothing. Hosts act on equal figures, and therefore alike. The alternative, hosts that tell each other, costs a
/// message for each pair and leaves them with figures of different age.
///
/// Report pointers and general-purpose addresses have one cell a flow, which that flow alone can set and which expires
/// unless it is set again. Memory is taken for addresses in use, 2 kB each.
class StateTable {
  public:
    explicit StateTable(base::Duration cell_age_max = limits::cell_age_max) : cell_age_max_{cell_age_max} {}

    /// False, with nothing changed, for a read-only address and for a flow number that is too large.
    bool assign(FlowNumber flow, const Operation& operation, base::LocalTime now);
    /// All that an outbound datagram of the flow sets. Returns how many cells were set.
    std::size_t assign(FlowNumber flow, const Operations& operations, base::LocalTime now);
    void set(NetworkStatistic which, Cell value) { network_[which] = value; }
    void set(FlowStatistic which, Cell value) { flow_figures_[which] = value; }
    /// The flow ended: its cells are unassigned.
    void remove(FlowNumber flow);
    /// Frees the memory of addresses without assigned cells.
    void expire(base::LocalTime now);

    /// Nullopt if the cell is not assigned, or no cell at all.
    [[nodiscard]] std::optional<Cell> read(CellPlace place, base::LocalTime now);
    /// For an inbound datagram of the flow: the cells that its report pointers name.
    [[nodiscard]] Reports report(FlowNumber flow, base::LocalTime now);

    /// Addresses that take memory.
    [[nodiscard]] std::size_t rows() const;
    /// How often an aggregate was evaluated.
    [[nodiscard]] std::uint64_t evaluations() const;

  private:
    [[nodiscard]] static bool is_writable(Address address) { return address != network && address != flow_figures; }
    [[nodiscard]] std::optional<Cell> read_row(CellPlace place, base::LocalTime now);

    base::Duration cell_age_max_;
    std::array<std::unique_ptr<CellRow>, 256> rows_{};
    base::EnumArray<NetworkStatistic, std::optional<Cell>> network_{};
    base::EnumArray<FlowStatistic, std::optional<Cell>> flow_figures_{};
};

} // namespace plenum::cluster
