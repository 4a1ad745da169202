// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

/// Who may do what, one rule an operation.
namespace plenum::log {

/// Whether the author may do this now. Signatures are the caller's.
[[nodiscard]] std::expected<void, Refusal> check_rule(const State& state, const SignedOperation& by,
                                                      const Operation& operation);
/// Carries out what `check_rule` permitted.
void apply_rule(State& state, const SignedOperation& by, const Operation& operation);

} // namespace plenum::log
