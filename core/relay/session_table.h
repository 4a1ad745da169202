// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/load.h"
#include "core/api/options.h"
#include "core/api/relay_statistics.h"
#include "core/crypto/random.h"
#include "core/relay/admission/ip_quota.h"
#include "core/relay/touched_sessions.h"

#include <unordered_map>

namespace plenum::node {

/// The sessions of one relay loop: by the indices at which their datagrams come, by where they come from, and by when
/// they have something to do.
class SessionTable {
  public:
    explicit SessionTable(LoopShare loop) : loop_{loop} {}

    /// An index that is free, and leads to this loop.
    [[nodiscard]] base::SessionIndex draw_index(crypto::SeededRandom& random) const;
    /// It stays where it is in memory until it is removed.
    RelaySession& add(RelaySession session);
    void remove(RelaySession& session);
    [[nodiscard]] bool contains(base::SessionIndex index) const { return sessions_.contains(index); }
    /// Precondition: it is there.
    [[nodiscard]] RelaySession& at(base::SessionIndex index) { return sessions_.at(index); }
    /// Null where there is none.
    [[nodiscard]] RelaySession* find(base::SessionIndex index);
    [[nodiscard]] TouchedSessions::Sessions& all() { return sessions_; }
    [[nodiscard]] const TouchedSessions::Sessions& all() const { return sessions_; }
    [[nodiscard]] std::size_t size() const { return sessions_.size(); }

    /// Which session takes the datagrams of an index; null where none does.
    [[nodiscard]] RelaySession* route(base::SessionIndex index) const;
    /// Those that the link no longer takes make way.
    void add_route(RelaySession& session, base::SessionIndex at);
    /// Whether an address, or the network around it, has as many sessions as it may have.
    [[nodiscard]] bool is_full(const base::Address& at, std::size_t sessions_max) const {
        return ip_quota_.is_full(at, sessions_max);
    }
    void move(RelaySession& session, const base::Address& to);

    /// It has something to do now. Nothing happens where there is no such session.
    void touch(RelaySession& session) { touched_.insert(session); }
    void touch(base::SessionIndex index) { touched_.insert(index); }
    /// The one touched first; null when there is none left.
    [[nodiscard]] RelaySession* take_touched() { return touched_.take(); }
    void schedule(RelaySession& session, base::LocalTime at) { timetable_.set(session, at); }
    void touch_due(base::LocalTime now);
    void add_to(NodeLoad& load) const;
    void add_to(RelayStatistics& statistics) const;
    [[nodiscard]] base::LocalTime next_wakeup() const { return timetable_.next(); }

  private:
    LoopShare loop_;
    TouchedSessions::Sessions sessions_;
    /// Indices are drawn here, so nobody else spreads them.
    std::unordered_map<base::SessionIndex, RelaySession*> routes_;
    IpQuota ip_quota_;
    sched::Timetable<RelaySession, &RelaySession::wakes> timetable_;
    TouchedSessions touched_{sessions_};
};

} // namespace plenum::node
