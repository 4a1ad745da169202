// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "tests/bench/contest.h"

#include <cstddef>

/// What a relay's work costs at least: a camera's pictures to many receivers, each datagram opened once and sealed anew
/// for each receiver, with nothing else done. Compared with plenumd doing all it does.
namespace plenum::bench {

/// A camera of 2.6 Mbit/s: pictures a second, datagrams a picture, bytes of the picture in each datagram.
inline constexpr std::size_t pictures_per_second = 30;
inline constexpr std::size_t datagrams_per_picture = 10;
inline constexpr std::size_t datagram_payload_bytes = 1100;
/// Body of a picture that fills its datagrams, once encrypted.
inline constexpr std::size_t picture_bytes = datagrams_per_picture * datagram_payload_bytes - 160;
/// Of one run.
inline constexpr base::Duration picture_interval = std::chrono::nanoseconds{1'000'000'000 / pictures_per_second};
inline constexpr std::size_t pictures_per_run = 3 * pictures_per_second;

/// Microseconds of processor time per datagram that a bare relay sends: recvmmsg, ChaCha20-Poly1305 with a key for each
/// receiver, sendmmsg with each receiver's datagrams in one UDP_SEGMENT buffer. Where the kernel does not segment, one
/// message each.
[[nodiscard]] Run bare_fan_out(std::size_t receivers);

} // namespace plenum::bench
