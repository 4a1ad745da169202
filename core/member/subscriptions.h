// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/link/link.h"
#include "core/member/roster.h"
#include "core/tag/subscriber.h"
#include "core/wire/control_tag.h"
#include "core/wire/message.h"

#include <map>

namespace plenum::node {

/// How much of each flow this member wants, and how much others want of its own flows (push-pull §2.2).
class Subscriptions {
  public:
    Subscriptions(const Roster& roster, Outbox& outbox) : roster_{roster}, outbox_{outbox} {}

    /// Errors: unknown_flow, unknown_person, queue_full.
    [[nodiscard]] std::expected<void, CommandError> handle(const Subscribe& command, link::Link* link);
    /// Errors: unknown_flow.
    [[nodiscard]] std::expected<void, CommandError> handle(const OfferSizes& command, link::Link* link);
    /// A new session with the relay knows of none.
    void handle_attached(link::Link& link);
    void handle(const wire::Demand& demand);
    void handle(const wire::FlowExcess& excess);
    /// Subscriptions to flows and members that are gone, and demand for closed flows.
    void forget_closed();

    /// Whether the application is to get this message: it is thinned here where the subscription says so.
    [[nodiscard]] bool wants(const wire::MessageHeader& header, base::SequenceNumber sequence) {
        return subscriber_.empty() || thin_received(header, sequence);
    }
    /// Whether anybody wants this message of an own flow; it is thinned here where every receiver says so.
    [[nodiscard]] bool is_demanded(const Publish& message, const log::FlowDeclaration& flow, base::LocalTime now) {
        return demand_.empty() || thin_own(message, flow, now);
    }

  private:
    [[nodiscard]] bool thin_received(const wire::MessageHeader& header, base::SequenceNumber sequence);
    [[nodiscard]] bool thin_own(const Publish& message, const log::FlowDeclaration& flow, base::LocalTime now);
    [[nodiscard]] static bool send(link::Link& link, tag::Subscriber::Source source,
                                   const tag::Subscription& subscription);

    const Roster& roster_;
    Outbox& outbox_;
    tag::Subscriber subscriber_;
    /// What others want of this member's flows, as subscriptions to its own messages.
    tag::Subscriber demand_;
    std::map<base::FlowId, base::SequenceNumber> offered_;
    /// Own cameras that can be sent in two sizes, and which of these others want.
    std::map<base::FlowId, base::PictureSizes> two_sizes_;
};

} // namespace plenum::node
