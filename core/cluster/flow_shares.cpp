// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/flow_shares.h"

#include <algorithm>
#include <vector>

namespace plenum::cluster {
namespace {

/// Of all flows: 2^36. Times a weight it stays below 2^60.
constexpr std::uint64_t aggregate_max = limits::rate_max * limits::flows_max;
static_assert(aggregate_max <= std::uint64_t{1} << 36 && limits::cell_value_max < 1 << 24);

} // namespace

bool FlowShares::set(FlowNumber flow, const Demand& demand) {
    if (!is_flow(flow)) return false;
    demands_[flow.value()] = {std::min(demand.weight, limits::weight_max),
                              base::ByteRate{std::min(demand.most.value(), limits::rate_max)}};
    return true;
}

void FlowShares::remove(FlowNumber flow) {
    if (is_flow(flow)) demands_[flow.value()].reset();
}

/// Flows that can use least for their weight come first. As soon as one can use its part, so can all that follow.
FlowShares::Rates FlowShares::apportion(base::ByteRate aggregate) const {
    std::vector<std::size_t> order;
    std::uint64_t weights = 0;
    for (std::size_t flow = 0; flow < demands_.size(); ++flow) {
        if (!demands_[flow] || demands_[flow]->weight == 0) continue;
        order.push_back(flow);
        weights += demands_[flow]->weight;
    }
    const auto fits_earlier = [&](std::size_t one, std::size_t other) {
        const auto left = demands_[one]->most.value() * demands_[other]->weight;
        const auto right = demands_[other]->most.value() * demands_[one]->weight;
        return left != right ? left < right : one < other;
    };
    std::ranges::sort(order, fits_earlier);
    Rates rates{};
    auto left = std::min(aggregate.value(), aggregate_max);
    auto weights_left = weights;
    for (const auto flow : order) {
        const auto& demand = *demands_[flow];
        const auto part = left * demand.weight / weights_left;
        rates[flow] = std::min(base::ByteRate{part}, demand.most);
        left -= rates[flow].value();
        weights_left -= demand.weight;
    }
    return rates;
}

base::ByteRate own_share(const SharedFigures& figures) {
    if (figures.weight_sum.value() == 0) return {};
    const auto aggregate =
        std::min(figures.bandwidth.value(), limits::rate_max) * std::min(figures.flows, limits::flows_max);
    const auto weight = std::min(figures.weight, figures.weight_sum).value();
    return base::ByteRate{aggregate * weight / figures.weight_sum.value()};
}

} // namespace plenum::cluster
