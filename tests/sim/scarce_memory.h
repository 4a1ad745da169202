// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::sim {

/// Once `no_memory` struck: in which of the program's next turns it fails, and at most at which of that turn's
/// allocations. Compilers differ in how many there are, so it dies of that turn all the same where there are fewer.
inline constexpr std::uint32_t turns_within = 64;
inline constexpr std::uint32_t allocations_within = 16;

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
