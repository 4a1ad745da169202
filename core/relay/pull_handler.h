// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/session_table.h"
#include "core/tag/pull.h"
#include "core/wire/control_tag.h"

#include <map>

namespace plenum::node {

/// Answers members who pull samples, out of the conference's history or by asking the publisher (push-pull §2.3).
///
/// One pull of a session is under way at a time, and begins only when its link has room for a whole answer. The others
/// wait as requests, which are small. So no answer waits at the relay, however slow the link is.
class PullHandler {
  public:
    explicit PullHandler(SessionTable& sessions) : sessions_{sessions} {}

    /// False for what no member asks.
    [[nodiscard]] bool handle(RelaySession& session, const wire::PullRequest& request, base::LocalTime now);
    /// From a publisher that was asked.
    void handle(const RelaySession& publisher, const wire::PullRefused& refused);
    void handle_part(const RelaySession& publisher, base::ByteView message);
    /// Answers what this session's link has room for.
    void pump(RelaySession& session, base::LocalTime now) {
        if (session.wanted.pulls.asked || !session.wanted.pulls.waiting.empty()) answer_waiting(session, now);
    }
    /// Before the session goes.
    void drop(RelaySession& session) { finish(session); }

  private:
    void answer_waiting(RelaySession& session, base::LocalTime now);
    void answer(RelaySession& session, const wire::PullRequest& request, base::LocalTime now);
    void forward(RelaySession& session, RelaySession& publisher, wire::PullRequest request, base::LocalTime now);
    void refuse_asked(RelaySession& session, tag::PullError why);
    void finish(RelaySession& session);
    /// Whose pull the publisher answers; null where nobody waits for that.
    [[nodiscard]] RelaySession* find_asker(const RelaySession& publisher, base::PullId request);

    SessionTable& sessions_;
    /// By the number that the publisher was given.
    std::map<base::PullId, base::SessionIndex> asked_;
    base::PullId next_{1};
};

} // namespace plenum::node
