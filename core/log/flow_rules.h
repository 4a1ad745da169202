// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/delta_interval.h"
#include "core/log/conversation_rules.h"

/// Flows that members create, change and close while a conference runs (push-pull §2.1, Figure 5).
namespace plenum::log {

/// A kind chooses its class, so that nobody's chat is served before speech.
[[nodiscard]] base::PriorityClass class_of(base::FlowKind kind);

[[nodiscard]] std::expected<void, Refusal> check_flow(const State& state, const ConversationAuthor& author,
                                                      const CreateFlow& operation);
[[nodiscard]] std::expected<void, Refusal> check_flow(const State& state, const ConversationAuthor& author,
                                                      const ChangeFlow& operation);
[[nodiscard]] std::expected<void, Refusal> check_flow(const State& state, const ConversationAuthor& author,
                                                      const CloseFlow& operation);
/// Flows that leave their conversation no interval for Δ if this is carried out, where the check finds none.
[[nodiscard]] std::optional<conversation::NoDeltaInterval> flows_at_fault(const State& state,
                                                                          const CreateFlow& operation);
[[nodiscard]] std::optional<conversation::NoDeltaInterval> flows_at_fault(const State& state,
                                                                          const ChangeFlow& operation);

/// Preconditions: the check allowed it. Notes tokens that stand otherwise since in `applied`.
void apply_flow(State& state, Applied& applied, const CreateFlow& operation);
void apply_flow(State& state, Applied& applied, const ChangeFlow& operation);
void apply_flow(State& state, Applied& applied, const CloseFlow& operation);
/// The member is about to be one no longer: its two-party flows close.
void close_flows_with(State& state, base::MemberIndex member);

} // namespace plenum::log
