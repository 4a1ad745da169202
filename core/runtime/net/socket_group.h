// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/home.h"
#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/runtime/net/udp_socket.h"

#include <cstddef>
#include <expected>
#include <vector>

/// Sockets of several loops on one address (SO_REUSEPORT), for a relay with a loop on each core. The kernel gives each
/// datagram to the loop that has its session, so that loops share nothing: all sessions of a conference are on the loop
/// that its handle names, and a session's index names its loop.
///
/// The alternative, the kernel's own choice by a hash of addresses, scatters a conference over all loops and moves a
/// session when its client's address changes; then every message crosses between loops.
namespace plenum::runtime {

/// Loops are counted from 0.
using LoopIndex = std::size_t;
inline constexpr std::size_t loops_max = base::home_mask + std::size_t{1};

/// The loop that has this session: whoever draws the index sees to it.
[[nodiscard]] LoopIndex loop_of(base::SessionIndex session, std::size_t loops);
/// The loop that has this conference, whichever of its handles is given (core/base/home.h).
[[nodiscard]] LoopIndex loop_of(const base::ConferenceHandle& conference, std::size_t loops);

/// One socket a loop, in the loops' order; a power of two up to loops_max. What is of no type that is known, or too
/// short for its type, comes to the first. With port 0 all are on the one that the system chose. A port that another
/// group has is taken.
[[nodiscard]] std::expected<std::vector<UdpSocket>, SocketError> open_group(const SocketOptions& options,
                                                                            std::size_t loops);

} // namespace plenum::runtime
