// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/live_sender.h"
#include "core/member/reliable_streams.h"

namespace plenum::node {

/// Takes a member's own messages from the application: checks that they may be sent, numbers and stamps them, and gives
/// them to the reliable streams or to the live sender.
class Publisher {
  public:
    Publisher(const Roster& roster, SentMessages& sent, Outbox& outbox, const Pulse& pulse,
              DeliveryScheduler& scheduler, Subscriptions& subscriptions, ReliableStreams& streams, LiveSender& live)
        : roster_{roster},
          sent_{sent},
          outbox_{outbox},
          tracer_{roster, outbox},
          pulse_{pulse},
          scheduler_{scheduler},
          subscriptions_{subscriptions},
          streams_{streams},
          live_{live} {}

    /// `link` may be null: then live messages are dropped and reliable ones wait.
    [[nodiscard]] std::expected<void, CommandError> publish(const Publish& message, link::Link* link,
                                                            base::LocalTime now);
    /// Publishes reliable messages that waited for a key, or until the key leader was heard.
    void publish_held(base::LocalTime now);
    /// Reliable messages that the relay has not confirmed, those that wait here included.
    [[nodiscard]] std::vector<Publish> unconfirmed() const;

  private:
    [[nodiscard]] std::expected<void, CommandError> may_send(const log::FlowDeclaration& flow) const;
    [[nodiscard]] std::expected<void, CommandError> may_publish(const Publish& message,
                                                                const log::FlowDeclaration& declaration) const;
    [[nodiscard]] bool must_wait(const log::FlowDeclaration& flow, base::LocalTime now) const;
    [[nodiscard]] bool holds(base::FlowId flow) const;
    void stamp_and_send(const Publish& message, const log::FlowDeclaration& declaration, link::Link* link,
                        base::LocalTime now);
    /// Nullopt where the flow demands a token that this member does not hold.
    [[nodiscard]] std::optional<base::TokenEpoch> epoch_for(base::FlowId flow) const;

    const Roster& roster_;
    SentMessages& sent_;
    Outbox& outbox_;
    MessageTracer tracer_;
    const Pulse& pulse_;
    DeliveryScheduler& scheduler_;
    Subscriptions& subscriptions_;
    ReliableStreams& streams_;
    LiveSender& live_;
    /// Reliable ones that wait for a key which someone taken out has not, or until all are known to see the same.
    std::deque<Publish> held_;
};

} // namespace plenum::node
