// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference/unreachable_holders.h"
#include "core/relay/relay_session.h"

#include <span>

namespace plenum::node {

/// Which members have no session, and when the log says so: first that they are absent, then that they are lost.
class Presence {
  public:
    /// A member without a session is called absent after this, so that a new key leader is found; and lost after this.
    static constexpr base::Duration absent_after = std::chrono::seconds{3};
    static constexpr base::Duration lost_after = std::chrono::seconds{15};

    Presence(const log::State& state, UnreachableHolders& unreachable) : state_{state}, unreachable_{unreachable} {}

    void mark_away(base::MemberIndex member, base::LocalTime since, base::Duration patience = absent_after,
                   base::Duration limit = lost_after);
    /// The relay begins: all members count as absent from `now` on. `seen`: they were there until then.
    void mark_all_away(base::LocalTime now, bool seen);
    /// The session's link fell silent.
    void handle_silent(const RelaySession& session, base::LocalTime now);
    /// `politely`: the client said goodbye, so nobody waits for it.
    void handle_gone(const RelaySession& session, bool politely, base::LocalTime now);
    void handle_back(base::MemberIndex member);
    void forget(base::MemberIndex member);
    /// The log has no room to say more of this absence.
    void drop(base::MemberIndex member) { absences_.erase(member); }
    void clear() { absences_.clear(); }

    /// Who came and went too often (compare RFC 2439, route flap damping): when the log will say that they are back.
    /// Until then they hear and are heard, and count as absent.
    void put_off(base::MemberIndex member, base::LocalTime until) { returns_at_[member] = until; }
    [[nodiscard]] std::vector<base::MemberIndex> take_returns(base::LocalTime now);

    struct Absence {
        base::MemberIndex member;
        base::LocalTime since;
        /// When the log says so, and when it says that the member is lost.
        base::LocalTime absent_at;
        base::LocalTime lost_at;
    };
    [[nodiscard]] std::vector<Absence> absences() const;
    /// Members who are present by the log and have no session.
    [[nodiscard]] std::ptrdiff_t missed() const;
    /// Until when a member was there who has no session now.
    [[nodiscard]] std::optional<base::LocalTime> seen_until(base::MemberIndex member) const;
    /// When the member was heard last; nullopt while one of their `sessions` is heard.
    [[nodiscard]] std::optional<base::LocalTime>
    heard_until(base::MemberIndex member, std::span<RelaySession* const> sessions, base::LocalTime now) const;
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    const log::State& state_;
    UnreachableHolders& unreachable_;
    std::map<base::MemberIndex, Absence> absences_;
    std::map<base::MemberIndex, base::LocalTime> returns_at_;
    std::map<base::MemberIndex, base::LocalTime> seen_;
};

} // namespace plenum::node
