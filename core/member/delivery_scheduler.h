// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/conference_clock.h"
#include "core/member/conversation_orders.h"
#include "core/member/entry_teller.h"
#include "core/member/message_tracer.h"
#include "core/member/subscriptions.h"
#include "core/tag/sample_histories.h"

namespace plenum::node {

/// Decides when authentic messages, and token changes of log entries, are handed to the application: in the causal
/// order of their conversation, or at their deadline (core/conversation).
class DeliveryScheduler {
  public:
    /// `received`: what is handed over, or would be without thinning, is kept there.
    DeliveryScheduler(Roster& roster, Outbox& outbox, Subscriptions& subscriptions, tag::SampleHistories& received)
        : roster_{roster},
          outbox_{outbox},
          subscriptions_{subscriptions},
          received_{received},
          tracer_{roster, outbox},
          orders_{roster},
          teller_{outbox} {}

    [[nodiscard]] ConversationOrders& orders() { return orders_; }
    [[nodiscard]] const ConversationOrders& orders() const { return orders_; }
    [[nodiscard]] const ConferenceClock& clock() const { return clock_; }
    /// False where the link has no clock yet, or there is no link.
    bool read_clock(const link::Link* link, base::LocalTime now);

    /// An authentic message of another member: into the order of its conversation, or to the application at once.
    void take(conversation::CausalOrder::Held held, base::LocalTime now);
    /// It will not be handed over: later messages of its sender need not wait for it.
    void pass_over(const wire::MessageHeader& header, base::LocalTime now);
    void handle(const wire::Gap& gap, base::LocalTime now);
    /// The log went on by an entry: its newcomers are expected, closed conversations end. True if one did.
    [[nodiscard]] bool follow_log();
    /// Tells what that entry did to tokens once the messages that its author names in `causes` are handed over.
    void handle_entry(std::vector<TokenChanged> changes, const std::optional<wire::Causes>& causes,
                      base::LocalTime now);
    /// Tells, behind entries that wait, how tokens stand.
    void tell(std::vector<TokenChanged> changes);
    /// Hands over what waited long enough for those before it.
    void deliver_due(base::LocalTime now);

    struct Counters {
        std::uint64_t received{0};
        std::uint64_t discarded{0}; ///< past λ
        std::uint64_t refused{0};   ///< without the token that the flow demands, or with an impossible context
    };
    [[nodiscard]] const Counters& counters() const { return counters_; }

  private:
    /// How a message came that is handed over.
    struct Arrival {
        base::LocalTime received_at;
        base::TraceEvent::Kind kind{base::TraceEvent::Kind::deliver};
        Delivery delivery{Delivery::in_order};
        std::uint64_t missing{0};
    };
    using Held = conversation::CausalOrder::Held;
    using Outcome = conversation::CausalOrder::Outcome;
    [[nodiscard]] static Arrival arrival_of(const Held& held, const Outcome& outcome, bool live);
    /// Whether its token lets it be heard; traced and counted if not.
    [[nodiscard]] bool permits(const wire::MessageHeader& header);
    [[nodiscard]] bool hears(base::ConversationId conversation) const;
    void deliver_ready(base::ConversationId conversation, conversation::CausalOrder& order, base::LocalTime now);
    void deliver_ordered(Held& held, const Outcome& outcome, base::LocalTime now);
    /// Each message of a bundle.
    void deliver_all(const wire::MessageHeader& header, const Arrival& arrival, base::Bytes plaintext);
    void deliver(const wire::MessageHeader& header, base::SequenceNumber sequence, const Arrival& arrival,
                 base::Bytes body);

    Roster& roster_;
    Outbox& outbox_;
    Subscriptions& subscriptions_;
    tag::SampleHistories& received_;
    MessageTracer tracer_;
    ConversationOrders orders_;
    ConferenceClock clock_;
    EntryTeller teller_;
    Counters counters_;
    /// Views into a bundle; keeps its memory.
    std::vector<base::ByteView> bodies_;
};

} // namespace plenum::node
