// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <array>
#include <chrono>
#include <cstdint>

namespace plenum::runtime {

/// How often something took how long. Fixed bounds, so that histograms of several relays can be added up: from what a
/// turn of an idle loop takes to what people notice.
struct TimeHistogram {
    static constexpr std::array<base::Duration, 14> bounds{
        std::chrono::microseconds{20},   std::chrono::microseconds{50},  std::chrono::microseconds{100},
        std::chrono::microseconds{250},  std::chrono::microseconds{500}, std::chrono::milliseconds{1},
        std::chrono::microseconds{2500}, std::chrono::milliseconds{5},   std::chrono::milliseconds{10},
        std::chrono::milliseconds{25},   std::chrono::milliseconds{50},  std::chrono::milliseconds{100},
        std::chrono::milliseconds{250},  std::chrono::seconds{1}};

    void add(base::Duration duration) {
        std::size_t bucket = 0;
        while (bucket < bounds.size() && duration > bounds[bucket])
            ++bucket;
        ++counts[bucket];
        sum += duration;
    }

    /// Of those at most as long as the bound, and longer than the one before it; the last of those longer than all.
    std::array<std::uint64_t, bounds.size() + 1> counts{};
    base::Duration sum{};
};

} // namespace plenum::runtime
