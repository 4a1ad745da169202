// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/flow_statistics.h"
#include "core/cluster/path_meter.h"
#include "core/cluster/shim.h"
#include "core/cluster/state_table.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace plenum::cluster {

/// One application at the relay that its datagrams pass: they set and pick up cells, and their traffic is measured. It
/// buffers, shapes and polices nothing (CP §2.1).
class AggregationPoint {
  public:
    /// `path`: told of all datagrams of the application by the links that carry them to the other cluster.
    AggregationPoint(ApplicationId application, std::shared_ptr<PathMeter> path)
        : application_{application},
          path_{std::move(path)} {}

    /// A datagram leaves the cluster. False, with nothing changed, if it is of another application. Precondition: the
    /// shim was decoded.
    bool handle_outbound(const OutboundShim& shim, std::size_t datagram_bytes, base::LocalTime now);
    /// For a datagram that enters the cluster. Precondition: `is_flow(flow)`.
    [[nodiscard]] InboundShim report(FlowNumber flow, base::LocalTime now);
    /// The flow ended.
    void remove(FlowNumber flow) { table_.remove(flow); }
    /// Frees memory; once a second is enough.
    void expire(base::LocalTime now) { table_.expire(now); }
    [[nodiscard]] const FlowStatistics& flows() const { return flows_; }

  private:
    void measure(base::LocalTime now);

    ApplicationId application_;
    std::shared_ptr<PathMeter> path_;
    FlowStatistics flows_;
    StateTable table_;
};

} // namespace plenum::cluster
