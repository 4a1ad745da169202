// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/load.h"
#include "core/member/publisher.h"
#include "core/member/receiver.h"
#include "core/member/relay_connection.h"
#include "core/member/sample_puller.h"

namespace plenum::node {

/// A member's messages on flows, both ways: the parts that they cross, and what concerns several of these.
struct MessagePipeline {
    MessagePipeline(Roster& roster, Outbox& outbox, base::LocalTime now);

    /// The log went on by an entry, which did this to tokens. `causes` is what its author had said and heard.
    void handle_entry(std::vector<TokenChanged> changes, const std::optional<wire::Causes>& causes,
                      const link::Link* link, base::LocalTime now);
    /// Sends what is due on a link that works.
    void pump(link::Link& link, base::LocalTime now);
    /// Tells the application, and the relay, how link and messages are doing, where it is time.
    void report_health(RelayConnection& relay, Outbox& outbox, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;
    void add_load(NodeLoad& load) const;

    SentMessages sent;
    Pulse pulse;
    MessageSealer sealer;
    Subscriptions subscriptions;
    tag::SampleHistories received{tag::PullError::no_history};
    DeliveryScheduler scheduler;
    ReliableStreams streams;
    PullResponder responder;
    SamplePuller puller;
    LiveSender live;
    Publisher publisher;
    Receiver receiver;
    base::LocalTime health_at;
};

} // namespace plenum::node
