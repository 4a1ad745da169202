// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/overloaded.h"
#include "core/client/session.h"
#include "core/tree/exchange/poll_exchange.h"

namespace plenum::app {

/// What the session does not take now comes again with `PollExchange::next_wakeup`.
inline void carry_out(client::Session& session, tree::PollExchange& polls, base::LocalTime now) {
    while (auto command = polls.poll(now)) {
        const base::Overloaded act{
            [&](const node::Publish& publish) { return session.publish(node::Publish{publish}).has_value(); },
            [&](const node::SendTreePacket& packet) {
                return session.send_tree_packet(node::SendTreePacket{packet}).has_value();
            },
            [&](const auto& other) { return session.act(other).has_value(); }};
        if (!std::visit(act, *command)) return polls.give_back(*std::move(command), now);
    }
}

} // namespace plenum::app
