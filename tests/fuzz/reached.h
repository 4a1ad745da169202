// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace plenum::fuzz {

/// Which code of the program was reached so far, where it was built to count that (preset `coverage`).
class Reached {
  public:
    Reached();
    /// False where nothing counts.
    [[nodiscard]] static bool counts();
    /// Whether anything was reached for the first time since the last call.
    [[nodiscard]] bool grew();

  private:
    /// Places of counters that are still zero.
    std::vector<std::size_t> left_;
};

} // namespace plenum::fuzz
