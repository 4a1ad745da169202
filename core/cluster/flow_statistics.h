// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/cell.h"
#include "core/cluster/traffic_meter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace plenum::cluster {

/// The flows of one application, as an aggregation point sees them pass (CP §2.2.4).
class FlowStatistics {
  public:
    /// Precondition: `is_flow(flow)`.
    void handle_datagram(FlowNumber flow, std::size_t bytes, base::LocalTime now) {
        seen_at_[flow.value()] = now;
        traffic_.add(bytes, now);
    }
    /// Flows that sent something within `limits::flow_age_max`.
    [[nodiscard]] std::size_t active(base::LocalTime now) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(seen_at_, [&](const auto& at) { return at && now - *at < limits::flow_age_max; }));
    }
    /// Of all flows together, over the last second.
    [[nodiscard]] base::ByteRate throughput(base::LocalTime now) const { return traffic_.rate(now); }
    /// Mean bytes of a datagram; 0 without any.
    [[nodiscard]] std::uint64_t packet_size(base::LocalTime now) const { return traffic_.packet_size(now); }

  private:
    std::array<std::optional<base::LocalTime>, limits::flows_max> seen_at_{};
    TrafficMeter traffic_{std::chrono::seconds{1}};
};

} // namespace plenum::cluster
