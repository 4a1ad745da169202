// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/netem/router.h"

#include <expected>
#include <string>
#include <string_view>

namespace plenum::netem {

/// Applies one line, `[TARGET] KEY [VALUE…] [KEY [VALUE…]]…`, to the router's links; the README lists targets and keys.
/// Error: one sentence on what is wrong; then nothing was changed.
[[nodiscard]] std::expected<void, std::string> apply_command(Router& router, std::string_view line);

/// All counters as one JSON object.
[[nodiscard]] std::string to_json(const Router& router);

} // namespace plenum::netem
