// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"
#include "core/wire/message.h"

namespace plenum::node {

/// Whether the message is of a group that its sender is not in, as the log stands now. Relays check the same, and may
/// lie. Of senders who are members no longer this says nothing.
[[nodiscard]] inline bool is_of_outsider(const log::State& state, const log::FlowDeclaration* flow,
                                         base::MemberIndex from) {
    if (flow == nullptr || flow->conversation <= log::plenary) return false;
    const auto* sender = state.find(from);
    return sender != nullptr && !state.reaches(*flow, *sender);
}

} // namespace plenum::node
