// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/flow_choice.h"

#include <chrono>
#include <cstdint>
#include <utility>

namespace plenum::sim {

namespace {

/// How far a declared flow is from what the scenario wants; less is nearer.
std::pair<std::int64_t, std::int64_t> distance(const FlowLoad& load, const base::FlowSpec& spec) {
    const auto delay = load.loss_delay ? std::chrono::abs(*load.loss_delay - *spec.loss_delay) : base::Duration{};
    const auto period = base::Duration{std::chrono::seconds{1}} / std::max(spec.rate_hz, 1U);
    return {delay.count(), std::chrono::abs(period - load.period).count()};
}

} // namespace

std::optional<base::FlowId> choose_flow(const FlowLoad& load, const std::map<base::FlowId, base::FlowSpec>& declared) {
    std::optional<base::FlowId> best;
    std::pair<std::int64_t, std::int64_t> best_distance;
    for (const auto& [flow, spec] : declared) {
        if (spec.reliable() != !load.loss_delay.has_value()) continue;
        const auto each = distance(load, spec);
        if (best && each >= best_distance) continue;
        best = flow;
        best_distance = each;
    }
    return best;
}

} // namespace plenum::sim
