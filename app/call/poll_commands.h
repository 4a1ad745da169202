// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/overloaded.h"
#include "core/client/session.h"
#include "core/tree/exchange/poll_exchange.h"

namespace plenum::app {

/// False if the session takes no more for now.
[[nodiscard]] inline bool hand_over(client::Session& session, tree::PollCommand command) {
    return std::visit(
        base::Overloaded{
            [&](node::Publish& publish) { return session.publish(std::move(publish)).has_value(); },
            [&](node::SendTreePacket& packet) { return session.send_tree_packet(std::move(packet)).has_value(); },
            [&](const auto& act) { return session.act(act).has_value(); }},
        command);
}

} // namespace plenum::app
