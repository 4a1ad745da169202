// SPDX-License-Identifier: Apache-2.0
#include "core/tag/layer_budget.h"

#include <algorithm>

namespace plenum::tag {
namespace {

/// A stream that offered nothing for so many intervals is gone.
constexpr int silent_max = 20;
/// Streams of all members; more are left to the link's queue.
constexpr std::size_t streams_max = 1024;
constexpr double smoothing = 0.5;
/// Room to spare before more passes.
constexpr double headroom = 1.2;

} // namespace

void LayerBudget::note(Source source, wire::MessageFlags flags, std::size_t bytes) {
    auto found = streams_.find(source);
    if (found == streams_.end()) {
        if (streams_.size() >= streams_max) return;
        found = streams_.try_emplace(source).first;
    }
    found->second.bytes[flags.layer()] += bytes;
}

bool LayerBudget::passes(Source source, wire::MessageFlags flags) const {
    if (limited_ == 0) return true;
    const auto found = streams_.find(source);
    return found == streams_.end() || flags.layer() < found->second.layers;
}

void LayerBudget::close_interval() {
    constexpr auto per_second = 1.0 / std::chrono::duration<double>{interval}.count();
    for (auto& [source, stream] : streams_) {
        std::size_t offered = 0;
        for (std::size_t layer = 0; layer < layers_max; ++layer) {
            const auto now = static_cast<double>(stream.bytes[layer]) * per_second;
            stream.rate[layer] += (now - stream.rate[layer]) * smoothing;
            offered += std::exchange(stream.bytes[layer], 0);
        }
        stream.silent = offered > 0 ? 0 : stream.silent + 1;
    }
    std::erase_if(streams_, [](const auto& each) { return each.second.silent > silent_max; });
}

std::map<LayerBudget::Source, std::size_t> LayerBudget::fit(double budget, std::span<const Ranked> ranked) const {
    std::map<Source, std::size_t> fitting;
    for (std::size_t layer = 0; layer < layers_max; ++layer) {
        for (const auto& each : ranked) {
            auto& layers = fitting[each.source];
            const auto rate = streams_.at(each.source).rate[layer];
            // A layer without the one below it is worth nothing.
            if (layers < layer || rate > budget) continue;
            budget -= rate;
            layers = layer + 1;
        }
    }
    return fitting;
}

void LayerBudget::choose(base::ByteRate budget, std::vector<Ranked>& ranked) {
    close_interval();
    std::erase_if(ranked, [this](const Ranked& each) { return !streams_.contains(each.source); });
    std::ranges::sort(ranked);
    const auto bytes = static_cast<double>(budget.value());
    const auto now = fit(bytes, ranked);
    const auto later = fit(bytes / headroom, ranked);
    limited_ = 0;
    for (auto& [source, stream] : streams_) {
        const auto most = now.at(source);
        const bool more_fits = later.at(source) > stream.layers;
        stream.fitted = more_fits ? stream.fitted + 1 : 0;
        if (most < stream.layers)
            stream.layers = most;
        else if (stream.fitted >= patience) {
            // One layer at a time: what it costs is seen before the next.
            ++stream.layers;
            stream.fitted = 0;
        }
        if (stream.layers < layers_max) ++limited_;
    }
}

} // namespace plenum::tag
