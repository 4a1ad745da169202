// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <chrono>
#include <functional>

namespace plenum::media {

/// The steady clock as local time: what media threads pace themselves by.
[[nodiscard]] inline base::LocalTime local_now() {
    return base::LocalTime{
        std::chrono::duration_cast<base::Duration>(std::chrono::steady_clock::now().time_since_epoch())};
}

/// Gives conference time now; called on whichever thread pulls a frame.
using ConferenceClockFunction = std::function<base::ConferenceTime()>;

} // namespace plenum::media
