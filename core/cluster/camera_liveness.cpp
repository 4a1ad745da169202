// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/camera_liveness.h"

#include <algorithm>

namespace plenum::cluster {
namespace {

/// For how long a camera counts as troubled after it was.
constexpr base::Duration trouble_shown = std::chrono::seconds{2};
/// A camera that sends nothing for so long, or for three intervals, is silent.
constexpr base::Duration silence_least = std::chrono::milliseconds{600};
constexpr base::Duration behind_least = std::chrono::milliseconds{10};

} // namespace

CameraState CameraLiveness::state(const CaptureSettings& settings, base::Duration interval_mean,
                                  base::LocalTime now) const {
    const auto lately = [now](const std::optional<base::LocalTime>& at) { return at && now - *at < trouble_shown; };
    const auto silence_max = std::max(silence_least, settings.interval * 3);
    if (lately(other_instant_at_)) return CameraState::other_instant;
    if (lately(malformed_at_)) return CameraState::malformed;
    if (settings.armed && now - heard_at_.value_or(added_at_) > silence_max)
        return heard_at_ ? CameraState::silent : CameraState::waiting;
    if (!heard_at_) return CameraState::waiting;
    // Blocking, cameras take as long as the slowest needs.
    const auto interval =
        settings.pace == Pace::blocking ? std::max(settings.interval, interval_mean) : settings.interval;
    const bool behind = behind_ > std::max(interval / 2, behind_least);
    return behind || lately(late_at_) ? CameraState::late : CameraState::in_step;
}

} // namespace plenum::cluster
