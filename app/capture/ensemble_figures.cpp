// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_figures.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace plenum::app {
namespace {

/// Of sorted values; 0 of none.
double percentile(const std::vector<double>& values, double part) {
    if (values.empty()) return 0;
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

} // namespace

void EnsembleFigures::forget(base::LocalTime now) {
    while (!ensembles_.empty() && (now - ensembles_.front().at > window || ensembles_.size() > ensembles_max)) {
        for (std::size_t flow = 0; flow < bytes_.size(); ++flow)
            bytes_[flow] -= ensembles_.front().bytes[flow];
        ensembles_.pop_front();
    }
    while (scenes_.size() > 1 && (now - scenes_.front().at > window || scenes_.size() > ensembles_max))
        scenes_.pop_front();
    while (!paths_.empty() && (now - paths_.front().at > window || paths_.size() > ensembles_max))
        paths_.pop_front();
}

void EnsembleFigures::add(const cluster::Ensemble& ensemble, base::LocalTime now) {
    if (!since_) since_ = now;
    Taken taken{now, ensemble.complete, ensemble.asynchrony(), {}};
    for (const auto& [camera, frame] : ensemble.frames) {
        if (!cluster::is_flow(camera)) continue;
        taken.bytes[camera.value()] = static_cast<std::uint32_t>(frame.size());
        bytes_[camera.value()] += frame.size();
    }
    ensembles_.push_back(taken);
    forget(now);
}

void EnsembleFigures::add_scenes(std::uint64_t scenes, std::uint64_t bytes, base::LocalTime now) {
    scenes_.push_back({now, scenes, bytes});
    forget(now);
}

/// What is measured differs much from second to second.
void EnsembleFigures::fill_path(StudioFigures& figures, std::size_t cameras, base::LocalTime now) {
    if (figures.fair_bps > 0) paths_.push_back({now, figures.available_bps, figures.fair_bps});
    figures.available_bps = figures.fair_bps = 0;
    if (paths_.empty()) return;
    const auto count = static_cast<double>(paths_.size());
    for (const auto& path : paths_) {
        figures.available_bps += path.available_bps / count;
        figures.fair_bps += path.fair_bps / count;
    }
    if (cameras > 0) figures.flowshare = figures.used_bps / static_cast<double>(cameras) / figures.fair_bps;
}

void EnsembleFigures::fill(StudioFigures& figures, std::size_t cameras, base::LocalTime now) {
    forget(now);
    if (!since_) return;
    const auto span = std::clamp<base::Duration>(now - *since_, std::chrono::seconds{1}, window);
    const double seconds = base::to_ms(span) / 1000;
    std::vector<double> asynchrony;
    for (const auto& each : ensembles_)
        if (each.complete) asynchrony.push_back(base::to_ms(each.asynchrony));
    std::ranges::sort(asynchrony);
    const auto count = static_cast<double>(ensembles_.size());
    const auto complete = static_cast<double>(asynchrony.size());
    figures.rate_hz = count / seconds;
    figures.complete = ensembles_.empty() ? 0 : complete / count;
    figures.asynchrony_mean_ms =
        asynchrony.empty() ? 0 : std::accumulate(asynchrony.begin(), asynchrony.end(), 0.0) / complete;
    figures.asynchrony_median_ms = percentile(asynchrony, 0.5);
    figures.asynchrony_p95_ms = percentile(asynchrony, 0.95);
    figures.used_bps =
        8 * static_cast<double>(std::accumulate(bytes_.begin(), bytes_.end(), std::uint64_t{0})) / seconds;
    fill_path(figures, cameras, now);
    if (scenes_.empty()) return;
    figures.scene_rate_hz = static_cast<double>(scenes_.back().scenes - scenes_.front().scenes) / seconds;
    figures.shared_bps = 8 * static_cast<double>(scenes_.back().bytes - scenes_.front().bytes) / seconds;
}

double EnsembleFigures::share(cluster::FlowNumber camera) const {
    const auto all = std::accumulate(bytes_.begin(), bytes_.end(), std::uint64_t{0});
    if (all == 0 || !cluster::is_flow(camera)) return 0;
    return static_cast<double>(bytes_[camera.value()]) / static_cast<double>(all);
}

} // namespace plenum::app
