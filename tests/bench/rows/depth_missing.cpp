// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/rows/rows.h"

namespace plenum::bench {

std::vector<Measure> depth_measures() {
    constexpr const char* name = "depth-640x480";
    const auto none = []() -> Run { return std::unexpected("not built in (PLENUM_CLIENT is OFF)"); };
    return {{name, [=](const ContestOptions& options) {
                 return hold({.name = name, .unit = "ms", .contestants = {{"", none}}}, options);
             }}};
}

} // namespace plenum::bench
