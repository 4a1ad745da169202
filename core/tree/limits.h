// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>

/// Bounds of the multicast transport service (docs/tree.md, "Bounds").
namespace plenum::tree::limits {

using base::operator""ms;
using base::operator""s;
using base::operator""min;

/// A packet travels in one fragment of a flow.
inline constexpr std::size_t packet_bytes_max = base::limits::fragment_bytes_max;
/// Bytes of a source symbol. A repair has them with the headers of a packet and of an invocation around them.
inline constexpr std::size_t payload_bytes_max = 960;
/// Bytes of the parameters of one invocation: a repair symbol with its numbers.
inline constexpr std::size_t parameter_bytes_max = payload_bytes_max + 40;

/// Nodes with the service on one path from a source; a packet that passed more is in a loop.
inline constexpr std::uint8_t hops_max = 32;

inline constexpr std::size_t objects_per_setup_max = 8;
inline constexpr std::size_t methods_per_object_max = 8;
inline constexpr std::size_t variables_per_object_max = 32;
/// With the largest numbers, so many requests fit a packet.
inline constexpr std::size_t invocations_per_packet_max = 40;

/// Sessions at one node, and of one source at one node.
inline constexpr std::size_t sessions_max = 1024;
inline constexpr std::size_t sessions_per_source_max = 8;
/// Soft state at one node, in cells: one for each sequence number, child or sender of reliable invocations, and one for
/// each interface that differs from the others. A number takes 300 bytes with its deadline, so all take 40 MB at most.
inline constexpr std::size_t cells_max = 128 * 1024;
/// Cells of one object, so that one source's receivers leave some to others.
inline constexpr std::size_t cells_per_object_max = 16 * 1024;
/// Interfaces of one sequence number that differ from the others.
inline constexpr std::size_t interfaces_max = 1024;
/// A node invokes rcvr_update upstream so often for one sequence number, until its state expires or is its default.
inline constexpr std::uint32_t raises_per_state_max = 64;

/// Numbers between the start and the end of an object's window.
inline constexpr std::uint64_t window_span_max = 64 * 1024;
/// Largest sequence number of an object. Varints end at 2^62.
inline constexpr std::uint64_t sequence_max = std::uint64_t{1} << 56;
/// Largest number of data packets in a session.
inline constexpr std::uint64_t data_sequence_max = std::uint64_t{1} << 45;

/// Lifetimes that an SSP may ask for. Longer ones are cut: a long timer costs memory, and nothing else.
inline constexpr base::Duration object_lifetime_max = 5min;
inline constexpr base::Duration state_lifetime_max = 1min;

/// Reliable invocations that one node or receiver has under way in one session.
inline constexpr std::size_t invocations_pending_max = 64;
/// Senders of reliable invocations at one node are forgotten after so long without a new one.
inline constexpr base::Duration sender_age_max = 1min;
/// How often one is sent at most.
inline constexpr std::uint32_t invocation_attempts_max = 12;

/// How often a node sends the SSP of a new round again to children that do not report. The source's own SSPs go on.
inline constexpr std::uint32_t question_repetitions_max = 8;

/// A node passes the same SSP on once in this time. Children that missed it get it from the node itself.
inline constexpr base::Duration setup_gap_min = 200ms;

/// Error reports of one session are added up for so long at each node.
inline constexpr base::Duration error_report_interval = 1s;

/// What an SSP may ask for at least, so that no source makes a node send without pause.
inline constexpr base::Duration tally_hold_min = 1ms;
inline constexpr base::Duration report_age_min = 1s;
/// Columns of a tally, and choices of a poll.
inline constexpr std::size_t columns_max = 16;
/// Largest number in a report. Sums of reports stop there.
inline constexpr std::uint64_t column_value_max = std::uint64_t{1} << 53;
/// Members below one node, as conferences have.
inline constexpr std::uint64_t tally_members_max = 1'000'000;

/// Rounds in which a receiver asks for one packet or block. Each round has a sequence number of its own.
inline constexpr std::uint64_t repair_rounds_max = 16;
/// Data packets in the window of a source.
inline constexpr std::uint64_t data_window_max = window_span_max / repair_rounds_max;

static_assert(payload_bytes_max + 140 <= packet_bytes_max, "a repair fits a packet with all headers");
static_assert(cells_per_object_max * 8 <= cells_max, "one object does not take all");

} // namespace plenum::tree::limits
