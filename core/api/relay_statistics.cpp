// SPDX-License-Identifier: Apache-2.0
#include "core/api/relay_statistics.h"

namespace plenum::node {

void LinkTotals::add(const link::LinkStats& link) {
    packets_lost += link.packets_lost;
    packets_spurious += link.packets_spurious;
    stream_bytes_resent += link.stream_bytes_resent;
    fragments_resent += link.fragments_resent;
    fragments_given_up += link.fragments_given_up;
    events_dropped += link.events_dropped;
    drops.add(link.drops);
}

} // namespace plenum::node
