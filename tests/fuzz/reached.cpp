// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/reached.h"

#include <cstdint>

// Names are those of Clang's profile (LLVM 19, "Source-based Code Coverage"); absent in other builds.
extern "C" {
[[gnu::weak]] const std::uint64_t* __llvm_profile_begin_counters();
[[gnu::weak]] const std::uint64_t* __llvm_profile_end_counters();
}

namespace plenum::fuzz {

Reached::Reached() {
    if (!counts()) return;
    const auto size = static_cast<std::size_t>(__llvm_profile_end_counters() - __llvm_profile_begin_counters());
    for (std::size_t place = 0; place < size; ++place)
        left_.push_back(place);
    (void)grew();
}

bool Reached::counts() { return __llvm_profile_begin_counters != nullptr; }

bool Reached::grew() {
    if (!counts()) return false;
    const auto* counters = __llvm_profile_begin_counters();
    return std::erase_if(left_, [&](std::size_t place) { return counters[place] != 0; }) > 0;
}

} // namespace plenum::fuzz
