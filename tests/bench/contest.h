// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/report.h"

#include <expected>
#include <functional>
#include <string>
#include <vector>

/// A contest measures the product and its peers in turn, round by round, so that what the machine does meanwhile hits
/// all alike, and compares the medians of their rounds.
///
/// Virtual cores wake slowly at times, and other work steals theirs. So a contest of latencies has a gauge: bare UDP,
/// measured first in each round. A round counts only while the gauge reads what a quiet machine gives; else it is run
/// again, and when that does not help, the rows say so.
namespace plenum::bench {

/// Why there are no samples: one sentence.
using Run = std::expected<Samples, std::string>;

struct Contestant {
    std::string name;
    std::function<Run()> run;
    /// Of ours against this one; empty where none is set.
    std::string aim{};
};

struct Contest {
    std::string name;
    std::string unit;
    /// The first is the product; each other is a row.
    std::vector<Contestant> contestants;
    /// Whether the gauge must read right.
    bool gauged{false};
    /// Of the product alone, for a contest without peers.
    std::string aim{};
};

struct ContestOptions {
    std::size_t rounds{5};
    /// Rounds run at most to get so many that count.
    std::size_t tries{12};
    /// Microseconds that the gauge must read.
    double gauge_min{3.4};
    double gauge_max{3.9};
    /// Measures the gauge; asked in each round of a contest that is gauged.
    std::function<Run()> gauge;
};

[[nodiscard]] std::vector<Row> hold(const Contest& contest, const ContestOptions& options);

} // namespace plenum::bench
