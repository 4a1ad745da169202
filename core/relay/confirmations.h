// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/outbox.h"
#include "core/relay/relay_conference.h"
#include "core/relay/session_table.h"

namespace plenum::node {

/// Tells members what of theirs may count as taken, once it is durable and replicated (`Durability`).
class Confirmations {
  public:
    Confirmations(SessionTable& sessions, Outbox& outbox) : sessions_{sessions}, outbox_{outbox} {}

    /// Tells the sender how far the stream is accepted, and which messages below that were rejected.
    void tell_accepted(RelayConference& conference, flow::StreamId stream);
    /// Whoever asked for the conference, once anyone may know of it.
    void answer_creator(RelayConference& conference);

  private:
    SessionTable& sessions_;
    Outbox& outbox_;
};

} // namespace plenum::node
