// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/admission/knock_gate.h"
#include "core/relay/session_handler.h"
#include "core/relay/submissions.h"

namespace plenum::node {

/// People who knock at conferences: who is asked about them, and what becomes of them.
class KnockHandler {
  public:
    struct Parts {
        SessionTable& sessions;
        ConferenceTable& conferences;
        Submissions& submissions;
        SessionHandler& handler;
    };
    KnockHandler(Parts parts, crypto::SeededRandom random) : parts_{parts}, gate_{std::move(random)} {}

    void handle(RelaySession& session, const wire::Knock& knock, base::LocalTime now);
    void handle(RelaySession& session, const wire::RefuseKnock& refusal, base::LocalTime now);
    /// Tells members who may decide of those who wait, each once.
    void offer(RelayConference& conference, base::LocalTime now);
    /// Those who waited and are members now begin; the policy may let in or keep out others.
    void admit(RelayConference& conference, base::LocalTime now);
    /// The session waits no longer.
    void end(RelayConference& conference, base::SessionIndex waiting);
    /// They knocked with a link that is none any more.
    void turn_away_all(RelayConference& conference, base::LocalTime now);

  private:
    void wait(RelaySession& session, RelayConference& conference, JoinQueue::Knock knock, log::Refusal refusal,
              base::LocalTime now);
    void turn_away(RelayConference& conference, base::SessionIndex waiting, wire::KnockOutcome why,
                   base::LocalTime now);
    void retry_joins(RelayConference& conference, base::LocalTime now);
    [[nodiscard]] bool is_outdated(const RelaySession& session);

    Parts parts_;
    KnockGate gate_;
};

} // namespace plenum::node
