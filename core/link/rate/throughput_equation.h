// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plenum::link {

/// What RFC 5348 §3.1 says a TCP flow would send, in bytes a second: packets of `packet_bytes`, round trip `rtt`
/// seconds, `loss_event_rate` in (0, 1]; b = 1, t_RTO = 4 R.
[[nodiscard]] double tcp_throughput(double packet_bytes, double rtt, double loss_event_rate);

/// The loss event rate at which that is `throughput`; between 1e-8 and 1 (RFC 5348 §6.3.1).
[[nodiscard]] double loss_event_rate_for(double packet_bytes, double rtt, double throughput);

} // namespace plenum::link
