// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/random.h"

#include <span>

namespace plenum::fuzz {

/// An input made of one of `pool` by one to four changes: bits, bytes and numbers set, pieces cut out, doubled, moved
/// in from another of the pool, or random. At most `bytes_max` long. Precondition: the pool is not empty.
[[nodiscard]] base::Bytes mutate(std::span<const base::Bytes> pool, std::size_t bytes_max, base::Random& random);

} // namespace plenum::fuzz
