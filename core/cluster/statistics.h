// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/cluster/cell.h"

#include <algorithm>
#include <cstdint>

/// Figures that an aggregation point measures, and their form in a cell.
namespace plenum::cluster {

/// Offsets of NET (CP §2.2.3).
enum class NetworkStatistic : std::uint8_t {
    rtt = 1,       ///< round-trip time between the clusters, in µs
    loss = 2,      ///< lost datagrams of a million
    bandwidth = 3, ///< rate of one TCP-compatible flow, in 64 bytes a second
};

/// Offsets of FLOW (CP §2.2.4).
enum class FlowStatistic : std::uint8_t {
    number = 1,      ///< active flows
    throughput = 2,  ///< of all flows together, in 64 bytes a second
    packet_size = 3, ///< mean, in bytes
};

[[nodiscard]] constexpr Offset offset_of(NetworkStatistic which) { return Offset{static_cast<std::uint8_t>(which)}; }
[[nodiscard]] constexpr Offset offset_of(FlowStatistic which) { return Offset{static_cast<std::uint8_t>(which)}; }

/// A cell of 24 bits holds rates up to 1.07 GB a second in steps of 64 bytes.
inline constexpr std::uint64_t rate_unit = limits::rate_max / limits::cell_value_max;

[[nodiscard]] constexpr Cell rate_cell(base::ByteRate rate) { return Cell{rate.value() / rate_unit}; }
[[nodiscard]] constexpr base::ByteRate rate_from(Cell cell) { return base::ByteRate{cell.value() * rate_unit}; }
/// Durations up to 16.7 s, in µs. A negative one becomes zero.
[[nodiscard]] constexpr Cell duration_cell(base::Duration duration) {
    return Cell{static_cast<std::uint64_t>(std::max<std::int64_t>(base::to_us(duration), 0))};
}
[[nodiscard]] constexpr base::Duration duration_from(Cell cell) { return base::from_us(cell.value()); }

} // namespace plenum::cluster
