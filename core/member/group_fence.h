// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"
#include "core/wire/message.h"

namespace plenum::node {

/// Whether the message is of a group, or between two members, and its sender is none of these, as the log stands now.
/// Relays check the same, and may lie. Of senders who are members no longer this says nothing.
[[nodiscard]] inline bool is_of_outsider(const log::State& state, const log::FlowDeclaration* flow,
                                         base::MemberIndex from) {
    const auto* sender = flow == nullptr ? nullptr : state.find(from);
    return sender != nullptr && !state.reaches(*flow, *sender);
}

/// Whether the flow is between two other members: whoever sends this member its messages lies.
[[nodiscard]] inline bool is_of_two_others(const log::State& state, base::FlowId flow, base::MemberIndex self) {
    const auto* created = state.find_created(flow);
    return created != nullptr && !created->joins(self);
}

/// More than clocks differ by: what the relay accepted just before the entry is not lost by them.
inline constexpr base::Duration close_grace = std::chrono::milliseconds{500};

/// A live message that was sent after its flow was closed. Relays pass none on, and may lie.
[[nodiscard]] inline bool is_after_close(const log::State& state, const wire::MessageHeader& header) {
    const auto* created = state.find_created(header.flow);
    return created != nullptr && !created->is_open() && header.sent_at > created->closed_at + close_grace;
}

} // namespace plenum::node
