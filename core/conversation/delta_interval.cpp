// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/delta_interval.h"

#include <algorithm>

namespace plenum::conversation {
namespace {

base::Duration round_up(base::Duration duration) {
    return (duration + delta_step - base::Duration{1}) / delta_step * delta_step;
}

/// The largest multiple below `duration`.
base::Duration below(base::Duration duration) { return (duration - base::Duration{1}) / delta_step * delta_step; }

} // namespace

base::Duration DeltaInterval::choose(base::Duration measured) const {
    return std::clamp(round_up(measured), least, most);
}

std::expected<DeltaInterval, NoDeltaInterval> negotiate(std::span<const FlowDelays> flows, base::Duration clock_error) {
    base::Duration delta_1{};
    base::Duration delta_2 = delta_max;
    for (const auto& flow : flows) {
        delta_1 = std::max(delta_1, flow.desired);
        delta_2 = std::min(delta_2, flow.loss.value_or(delta_max));
    }
    const auto least = delta_1 + 2 * clock_error;
    const DeltaInterval interval{round_up(least), below(delta_2)};
    if (interval.least <= interval.most) return interval;
    NoDeltaInterval none{least, delta_2, {}, {}};
    for (const auto& flow : flows) {
        if (round_up(flow.desired + 2 * clock_error) > interval.most) none.too_slow.push_back(flow.flow);
        if (flow.loss && below(*flow.loss) < interval.least) none.too_strict.push_back(flow.flow);
    }
    return std::unexpected{std::move(none)};
}

} // namespace plenum::conversation
