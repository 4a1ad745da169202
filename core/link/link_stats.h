// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/link/rate/controller.h"
#include "core/sched/class_queue.h"

#include <cstddef>
#include <cstdint>

namespace plenum::link {

/// What a link counted since it began, and how its path is now.
struct LinkStats {
    base::Duration rtt{}; ///< smoothed (RFC 9002 §5.3); 0 before the first sample
    base::Duration rtt_min{};
    base::Duration rtt_variance{};   ///< mean deviation
    base::Duration reorder_window{}; ///< how much later than its rtt a packet may be before it counts as lost
    std::uint32_t loss_permille{0};  ///< of what was sent over the last 5 s
    base::ByteRate pace_rate{};      ///< what may be sent now
    RateStats rate;
    std::size_t datagram_bytes{0}; ///< longest that the path is known to carry

    std::uint64_t datagrams_sent{0};
    std::uint64_t bytes_sent{0};
    std::uint64_t acknowledgements_sent{0}; ///< datagrams that held nothing else
    std::uint64_t datagrams_received{0};    ///< authentic ones
    std::uint64_t bytes_received{0};
    std::uint64_t replayed{0};
    std::uint64_t forged{0};
    std::uint64_t refused{0}; ///< authentic, but there was no room for their stream bytes, so not acknowledged

    std::uint64_t packets_lost{0};     ///< declared lost
    std::uint64_t packets_spurious{0}; ///< of these, acknowledged later
    std::uint64_t mtu_probes_sent{0};
    std::uint64_t mtu_black_holes{0}; ///< the path became narrower
    std::uint64_t probes_sent{0};
    std::uint64_t stream_bytes_resent{0};
    std::uint64_t fragments_sent{0};
    std::uint64_t fragments_resent{0};
    std::uint64_t fragments_given_up{0}; ///< lost, with no time left to send them again
    std::uint64_t fragments_received{0};
    std::uint64_t events_dropped{0}; ///< fragments nobody polled for
    sched::DropCounters drops;
};

/// Bytes of a stream since it began: given to the link, and arrived without a gap.
struct StreamProgress {
    std::uint64_t written{0};
    std::uint64_t acknowledged{0};
    /// From the peer: some of a message is there, and the rest, or one before it, is still to come.
    bool arriving{false};
    /// More than what was given may be in flight: what is kept elsewhere until it is sent is given while so.
    bool has_room{false};
};

/// What a link holds: what a memory bound is checked against.
struct LinkLoad {
    std::size_t queued_fragments{0};
    std::size_t queued_bytes{0};
    std::size_t sent_packets{0};
    std::size_t stream_bytes{0};     ///< sent or to be sent, not acknowledged
    std::size_t reassembly_bytes{0}; ///< received, not yet handed out
};

} // namespace plenum::link
