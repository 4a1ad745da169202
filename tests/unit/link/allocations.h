// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::link::test {

/// How often this thread took memory from the heap since it began.
[[nodiscard]] std::uint64_t allocations();

} // namespace plenum::link::test
