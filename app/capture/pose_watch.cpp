// SPDX-License-Identifier: Apache-2.0
#include "app/capture/pose_watch.h"

#include "core/client/session.h"

#include <algorithm>

namespace plenum::app {
namespace {

constexpr base::Duration watch_interval = std::chrono::milliseconds{300};
/// `MovedCameraAlarm::Options` has the same.
constexpr double moved_px = 2.0;

using Verdict = media::depth::MovedCameraAlarm::Verdict;

} // namespace

PoseWatch::PoseWatch(media::depth::MovedCameraAlarm alarm) : alarm_{std::move(alarm)} {}

media::Result<std::unique_ptr<PoseWatch>> PoseWatch::create(const media::depth::Calibration& calibration,
                                                            const std::vector<media::depth::CameraPair>& pairs) {
    media::depth::MovedCameraAlarm::Options options;
    options.raise_px = moved_px;
    for (const auto& camera : calibration.cameras)
        options.names.push_back(camera.name);
    auto alarm = media::depth::MovedCameraAlarm::create(std::move(options));
    if (!alarm) return std::unexpected{std::move(alarm.error())};
    std::unique_ptr<PoseWatch> watch{new PoseWatch{*std::move(alarm)}};
    for (const auto& pair : pairs) {
        auto check =
            media::depth::EpipolarCheck::create(calibration.cameras[pair.first], calibration.cameras[pair.second]);
        if (!check) return std::unexpected{std::move(check.error())};
        watch->pairs_.push_back({pair, *std::move(check)});
    }
    watch->worker_.emplace(
        [self = watch.get()](const std::vector<media::VideoFrame>& pictures) { self->measure(pictures); });
    return watch;
}

void PoseWatch::look(std::vector<media::VideoFrame> pictures) {
    {
        const std::lock_guard lock{mutex_};
        if (client::Session::now() < due_at_) return;
    }
    if (!worker_->busy()) worker_->give(std::move(pictures));
}

bool PoseWatch::take(media::depth::CameraPair cameras, std::optional<double> error_px) {
    const std::lock_guard lock{mutex_};
    alarm_.take(cameras, error_px);
    const auto verdict = alarm_.verdict(cameras.first);
    const bool known_as_moved = verdict == Verdict::moved || verdict == Verdict::moved_or_partner ||
                                alarm_.verdict(cameras.second) == Verdict::moved;
    return error_px && (*error_px > moved_px) != known_as_moved;
}

void PoseWatch::measure(const std::vector<media::VideoFrame>& pictures) {
    auto next_at = base::local_time_max;
    for (auto& pair : pairs_) {
        const auto [first, second] = pair.cameras;
        const auto now = client::Session::now();
        const bool there =
            std::max(first, second) < pictures.size() && !pictures[first].empty() && !pictures[second].empty();
        if (there && now >= pair.due_at) {
            const auto error = pair.check.measure(pictures[first], pictures[second]);
            // Of pictures of another size nothing is known.
            const bool contradicts = error && take(pair.cameras, error->error_px);
            pair.due_at = contradicts ? now : now + watch_interval;
        }
        next_at = std::min(next_at, pair.due_at);
    }
    const std::lock_guard lock{mutex_};
    due_at_ = next_at;
}

Verdict PoseWatch::verdict(std::size_t camera) const {
    const std::lock_guard lock{mutex_};
    return alarm_.verdict(camera);
}

} // namespace plenum::app
