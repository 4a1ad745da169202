// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/process_figures.h"
#include "core/node/node.h"
#include "core/runtime/net/event_loop.h"

#include <prometheus/metric_family.h>

#include <span>
#include <string>
#include <vector>

namespace plenum::app {

/// One loop of a relay at one moment, as it saw itself.
struct Snapshot {
    node::RelayStatistics relay;
    node::Node::DatagramCounters datagrams;
    node::NodeLoad load;
    runtime::EventLoop::Times times;
    runtime::UdpSocket::Counters socket;
    sched::Intake::Counters intake;
    sched::DropCounters intake_drops;
    std::size_t send_backlog{0};
    runtime::Store::Counters store;
    /// Of conferences that are shared with other relays.
    std::vector<node::RelayRepairs> repairs;
    /// Of the whole relay, told by its first loop.
    base::Duration uptime{};
    /// Seconds since 1970.
    double started_at{0};
    bool closing{false};
    node::RelayLimits limits{};
};

/// Prometheus' families, named by its rules (prometheus.io/docs/practices/naming). Labels have few values, all known
/// beforehand: no names, addresses or conferences.
/// Of several loops they are the sums.
[[nodiscard]] std::vector<prometheus::MetricFamily>
metric_families(const Snapshot& first, const ProcessFigures& process, std::span<const Snapshot> others = {});
/// As Prometheus reads it.
[[nodiscard]] std::string metrics_text(const Snapshot& first, const ProcessFigures& process,
                                       std::span<const Snapshot> others = {});
/// Of `metrics_text`.
inline constexpr auto metrics_content_type = "text/plain; version=0.0.4; charset=utf-8";

} // namespace plenum::app
