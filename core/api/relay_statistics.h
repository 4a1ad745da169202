// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "core/api/rejection.h"
#include "core/base/enums.h"
#include "core/base/flow_spec.h"
#include "core/link/link_stats.h"

#include <cstddef>
#include <cstdint>

namespace plenum::node {

/// What the links of a relay counted, those that are gone included.
struct LinkTotals {
    std::uint64_t packets_lost{0}; ///< declared lost
    std::uint64_t packets_spurious{0};
    std::uint64_t stream_bytes_resent{0};
    std::uint64_t fragments_resent{0};
    std::uint64_t fragments_given_up{0};
    std::uint64_t events_dropped{0};
    sched::DropCounters drops;

    void add(const link::LinkStats& link);
};

/// Sealed datagrams by their class, and their bytes with header and tag. In: those that were opened.
struct ClassTraffic {
    base::EnumArray<base::PriorityClass, std::uint64_t> datagrams;
    base::EnumArray<base::PriorityClass, std::uint64_t> bytes;

    void add(base::PriorityClass priority, std::size_t size) {
        ++datagrams[priority];
        bytes[priority] += size;
    }
};

/// A relay in numbers; no names, no addresses. Gathering walks over all sessions: some ten milliseconds at 20 000.
struct RelayStatistics {
    std::size_t sessions{0};
    std::size_t conferences{0};
    /// Conferences in which somebody has a session.
    std::size_t conferences_in_use{0};
    /// In the logs, and of these those who are there.
    std::size_t members{0};
    std::size_t members_present{0};
    std::size_t log_entries{0};
    std::size_t history_bytes{0};

    std::uint64_t sessions_opened{0};
    base::EnumArray<SessionEnd, std::uint64_t> sessions_closed;
    std::uint64_t sessions_refused_full{0};
    std::uint64_t sessions_refused_address{0};
    std::uint64_t conferences_created{0};
    std::uint64_t conferences_refused_full{0};
    std::uint64_t conferences_forgotten{0};
    std::uint64_t failures_contained{0};     ///< exceptions that ended at the relay's edge
    std::uint64_t conferences_behind{0};     ///< members who knew more of a log than this relay
    std::uint64_t conferences_restored{0};   ///< given back whole by a member
    std::uint64_t conferences_taken_over{0}; ///< from a primary that was lost
    std::uint64_t conferences_deposed{0};    ///< by a standby that took over
    std::uint64_t entries_refilled{0};       ///< of logs, given by members
    base::EnumArray<log::Refusal, std::uint64_t> entries_refused;
    std::uint64_t entries_forged{0}; ///< of these
    /// Of a large message each fragment counts.
    base::EnumArray<Rejection, std::uint64_t> messages_unheard;
    LinkTotals links;
    ClassTraffic received;
    ClassTraffic sent;
};

} // namespace plenum::node
