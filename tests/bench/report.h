// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What plenum-bench tells: one row a measure and peer.
namespace plenum::bench {

/// Single observations of one run, in the row's unit.
using Samples = std::vector<double>;

/// The value that `share` of the samples do not exceed (nearest rank); `samples` must not be empty.
[[nodiscard]] double quantile(Samples samples, double share);
[[nodiscard]] inline double median(const Samples& samples) { return quantile(samples, 0.5); }

struct Row {
    std::string name;
    /// Of the runs' medians and of the runs' 95th percentiles, the median; absent where no run succeeded.
    std::optional<double> median;
    std::optional<double> p95;
    std::string unit;
    std::size_t runs{0};
    /// Empty where the row stands alone.
    std::string peer;
    std::optional<double> peer_median;
    /// In words and figures, as docs have it; empty where there is none.
    std::string aim;
    /// Why a figure is missing or not to be trusted: a peer that is not installed, a machine that was busy.
    std::string note;

    /// Ours over the peer's; absent without both.
    [[nodiscard]] std::optional<double> ratio() const;
};

[[nodiscard]] std::string to_json(const Row& row);
[[nodiscard]] std::string to_text(const Row& row);
/// What stands above the lines of `to_text`.
[[nodiscard]] std::string heading();

} // namespace plenum::bench
