// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/camera_shares.h"

#include "core/cluster/flow_shares.h"

#include <algorithm>

namespace plenum::cluster {
namespace {

/// Frames vary in size, so a camera can use a quarter more than their mean.
constexpr std::uint64_t spare_part = 4;
/// Parts that change by less than one eighth are left as they are.
constexpr std::uint64_t change_part = 8;

std::uint32_t weight_of(const CaptureSettings& settings, FlowNumber flow) {
    const auto found = std::ranges::find(settings.weights, flow.value(), &FlowWeight::flow);
    return found == settings.weights.end() ? 1 : found->weight;
}

/// Before its first frame, a camera counts as the one with the largest frames.
std::vector<CameraDemand> with_sizes(std::span<const CameraDemand> cameras) {
    std::vector<CameraDemand> sized{cameras.begin(), cameras.end()};
    std::size_t largest = 0;
    for (const auto& camera : cameras)
        largest = std::max(largest, std::min(camera.frame_bytes, limits::frame_bytes_max));
    for (auto& camera : sized)
        camera.frame_bytes = camera.frame_bytes == 0 ? largest : std::min(camera.frame_bytes, largest);
    return sized;
}

/// That all cameras together can use. Those that wait for each other can use no more than there is.
std::uint64_t usable(const CaptureSettings& settings, std::uint64_t ensemble_bytes, base::ByteRate aggregate) {
    const auto interval_us = static_cast<std::uint64_t>(std::max<std::int64_t>(base::to_us(settings.interval), 1));
    const auto wanted = ensemble_bytes * 1'000'000 / interval_us;
    const auto most = settings.pace == Pace::periodic ? limits::rate_max * limits::flows_max : aggregate.value();
    return std::min(wanted + wanted / spare_part, most);
}

bool is_near(base::ByteRate one, base::ByteRate other) {
    const auto apart = std::max(one, other).value() - std::min(one, other).value();
    return apart * change_part <= std::max(one, other).value();
}

} // namespace

std::vector<FlowWeight> weights_for(const CaptureSettings& settings, std::span<const CameraDemand> cameras,
                                    base::ByteRate aggregate) {
    aggregate = std::min(aggregate, base::ByteRate{limits::rate_max * limits::flows_max});
    const auto sized = with_sizes(cameras);
    std::uint64_t ensemble_bytes = 0;
    for (const auto& camera : sized)
        ensemble_bytes += camera.frame_bytes;
    if (ensemble_bytes == 0 || aggregate.value() == 0) return settings.weights;
    const auto total = usable(settings, ensemble_bytes, aggregate);
    FlowShares by_demand;
    FlowShares by_weight;
    for (const auto& camera : sized) {
        const auto weight = weight_of(settings, camera.flow);
        const auto most = std::min(total * camera.frame_bytes / ensemble_bytes + 1, limits::rate_max);
        by_demand.set(camera.flow, {weight, base::ByteRate{most}});
        by_weight.set(camera.flow, {weight});
    }
    const auto parts = by_demand.apportion(aggregate);
    const auto parts_now = by_weight.apportion(aggregate);
    std::uint64_t sum = 0;
    for (const auto part : parts)
        sum += part.value();
    const auto greatest = std::ranges::max(parts).value();
    if (sum == 0 || greatest == 0) return settings.weights;
    bool changes = false;
    std::vector<FlowWeight> weights;
    for (const auto& camera : sized) {
        const auto part = parts[camera.flow.value()].value();
        // Endpoints share what is left over in the same proportion.
        const base::ByteRate share{part * (aggregate.value() * 1024 / sum) / 1024};
        changes = changes || !is_near(share, parts_now[camera.flow.value()]);
        const auto least = std::min<std::uint32_t>(weight_of(settings, camera.flow), 1);
        const auto told = static_cast<std::uint32_t>(part * limits::weight_max / greatest);
        weights.push_back({camera.flow.value(), std::max(told, least)});
    }
    return changes ? weights : settings.weights;
}

} // namespace plenum::cluster
