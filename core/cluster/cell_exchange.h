// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/shim.h"

#include <array>
#include <cstddef>
#include <map>
#include <optional>

namespace plenum::cluster {

/// An endpoint's side of the state table, for one flow: which cells it sets, and which are reported to it.
///
/// Cells are soft state, and datagrams are lost, so each cell is set again each second. A pointer gets another
/// validation id whenever it changes; a report with an earlier id answers an earlier question and is dropped.
class CellExchange {
  public:
    CellExchange(ApplicationId application, FlowNumber flow) : application_{application}, flow_{flow} {}

    /// Sets our cell at a general-purpose address from the next datagram on. False for any other address, and when
    /// `own_cells_max` cells are set.
    bool assign(Address address, Cell value);
    /// Lets the cell expire.
    void release(Address address) { own_.erase(address); }
    /// Makes the pointer report this cell from now on. Precondition: which < 4.
    void watch(std::size_t which, CellPlace place);
    void unwatch(std::size_t which);

    /// For the next outbound datagram: changed cells first, then those that are due again. Nullopt if there is none; a
    /// datagram without a shim is not counted to the flow.
    [[nodiscard]] OutboundShim poll_shim(base::LocalTime now);
    /// False if it is of another flow.
    bool handle_shim(const InboundShim& shim, base::LocalTime now);
    /// The newest report of the pointer; nullopt if none came within `limits::report_age_max`.
    [[nodiscard]] std::optional<Cell> value(std::size_t which, base::LocalTime now) const;

    static constexpr std::size_t own_cells_max = 32;

  private:
    struct OwnCell {
        Cell value;
        /// Nullopt: it changed.
        std::optional<base::LocalTime> sent_at{};
    };
    struct Watch {
        std::optional<CellPlace> place;
        ValidationId id;
        std::optional<Cell> value;
        base::LocalTime received_at{};
    };
    [[nodiscard]] static bool is_due(const OwnCell& cell, base::LocalTime now) {
        return !cell.sent_at || now - *cell.sent_at >= limits::cell_refresh;
    }

    ApplicationId application_;
    FlowNumber flow_;
    /// By address: report pointers come first.
    std::map<Address, OwnCell> own_;
    std::array<Watch, limits::cells_per_datagram> watches_{};
};

} // namespace plenum::cluster
