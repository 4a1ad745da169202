// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"

namespace plenum::node {

/// What waits longer than this for a narrow link is worth nothing: objects ask and report again.
inline constexpr base::Duration tree_packet_age_max = std::chrono::milliseconds{500};

/// A packet of the multicast service (core/tree), encoded once for all links that carry it. It may be lost.
inline void send_tree_packet(link::Link& link, link::EncodedFragment packet, base::LocalTime now) {
    link::FragmentToSend fragment;
    fragment.frame = std::move(packet);
    fragment.priority = base::PriorityClass::chat;
    fragment.deadline = now + tree_packet_age_max;
    fragment.repaired = false;
    std::ignore = link.send_fragment(std::move(fragment), now);
}

} // namespace plenum::node
