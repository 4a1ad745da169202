// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <chrono>

namespace plenum::app {

/// Somebody whose sound stopped for this long has switched the microphone off: while it is open, it sends 50 packets a
/// second even in silence. Longer than link::Liveness::silent_after, so that a relay that stands still counts as silent
/// first.
inline constexpr base::Duration sound_age_max = std::chrono::milliseconds{1500};
/// An older picture is late. A camera is off only when its sender says so, or after `camera_age_max`.
inline constexpr base::Duration picture_age_max = std::chrono::seconds{2};

[[nodiscard]] inline bool is_fresh(base::LocalTime at, base::LocalTime now, base::Duration age_max) {
    return at != base::LocalTime{} && now - at < age_max;
}

/// Whether somebody sends, of whom something came last at `at`. A relay that was silent until `back_at` says nothing
/// about them: whoever sent `before` has as long again to be heard.
[[nodiscard]] inline bool is_sending(base::LocalTime at, bool before, base::LocalTime back_at, base::LocalTime now,
                                     base::Duration age_max) {
    return is_fresh(at, now, age_max) || (before && is_fresh(back_at, now, age_max));
}

} // namespace plenum::app
