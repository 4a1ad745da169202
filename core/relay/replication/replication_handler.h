// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference_resumption.h"
#include "core/relay/confirmations.h"

namespace plenum::node {

/// What standbys say, and what follows from it for conferences that are copied to them.
class ReplicationHandler {
  public:
    struct Parts {
        ConferenceRegistry& registry;
        Confirmations& confirmations;
        RelayReporter& reporter;
        Outbox& outbox;
    };
    explicit ReplicationHandler(Parts parts) : parts_{parts}, resumption_{parts.registry, parts.reporter} {}

    [[nodiscard]] ConferenceResumption& resumption() { return resumption_; }
    /// Sends to one standby, and handles what it said; false if there was none.
    [[nodiscard]] bool flush_one(base::LocalTime now);
    /// What the store made durable, or the standby acknowledged.
    void tell_released(RelayConference& conference, const std::vector<flow::StreamId>& streams);
    /// Nothing waits for it any more.
    void release_standby(RelayConference& conference);

  private:
    void handle_event(RelayConference& conference, const Replication::Event& event);
    void go_on_without_standby(RelayConference& conference, base::LocalTime now);
    void tell_unheld(RelayConference& conference);

    Parts parts_;
    ConferenceResumption resumption_;
};

} // namespace plenum::node
