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

base::Duration silence_max(const CaptureSettings& settings) { return std::max(silence_least, settings.interval * 3); }

} // namespace

bool CameraLiveness::is_heard(const CaptureSettings& settings, base::LocalTime now) const {
    return now - heard_at_.value_or(added_at_) <= silence_max(settings);
}

CameraState CameraLiveness::state(const Situation& situation, base::LocalTime now) const {
    const auto& settings = situation.settings;
    const auto lately = [now](const std::optional<base::LocalTime>& at) { return at && now - *at < trouble_shown; };
    if (lately(other_instant_at_)) return CameraState::other_instant;
    if (lately(malformed_at_)) return CameraState::malformed;
    if (!frame_at_) return CameraState::waiting;
    const bool owes_frames = settings.armed && !situation.idle;
    const auto is_overdue_since = [&](base::LocalTime at) {
        return owes_frames && now - std::max(at, idle_until_) > silence_max(settings);
    };
    if (is_overdue_since(heard_at_.value_or(added_at_))) return CameraState::silent;
    // Blocking, cameras take as long as the slowest needs.
    const auto interval =
        settings.pace == Pace::blocking ? std::max(settings.interval, situation.interval_mean) : settings.interval;
    const bool behind = behind_ > std::max(interval / 2, behind_least);
    return behind || is_overdue_since(*frame_at_) || lately(late_at_) ? CameraState::late : CameraState::in_step;
}

} // namespace plenum::cluster
