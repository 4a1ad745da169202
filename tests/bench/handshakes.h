// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace plenum::bench {

/// Handshakes of one run, and those before it that warm caches.
inline constexpr std::size_t handshakes = 300;
inline constexpr std::size_t handshakes_first = 30;

} // namespace plenum::bench
