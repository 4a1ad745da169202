// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/causal_order.h"
#include "core/member/conference_clock.h"
#include "core/member/roster.h"
#include "core/wire/control.h"

#include <map>
#include <set>

namespace plenum::node {

/// One causal order for each conversation that this member hears or speaks in: who is in it, its room and its Δ
/// follow the log and the relay's advice.
class ConversationOrders {
  public:
    explicit ConversationOrders(const Roster& roster) : roster_{roster} {}

    /// Made at first use; null where the flow has no place in an order.
    [[nodiscard]] conversation::CausalOrder* of(const log::FlowDeclaration& flow);
    /// The same. `told`: the application knows so many entries, where there is no order yet.
    [[nodiscard]] conversation::CausalOrder& of(base::ConversationId conversation, base::LogPosition told);
    /// Null where there is none yet.
    [[nodiscard]] conversation::CausalOrder* find(base::ConversationId conversation);
    using Orders = std::map<base::ConversationId, conversation::CausalOrder>;
    [[nodiscard]] Orders& all() { return orders_; }

    /// The log went on by an entry. Gives the conversations that are closed.
    [[nodiscard]] std::vector<base::ConversationId> follow_log();
    void follow_clock(const ConferenceClock& clock);
    void handle(const wire::DelayAdvice& advice);
    /// Dependencies to submit with an operation at this time; nullopt where nothing was said before.
    [[nodiscard]] std::optional<wire::Causes> causes_of(const log::SignedOperation& operation,
                                                        base::ConferenceTime at) const;
    /// Tells the relay how long messages took, and the application how it goes.
    void report(link::Link& link, Outbox& outbox);
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    void expect_newcomers();
    void forget_departed();
    void choose_delta(base::ConversationId conversation, conversation::CausalOrder& order);

    const Roster& roster_;
    Orders orders_;
    std::map<base::ConversationId, base::Duration> delay_advice_;
    /// Members whom the orders expect.
    std::set<base::MemberIndex> members_;
    base::MemberIndex newest_member_{};
};

} // namespace plenum::node
