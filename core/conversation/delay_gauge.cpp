// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/delay_gauge.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace plenum::conversation {
namespace {

/// A message counts as so many, so that halving leaves something of it.
constexpr std::uint32_t weight = 16;
/// Enough to tell; so that no count overflows.
constexpr std::uint32_t count_max = 1U << 24;

} // namespace

void DelayGauge::add(base::Duration delay) {
    const auto kept = std::clamp(delay, base::Duration{}, delta_max);
    auto& count = counts_[static_cast<std::size_t>((kept + delta_step - base::Duration{1}) / delta_step)];
    count = std::min(count + weight, count_max);
    any_ = true;
}

std::optional<base::Duration> DelayGauge::take() {
    if (!std::exchange(any_, false)) return std::nullopt;
    const auto all = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
    std::uint64_t longer = all;
    std::size_t step = 0;
    while (step + 1 < steps && (longer -= counts_[step]) * 20 > all)
        ++step;
    for (auto& count : counts_)
        count /= 2;
    return delta_step * static_cast<base::Duration::rep>(step);
}

} // namespace plenum::conversation
