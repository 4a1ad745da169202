// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/load.h"
#include "core/member/publisher.h"
#include "core/member/receiver.h"

namespace plenum::node {

/// A member's messages on flows, both ways: the parts that they cross, and what concerns several of these.
struct MessagePipeline {
    MessagePipeline(Roster& roster, SentMessages& sent, Outbox& outbox);

    /// The log went on by an entry, which did this to tokens. `causes` is what its author had said and heard.
    void handle_entry(std::vector<TokenChanged> changes, const std::optional<wire::Causes>& causes,
                      const link::Link* link, base::LocalTime now);
    /// Sends what is due on a link that works.
    void pump(link::Link& link, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;
    void add_load(NodeLoad& load) const;

    Pulse pulse;
    MessageSealer sealer;
    DeliveryScheduler scheduler;
    ReliableStreams streams;
    LiveSender live;
    Publisher publisher;
    Receiver receiver;
};

} // namespace plenum::node
