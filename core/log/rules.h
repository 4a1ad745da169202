// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

/// Who may do what, one rule an operation.
namespace plenum::log {

/// Whether the author may do this now. Signatures are the caller's.
[[nodiscard]] std::expected<void, Refusal> check_rule(const State& state, const SignedOperation& by,
                                                      const Operation& operation, base::ConferenceTime at);
/// Whether `join` may stand in an `Admit`, but for its signature and who lets its author in.
[[nodiscard]] std::expected<void, Refusal> check_knock(const State& state, const SignedOperation& join);
/// Carries out what `check_rule` permitted, and notes in `applied` who came and went by it.
void apply_rule(State& state, Applied& applied, base::ConferenceTime at);

} // namespace plenum::log
