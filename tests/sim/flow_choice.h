// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/units.h"
#include "core/log/operation.h"
#include "tests/sim/scenario.h"

#include <map>
#include <optional>

namespace plenum::sim {

/// The scenario's flows, as the one who makes the conference declares them.
[[nodiscard]] std::vector<log::FlowDeclaration> declarations_of(const Scenario& scenario);

/// δ as it is declared: words on a reliable flow may be declared to be content with longer than others of their
/// conversation can wait, and are then declared with what these leave.
[[nodiscard]] base::Duration declared_delay(const Scenario& scenario, const FlowLoad& load);

/// On which of the conference's declared flows a scenario's flow is published: the one that was declared for it. Where
/// others were declared, the nearest in kind stands for it: among those that are reliable as it is (λ = ∞) or not, the
/// one whose λ, then whose rate, lies nearest; nullopt if there is none.
[[nodiscard]] std::optional<base::FlowId> choose_flow(const FlowLoad& load,
                                                      const std::map<base::FlowId, base::FlowSpec>& declared);

} // namespace plenum::sim
