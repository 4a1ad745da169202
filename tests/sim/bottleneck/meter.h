// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/virtual_time.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace plenum::sim {

/// Bytes with the times at which they passed.
class Meter {
  public:
    void add(VirtualTime at, std::size_t bytes) { passed_.emplace_back(at, bytes); }
    [[nodiscard]] std::size_t bytes(VirtualTime from, VirtualTime until) const {
        std::size_t sum = 0;
        for (const auto& [at, bytes] : passed_)
            if (at >= from && at < until) sum += bytes;
        return sum;
    }
    /// Bytes a second.
    [[nodiscard]] double rate(VirtualTime from, VirtualTime until) const {
        const std::chrono::duration<double> span = until - from;
        return static_cast<double>(bytes(from, until)) / span.count();
    }

  private:
    std::vector<std::pair<VirtualTime, std::size_t>> passed_;
};

/// Durations with the times at which they were seen.
class DelayMeter {
  public:
    void add(VirtualTime at, base::Duration delay) { seen_.emplace_back(at, delay); }
    /// The one that `percent` of those seen in between do not exceed; zero if there is none.
    [[nodiscard]] base::Duration percentile(int percent, VirtualTime from, VirtualTime until) const {
        std::vector<base::Duration> delays;
        for (const auto& [at, delay] : seen_)
            if (at >= from && at < until) delays.push_back(delay);
        if (delays.empty()) return {};
        const auto place = (delays.size() - 1) * static_cast<std::size_t>(percent) / 100;
        std::ranges::nth_element(delays, delays.begin() + static_cast<std::ptrdiff_t>(place));
        return delays[place];
    }

  private:
    std::vector<std::pair<VirtualTime, base::Duration>> seen_;
};

} // namespace plenum::sim
