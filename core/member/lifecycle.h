// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/roster.h"
#include "core/peer/connection.h"

#include <algorithm>

namespace plenum::node {

/// The phases of a membership from connecting to its end, and the times by which something must have happened.
class Lifecycle {
  public:
    /// `connection` is closed when the membership ends.
    Lifecycle(Connection& connection, Outbox& outbox);

    [[nodiscard]] const std::optional<EndReason>& ended() const { return ended_; }
    /// Nothing more to send, either.
    [[nodiscard]] bool finished() const { return ended_ && connection_.finished(); }
    /// Was away for too long: has to join again, as a new member.
    [[nodiscard]] bool must_rejoin() const { return must_rejoin_ && !ended_; }
    /// Neither ended nor about to join again.
    [[nodiscard]] bool active() const { return !must_rejoin_ && !ended_; }
    /// Neither over nor being left.
    [[nodiscard]] bool attends() const { return !ended_ && !leave_by_; }
    [[nodiscard]] bool joined() const { return phase_ == Phase::joined && !ended_; }

    /// A session works. `member`: the log has this node's join.
    void handle_connected(bool member);
    void handle_lost();
    void handle_attached();
    void handle(const Connection::Over& over, base::LocalTime now);
    void handle(const wire::KnockAnswer& answer, bool member, base::LocalTime now);
    void handle(Roster::Trouble trouble, base::LocalTime now);
    /// The log shows this member no longer.
    void handle_gone(base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    /// The person wants to leave: allows some time for a polite end.
    void leave(base::LocalTime now);
    void end(EndReason reason, base::LocalTime now);
    /// On a link that is attached, unless it works and this member has joined. True where the phase changed.
    [[nodiscard]] bool advance(const link::Link& link, const Roster& roster, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const {
        const auto never = base::local_time_max;
        return std::min(lobby_at_.value_or(never), std::min(leave_by_.value_or(never), key_by_.value_or(never)));
    }

  private:
    /// True where it changed.
    bool set_phase(Phase phase);

    Connection& connection_;
    Outbox& outbox_;
    std::optional<Phase> phase_;
    std::optional<EndReason> ended_;
    bool must_rejoin_{false};
    /// Waiting at the door: the application is told then.
    std::optional<base::LocalTime> lobby_at_;
    /// Leaving: gives up on a polite end then.
    std::optional<base::LocalTime> leave_by_;
    /// Joining: without a key by then, nobody will give one.
    std::optional<base::LocalTime> key_by_;
};

} // namespace plenum::node
