// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <chrono>
#include <cstddef>

namespace plenum::bench {

/// Handshakes of one run, and those before it that warm caches.
inline constexpr std::size_t handshakes = 300;
inline constexpr std::size_t handshakes_first = 30;
/// Rest before each: a relay that gets 200 requests a second asks for cookies, which cost another round trip.
inline constexpr base::Duration handshake_rest = std::chrono::milliseconds{6};

} // namespace plenum::bench
