// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/event_json.h"
#include "app/recording/recorded_call.h"

#include <filesystem>

namespace plenum::cli {

/// One event of a recording, as a line of `plenum-cli recording`.
[[nodiscard]] Json to_json(const app::TimedEvent& timed);

/// Prints the tracks of a recording, then what happened in it in the order of cause, one JSON object a line. Gives the
/// exit status.
int list_recording(const std::filesystem::path& file);

} // namespace plenum::cli
