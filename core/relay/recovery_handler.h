// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/admission/service_doors.h"
#include "core/relay/conference_resumption.h"
#include "core/relay/confirmations.h"
#include "core/relay/session_handler.h"

namespace plenum::node {

/// What members give a relay that came back with less than they know (conference/log_recovery.cpp): entries, whole
/// conferences, and messages of people who left.
class RecoveryHandler {
  public:
    struct Parts {
        const RelayKeys& keys;
        const ServiceDoors& doors;
        ConferenceRegistry& registry;
        SessionTable& sessions;
        RelayReporter& reporter;
        Confirmations& confirmations;
        ConferenceResumption& resumption;
        SessionHandler& handler;
    };
    explicit RecoveryHandler(Parts parts) : parts_{parts} {}

    /// True where the message waits for the conference to settle.
    [[nodiscard]] bool holds_back(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    /// Ends what has settled. Between two turns of sessions, since messages that waited may take some of these away.
    void settle(base::LocalTime now);
    /// A member has read further than this log goes.
    void ask_for_more(RelaySession& session, const wire::Attach& attach, RelayConference& conference);
    /// Asks for messages of people who left.
    void ask_for_messages(base::LocalTime now);

    void handle(RelaySession& session, const wire::Restore& restore, base::LocalTime now);
    void handle(RelaySession& session, const wire::LogEntry& entry, base::LocalTime now);
    void handle(RelaySession& session, const wire::LogState& state, base::LocalTime now);
    void handle(RelaySession& session, const wire::LogStatePart& part, base::LocalTime now);
    /// Messages of people who left; false for any other message, and where it has no place.
    [[nodiscard]] bool handle_given(RelaySession& session, const wire::ControlMessage& message);

  private:
    void settle(RelayConference& conference, base::LocalTime now);
    [[nodiscard]] std::shared_ptr<RelayConference> make_draft(const base::ConferenceHandle& handle,
                                                              const base::SecretKey& access) const;
    void take_state(RelaySession& session, base::LocalTime now);
    void handle_restored(RelaySession& session, const wire::LogEntry& entry, base::LocalTime now);
    void take_restored(RelaySession& session, base::LocalTime now);

    Parts parts_;
};

} // namespace plenum::node
