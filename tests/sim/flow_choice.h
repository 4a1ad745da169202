// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/units.h"
#include "tests/sim/scenario.h"

#include <map>
#include <optional>

namespace plenum::sim {

/// On which of the conference's declared flows a scenario's flow is published. Conferences have the flows that their
/// creator declares, so the nearest in kind stands for it: among those that are reliable as it is (λ = ∞) or not, the
/// one whose λ, then whose rate, lies nearest; nullopt if there is none. Once a command declares flows, this is the
/// place where it takes over.
[[nodiscard]] std::optional<base::FlowId> choose_flow(const FlowLoad& load,
                                                      const std::map<base::FlowId, base::FlowSpec>& declared);

} // namespace plenum::sim
