// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::sim {

/// Within how many allocations of a program one fails, once `no_memory` struck.
inline constexpr std::uint32_t allocations_within = 64;

/// While it lives, allocations (operator new) count `left` down, and the one at which it comes to 0 throws
/// std::bad_alloc. Nothing is counted where it is 0. For one thread, and one at a time.
class ScarceMemory {
  public:
    explicit ScarceMemory(std::uint32_t& left);
    ~ScarceMemory();
    ScarceMemory(const ScarceMemory&) = delete;
    ScarceMemory& operator=(const ScarceMemory&) = delete;
};

} // namespace plenum::sim
