// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/camera_shares.h"

#include "core/cluster/flow_shares.h"

#include <algorithm>

namespace plenum::cluster {
namespace {

/// Frames vary in size, so a camera can use a quarter more than their mean.
constexpr std::uint64_t spare_part = 4;
/// Weights that change by no more than one eighth are left as they are.
constexpr std::uint32_t change_part = 8;
/// By which weights are told before a path is known.
constexpr base::ByteRate nominal{1'000'000};

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

} // namespace

std::vector<FlowWeight> weights_for(const CaptureSettings& settings, std::span<const CameraDemand> cameras,
                                    base::ByteRate aggregate) {
    aggregate = std::min(aggregate, base::ByteRate{limits::rate_max * limits::flows_max});
    const auto sized = with_sizes(cameras);
    std::uint64_t ensemble_bytes = 0;
    for (const auto& camera : sized)
        ensemble_bytes += camera.frame_bytes;
    const bool known = ensemble_bytes > 0 && aggregate.value() > 0;
    const auto total = known ? usable(settings, ensemble_bytes, aggregate) : 0;
    FlowShares shares;
    for (const auto& camera : sized) {
        FlowShares::Demand demand{weight_of(settings, camera.flow)};
        if (known)
            demand.most = base::ByteRate{std::min(total * camera.frame_bytes / ensemble_bytes + 1, limits::rate_max)};
        shares.set(camera.flow, demand);
    }
    const auto parts = shares.apportion(known ? aggregate : nominal);
    std::uint64_t sum = 0;
    for (const auto& camera : sized)
        sum += parts[camera.flow.value()].value();
    std::vector<FlowWeight> weights;
    for (const auto& camera : sized) {
        const auto part = parts[camera.flow.value()].value();
        const auto least = std::min<std::uint32_t>(weight_of(settings, camera.flow), 1);
        // Endpoints share what is left over in the same proportion.
        const auto told = sum == 0 ? 0 : part * limits::weight_mean * sized.size() / sum;
        weights.push_back({camera.flow.value(), std::max(static_cast<std::uint32_t>(told), least)});
    }
    return weights;
}

bool are_near(std::span<const FlowWeight> some, std::span<const FlowWeight> others) {
    return std::ranges::equal(some, others, [](const FlowWeight& one, const FlowWeight& other) {
        const auto [less, more] = std::minmax(one.weight, other.weight);
        return one.flow == other.flow && (more - less) * change_part <= more;
    });
}

} // namespace plenum::cluster
