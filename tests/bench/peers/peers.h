// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/bare_udp.h"
#include "tests/bench/contest.h"

/// Other people's programs and libraries doing the same work. One that is not installed gives an error that says so.
namespace plenum::bench {

/// Cyclone DDS' own `ddsperf`, which tells each second's median; two processes on one core. To one receiver alone: it
/// waits for the answers of all.
[[nodiscard]] Run cyclone_round_trip(const RoundTrip& trip = {});
/// nats-server and clients in its text protocol over TCP, all on one core.
[[nodiscard]] Run nats_round_trip(const RoundTrip& trip = {});
/// 64-byte messages a second, from one client through nats-server to another; the server has a core of its own.
[[nodiscard]] Run nats_rate();
/// Microseconds of a QUIC handshake (ngtcp2 with GnuTLS: TLS 1.3, X25519, Ed25519 certificate), two processes on one
/// core.
[[nodiscard]] Run quic_handshake();
/// Microseconds of Janus' processor time per datagram of a camera that reaches one of its WebRTC subscribers.
[[nodiscard]] Run janus_fan_out(std::size_t receivers);

} // namespace plenum::bench
