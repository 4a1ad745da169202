// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/contest.h"

#include <vector>

/// The measures, a file each (README.md tells what each includes).
namespace plenum::bench {

/// A name and what gives its rows; named apart, so that a filter can leave it out unrun.
struct Measure {
    std::string name;
    std::function<std::vector<Row>(const ContestOptions&)> run;
};

[[nodiscard]] std::vector<Measure> latency_measures();
[[nodiscard]] std::vector<Measure> proxy_measures();
[[nodiscard]] std::vector<Measure> token_measures();
[[nodiscard]] std::vector<Measure> rate_measures();
[[nodiscard]] std::vector<Measure> handshake_measures();
[[nodiscard]] std::vector<Measure> relay_measures();
[[nodiscard]] std::vector<Measure> count_measures();
[[nodiscard]] std::vector<Measure> crowd_measures();
[[nodiscard]] std::vector<Measure> jitter_measures();
[[nodiscard]] std::vector<Measure> context_measures();
[[nodiscard]] std::vector<Measure> depth_measures();

} // namespace plenum::bench
