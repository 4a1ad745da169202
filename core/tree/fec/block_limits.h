// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/limits.h"

#include <cstddef>

/// Bounds of the erasure code.
namespace plenum::tree::limits {

/// Source symbols of one block. With as many repair symbols, a code over GF(2^8) still has numbers left (RFC 5510).
inline constexpr std::size_t block_symbols_max = 64;
inline constexpr std::size_t encoding_symbols_max = 255;
/// Repair symbols of one block that a receiver keeps.
inline constexpr std::size_t repair_symbols_kept_max = 2 * block_symbols_max;

static_assert(data_sequence_max * repair_rounds_max * block_symbols_max < sequence_max);
static_assert(2 * block_symbols_max <= encoding_symbols_max);

} // namespace plenum::tree::limits
