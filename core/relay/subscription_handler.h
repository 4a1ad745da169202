// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/session_table.h"
#include "core/wire/control_tag.h"

namespace plenum::node {

/// What members want of each flow, and what publishers are told of it (push-pull §2.2). Soft state: it ends with the
/// session, and the member says it again in the next one.
class SubscriptionHandler {
  public:
    explicit SubscriptionHandler(SessionTable& sessions) : sessions_{sessions} {}

    /// False for a flow, a sender or a rate that cannot be: the peer breaks the protocol.
    [[nodiscard]] bool handle(RelaySession& session, const wire::Subscribe& subscribe, base::LocalTime now);
    /// Likewise for a flow that is no camera.
    [[nodiscard]] bool handle(RelaySession& session, const wire::OfferSizes& offer);
    /// This member's camera sent something: if it is in two sizes, tells it which of them are wanted now, and asks for
    /// the key frames with which receivers begin.
    void review_sizes(RelaySession& session, base::FlowId id, base::LocalTime now);
    /// Tells publishers what this member wants, as far as it did not change its mind too often for that.
    void tell_publishers(RelaySession& session, base::LocalTime now);
    /// A receiver came or went.
    void handle_change(RelayConference& conference);

  private:
    void tell_publishers(RelayConference& conference, base::FlowId flow);

    SessionTable& sessions_;
};

} // namespace plenum::node
