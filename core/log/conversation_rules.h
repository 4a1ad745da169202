// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/delta_interval.h"
#include "core/log/state.h"

/// What may be said of flows and conversations, and what follows (MCP, "Multi-flow Conversations").
namespace plenum::log {

/// But for its identifier, its place and what it leaves of Δ.
[[nodiscard]] bool is_sound(const FlowDeclaration& flow);
/// Whether these may be added: each sound, their identifiers ascending from above `newest`, those of the plenary
/// leaving an interval for Δ. `conversation`: they must all be in it; 0: in the plenary or in none.
[[nodiscard]] std::expected<void, Refusal> check_flows(const std::vector<FlowDeclaration>& flows, base::FlowId newest,
                                                       base::ConversationId conversation = {});
/// Those of the plenary that leave no interval, where `check_flows` finds none.
[[nodiscard]] std::optional<conversation::NoDeltaInterval> flows_at_fault(const std::vector<FlowDeclaration>& flows);
/// What open ordered flows of the conversation ask of Δ, all but `without`.
[[nodiscard]] std::vector<conversation::FlowDelays> delays_of(const State& state, base::ConversationId conversation,
                                                              base::FlowId without = {});
void add_flows(State& state, const std::vector<FlowDeclaration>& flows);

/// The member is about to be in its group no longer: the group's keys must turn.
void note_left_group(State& state, const Member& member);

/// Where Δ may lie, by the error of clocks that the log assumes: it let in no flows that leave no room then.
[[nodiscard]] conversation::DeltaInterval interval_of(const State& state, base::ConversationId conversation);

/// Who says it; null is the relay.
struct ConversationAuthor {
    const Member* member{nullptr};
    bool moderates{false};
};
[[nodiscard]] std::expected<void, Refusal> check_conversation(const State& state, const ConversationAuthor& author,
                                                              const OpenConversation& operation);
[[nodiscard]] std::expected<void, Refusal> check_conversation(const State& state, const ConversationAuthor& author,
                                                              const ChangeConversation& operation);
[[nodiscard]] std::expected<void, Refusal> check_conversation(const State& state, const ConversationAuthor& author,
                                                              const CloseConversation& operation);
[[nodiscard]] std::expected<void, Refusal> check_conversation(const State& state, const ConversationAuthor& author,
                                                              const PlaceMembers& operation);
[[nodiscard]] std::expected<void, Refusal> check_conversation(const State& state, const ConversationAuthor& author,
                                                              const GroupTurn& turn);
/// Preconditions: the check allowed it. Notes tokens that are no more in `applied`.
void apply_conversation(State& state, Applied& applied, const OpenConversation& operation);
void apply_conversation(State& state, Applied& applied, const ChangeConversation& operation);
void apply_conversation(State& state, Applied& applied, const CloseConversation& operation);
void apply_conversation(State& state, Applied& applied, const PlaceMembers& operation);
void apply_conversation(State& state, Applied& applied, const GroupTurn& turn);

} // namespace plenum::log
