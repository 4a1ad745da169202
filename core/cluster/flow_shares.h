// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/cluster/cell.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace plenum::cluster {

/// Apportions the bandwidth of an application among its flows. The aggregate is the rate of one flow times the number
/// of active flows. Any apportioning under it is as fair to other traffic as equal shares (CP §2.3).
///
/// A flow gets its weight's part, and no more than it can use. The other flows share the rest by their weights. So
/// weights in proportion to frame sizes let all frames of an ensemble end together.
class FlowShares {
  public:
    struct Demand {
        /// From 0 to `limits::weight_max`; a larger one counts as that.
        std::uint32_t weight{1};
        /// The most that the flow can use.
        base::ByteRate most{limits::rate_max};
    };
    using Rates = std::array<base::ByteRate, limits::flows_max>;

    /// False if the flow number is too large.
    bool set(FlowNumber flow, const Demand& demand);
    void remove(FlowNumber flow);
    /// By flow; zero for flows that are not there. Their sum is `aggregate`, or less if all flows have what they can
    /// use.
    [[nodiscard]] Rates apportion(base::ByteRate aggregate) const;

  private:
    std::array<std::optional<Demand>, limits::flows_max> demands_{};
};

/// Figures that an endpoint has from its reports.
struct SharedFigures {
    base::ByteRate bandwidth; ///< NET.bw, of one flow
    std::size_t flows{1};     ///< FLOW.num
    Cell weight;              ///< ours
    Cell weight_sum;          ///< of all flows, as the aggregate `sum` of the weights' address
};

/// The share of one flow, as each endpoint computes it for itself from equal figures: all of the aggregate, by weights.
/// It differs from what `FlowShares` gives to flows without a maximum by at most a byte for each flow. Zero without
/// weights. The receiver lets the weights follow what flows can use (camera_shares.h).
[[nodiscard]] base::ByteRate own_share(const SharedFigures& figures);

} // namespace plenum::cluster
