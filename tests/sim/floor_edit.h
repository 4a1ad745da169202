// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/token/operation.h"
#include "tests/sim/floor_plan.h"

namespace plenum::sim {

/// Other settings, as a moderator might draw them by this plan.
[[nodiscard]] token::Settings edited(token::Settings settings, const FloorPlan& plan,
                                     const std::vector<base::MemberIndex>& members, base::Random& random);

} // namespace plenum::sim
