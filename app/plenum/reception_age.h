// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <chrono>

namespace plenum::app {

/// Somebody whose sound or pictures stopped for this long has switched them off: an open microphone sends 50 packets a
/// second even in silence. Longer than it takes to find out that the relay is silent (link::Liveness).
inline constexpr base::Duration sound_age_max = std::chrono::milliseconds{1500};
inline constexpr base::Duration picture_age_max = std::chrono::seconds{2};

[[nodiscard]] inline bool is_fresh(base::LocalTime at, base::LocalTime now, base::Duration age_max) {
    return at != base::LocalTime{} && now - at < age_max;
}

} // namespace plenum::app
