// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/aggregation_point.h"

namespace plenum::cluster {

bool AggregationPoint::handle_outbound(const OutboundShim& shim, std::size_t datagram_bytes, base::LocalTime now) {
    if (shim.application != application_ || !is_flow(shim.flow)) return false;
    flows_.handle_datagram(shim.flow, datagram_bytes, now);
    path_->set_flows(flows_.active(now));
    table_.assign(shim.flow, shim.operations, now);
    return true;
}

InboundShim AggregationPoint::report(FlowNumber flow, base::LocalTime now) {
    measure(now);
    return {application_, flow, table_.report(flow, now)};
}

/// Figures are put into the table when they are read, as aggregates are.
void AggregationPoint::measure(base::LocalTime now) {
    const auto active = flows_.active(now);
    path_->set_flows(active);
    table_.set(NetworkStatistic::bandwidth, rate_cell(path_->bandwidth()));
    table_.set(NetworkStatistic::loss, Cell{path_->loss_per_million()});
    if (path_->has_rtt()) table_.set(NetworkStatistic::rtt, duration_cell(path_->rtt()));
    table_.set(FlowStatistic::number, Cell{active});
    table_.set(FlowStatistic::throughput, rate_cell(flows_.throughput(now)));
    table_.set(FlowStatistic::packet_size, Cell{flows_.packet_size(now)});
}

} // namespace plenum::cluster
