// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/floor_plan.h"
#include "tests/sim/toml_table.h"

#include <optional>

namespace plenum::sim {

/// `[floor]` of a scenario; nullopt where nothing is drawn.
[[nodiscard]] std::optional<FloorPlan> read_floor(TomlTable table);

} // namespace plenum::sim
