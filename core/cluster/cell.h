// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/cluster/limits.h"
#include "core/wire/codec.h"
#include "core/wire/fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Cells of an aggregation point's state table, and how datagrams name them (CP §2.2).
namespace plenum::cluster {

/// One application among those of a conference.
using ApplicationId = base::Number<struct ApplicationTag, std::uint8_t>;
/// A flow of an application (*fid*), below `limits::flows_max`.
using FlowNumber = base::Number<struct ClusterFlowTag, std::uint8_t>;
/// Row of the table.
using Address = base::Number<struct CellAddressTag, std::uint8_t>;
/// Place in a row.
using Offset = base::Number<struct CellOffsetTag, std::uint8_t>;
/// Identifies a report pointer to its endpoint (*vid*). An aggregation point copies it.
using ValidationId = base::Number<struct ValidationTag, std::uint8_t>;

/// Of all flows to one receiver.
[[nodiscard]] constexpr ApplicationId application_of(base::MemberIndex receiver) {
    return ApplicationId{static_cast<std::uint8_t>(receiver.value())};
}

[[nodiscard]] constexpr bool is_flow(FlowNumber flow) { return flow.value() < limits::flows_max; }

/// 24 bits. A larger number becomes the largest value.
class Cell {
  public:
    using rep = std::uint32_t;
    constexpr Cell() = default;
    constexpr explicit Cell(std::uint64_t value)
        : value_{static_cast<std::uint32_t>(std::min<std::uint64_t>(value, limits::cell_value_max))} {}
    [[nodiscard]] constexpr std::uint32_t value() const { return value_; }
    friend constexpr auto operator<=>(Cell, Cell) = default;

  private:
    std::uint32_t value_{0};
};

/// Four report pointers R1 to R4, NET, FLOW, and 250 general-purpose addresses (CP §2.2, figure 4).
inline constexpr std::uint8_t network_address = limits::cells_per_datagram;
inline constexpr Address network{network_address};
inline constexpr Address flow_figures{network_address + 1};
inline constexpr std::uint8_t general_first = network_address + 2;
inline constexpr std::uint8_t general_addresses = 250;
static_assert(general_first + general_addresses == 256);

/// R1 to R4 for 0 to 3.
[[nodiscard]] constexpr Address report_pointer(std::size_t which) { return Address{static_cast<std::uint8_t>(which)}; }
[[nodiscard]] constexpr bool is_report_pointer(Address address) { return address < network; }
/// GP1 to GP250 for 0 to 249.
[[nodiscard]] constexpr Address general(std::uint8_t which) {
    return Address{static_cast<std::uint8_t>(general_first + which % general_addresses)};
}
[[nodiscard]] constexpr bool is_general(Address address) { return address > flow_figures; }

struct CellPlace {
    Address address;
    Offset offset;
    friend auto operator<=>(const CellPlace&, const CellPlace&) = default;
};

/// The value of a report pointer: the cell to report, and the validation id of the report.
struct ReportPointer {
    CellPlace place;
    ValidationId id;
    [[nodiscard]] constexpr Cell cell() const {
        return Cell{std::uint64_t{place.address.value()} << 16 | std::uint64_t{place.offset.value()} << 8 | id.value()};
    }
    [[nodiscard]] static constexpr ReportPointer from(Cell cell) {
        const auto byte = [&](unsigned shift) { return static_cast<std::uint8_t>(cell.value() >> shift); };
        return {{Address{byte(16)}, Offset{byte(8)}}, ValidationId{byte(0)}};
    }
    friend bool operator==(const ReportPointer&, const ReportPointer&) = default;
};

/// Three bytes, network byte order.
struct U24 {
    static void put(wire::Writer& to, Cell cell) {
        to.u8(static_cast<std::uint8_t>(cell.value() >> 16));
        to.u16(static_cast<std::uint16_t>(cell.value()));
    }
    static void get(wire::Reader& from, Cell& cell) {
        const auto high = std::uint64_t{from.u8()} << 16;
        cell = Cell{high | from.u16()};
    }
    static std::string text() { return "u24"; }
};

/// Sets the cell of the sender's flow at `address` (CP §2.2.1).
struct Operation {
    static constexpr std::string_view name = "Operation";
    Address address;
    Cell value;
    friend bool operator==(const Operation&, const Operation&) = default;
    static constexpr auto fields() {
        return wire::Fields{
            wire::Field<&Operation::address, wire::U8>{"address", "a report pointer or general purpose"},
            wire::Field<&Operation::value, U24>{"value", "of the cell at the flow's offset"}};
    }
};

/// The value of the cell that a report pointer names (CP §2.2.2).
struct Report {
    static constexpr std::string_view name = "Report";
    Cell value;
    ValidationId id;
    friend bool operator==(const Report&, const Report&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Report::value, U24>{"value", "of the cell"},
                            wire::Field<&Report::id, wire::U8>{"validation id", "of the report pointer"}};
    }
};

using Operations = std::array<std::optional<Operation>, limits::cells_per_datagram>;
/// By report pointer. Absent: the pointer is not set, or its cell is not assigned.
using Reports = std::array<std::optional<Report>, limits::cells_per_datagram>;

} // namespace plenum::cluster
