// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>

/// Bounds of the Coordination Protocol (docs/cluster.md, "Bounds").
namespace plenum::cluster::limits {

using base::operator""ms;
using base::operator""s;

/// Flows of one application (CP §2.2.1).
inline constexpr std::size_t flows_max = 64;
/// Cells that one datagram sets or reports (CP §2.2.1, §2.2.2).
inline constexpr std::size_t cells_per_datagram = 4;
/// Largest value of a cell: 24 bits (CP §2.2).
inline constexpr std::uint32_t cell_value_max = 0xff'ffff;
/// A cell that its flow does not set again for so long is unassigned. Longer keeps cells of hosts that crashed, shorter
/// loses cells when some datagrams in a row are lost.
inline constexpr base::Duration cell_age_max = 5s;
/// How often an endpoint sets its cells again.
inline constexpr base::Duration cell_refresh = 1s;
/// A report that is older tells an endpoint nothing.
inline constexpr base::Duration report_age_max = 5s;

/// A flow that sends nothing for so long is not active.
inline constexpr base::Duration flow_age_max = 2s;
/// Largest weight of a flow, so that the sum of all flows' weights fits a cell.
inline constexpr std::uint32_t weight_max = cell_value_max / flows_max;
/// Of a flow before it is told one, and the mean of those that are told. One of another scale would leave the others
/// without bandwidth, and with it without word of the new sum.
inline constexpr std::uint32_t weight_mean = 1000;
/// Largest rate of one flow: 64 bytes a second for each unit of a cell.
inline constexpr std::uint64_t rate_max = std::uint64_t{cell_value_max} * 64;

/// Losses remembered until it is known whether their datagrams were only late.
inline constexpr std::size_t sampled_losses_max = 256;

/// One frame. A point cloud of a camera with 640 × 480 points takes 4.6 MB uncompressed.
inline constexpr std::size_t frame_bytes_max = 8 * 1024 * 1024;
/// Bytes of a frame in one datagram, which fits a fragment of a flow with its header.
inline constexpr std::size_t piece_bytes_max = 1000;
inline constexpr std::size_t frame_message_bytes_max = base::limits::fragment_bytes_max;
inline constexpr std::uint64_t pieces_per_frame_max = (frame_bytes_max + piece_bytes_max - 1) / piece_bytes_max;
/// Frames and bytes that wait at a sender, whatever 1.5 × bandwidth × rtt says.
inline constexpr std::size_t frames_waiting_max = 64;
inline constexpr std::size_t send_buffer_bytes_max = 32 * 1024 * 1024;
/// Datagrams that a sender remembers until they arrive or are lost.
inline constexpr std::size_t transmissions_max = 64 * 1024;
/// Pieces that a receiver holds beyond the first missing one.
inline constexpr std::uint64_t pieces_ahead_max = 32 * 1024;
/// Complete frames that wait for the application of a receiver.
inline constexpr std::size_t frames_ready_max = 16;
/// Ranges of datagrams in one acknowledgement.
inline constexpr std::size_t acknowledged_ranges_max = 32;

/// Hosts that capture for one application.
inline constexpr std::size_t cameras_max = flows_max;
/// Messages about triggers.
inline constexpr std::size_t trigger_message_bytes_max = 400;
/// Longest time between triggers.
inline constexpr base::Duration capture_interval_max = std::chrono::hours{1};

/// How long others wait for a camera that is sending one frame: much longer than frames of hosts on slow paths take.
/// One that makes up that it is sending holds up the others for so long.
inline constexpr base::Duration sending_max = 5s;

/// Captures that one camera was told of and that lie in the future.
inline constexpr std::size_t armed_captures_max = 64;
/// A clock that hosts share tells an instant that is so far from the one by the conference's clock at most. That errs
/// by a part of the way to the relay.
inline constexpr base::Duration reference_deviation_max = 50ms;
/// No capture is planned further ahead.
inline constexpr base::Duration capture_lead_max = 10s;

/// Ensembles under assembly, and bytes of their frames.
inline constexpr std::size_t ensembles_max = 64;
inline constexpr std::size_t ensemble_bytes_max = 256 * 1024 * 1024;
/// Ensembles that ended out of order or were dropped, of which frames may still arrive.
inline constexpr std::size_t gone_ensembles_max = 256;
/// Orders to drop ensembles, of which frames may still arrive.
inline constexpr std::size_t drop_orders_max = 8;
/// Ensembles and terms by which an honest camera is ahead of the others at most: 36 minutes at 30 a second.
inline constexpr std::uint64_t ensembles_ahead_max = 64 * 1024;
inline constexpr std::uint32_t terms_ahead_max = 1024;
/// Triggers of which a receiver remembers the instants: more than ensembles are under assembly.
inline constexpr std::size_t remembered_triggers_max = 256;
/// Ensembles over which asynchrony and rate are measured.
inline constexpr std::size_t measured_ensembles = 64;

static_assert(cell_refresh * 3 <= cell_age_max, "cells outlive two lost datagrams");
static_assert(std::uint64_t{weight_max} * flows_max <= cell_value_max, "the sum of all weights fits a cell");
static_assert(weight_mean * flows_max <= weight_max, "one flow may have all of it");
static_assert(piece_bytes_max + 32 <= frame_message_bytes_max, "a piece fits a fragment with its numbers");
static_assert(frame_bytes_max <= send_buffer_bytes_max);
static_assert(pieces_per_frame_max < pieces_ahead_max, "a receiver holds a whole frame behind a missing piece");
static_assert(ensembles_max < remembered_triggers_max);
static_assert(frame_bytes_max * 2 <= ensemble_bytes_max, "more than one frame fits");

} // namespace plenum::cluster::limits
