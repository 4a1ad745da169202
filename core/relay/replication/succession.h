// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/relay_conference.h"
#include "core/relay/replication/replications.h"
#include "core/relay/session_table.h"

#include <map>
#include <optional>
#include <set>

namespace plenum::node {

/// The primary's side of succession: appoints a member's program as standby, and goes on without it once members agree
/// (docs/replication.md#succession).
///
/// The problem: a standby on a server comes back, and a meeting can wait for it. A member's program leaves when its
/// person does. A primary that waited for it would stop the meeting; one that did not would fork the log, because
/// neither can tell a dead program from a cut path.
///
/// So members are the witnesses. A standby takes over with more than half of them, a primary goes on with at least
/// half, and nobody promises both at one fence. Of two people the primary thus needs only its own.
class Succession {
  public:
    /// `identity`: the seed of this relay's keys, for a standby; nullopt where members' programs do not stand by.
    Succession(std::optional<base::Seed> identity, SessionTable& sessions, Replications& replications)
        : identity_{identity},
          sessions_{sessions},
          replications_{replications} {}

    [[nodiscard]] bool enabled() const { return identity_.has_value(); }
    /// The session is attached to the conference.
    void handle(const RelaySession& session, const wire::StandbyOffer& offer);
    void handle(const RelaySession& session, const wire::StandbyRemoval& agreement);
    /// A member came: it must know of the standby, and is asked for its agreement as the others were.
    void handle_attached(RelaySession& session) const;
    /// Where none is appointed and a member offers itself.
    void appoint(RelayConference& conference, base::LocalTime now);
    /// The standby will count witnesses at this fence only.
    void handle_fence(RelayConference& conference, base::ConferenceTime fence);
    /// This relay was the standby, and took over at that fence.
    void begin_reign(const base::ConferenceHandle& conference, base::ConferenceTime fence);
    [[nodiscard]] base::ConferenceTime reign(const base::ConferenceHandle& conference) const;
    /// From now on it may take over.
    void handle_synced(const base::ConferenceHandle& conference);
    /// Nothing is heard of the standby, or it acknowledges nothing.
    void handle_silent(RelayConference& conference);
    /// The standby takes nothing over any more: its member leaves.
    void handle_resigned(const base::ConferenceHandle& conference);
    /// The standby says that it has taken over.
    void handle_claim(RelayConference& conference);
    /// It may have: more than half of the members are away, or have promised. What it says alone is not enough, for
    /// then it could depose a primary that lives.
    [[nodiscard]] bool must_yield(RelayConference& conference);
    /// The standby takes over at once. False where none is in step. Nothing is told from here on.
    [[nodiscard]] bool hand_over(RelayConference& conference);
    /// Nothing can take over any more, since enough members agreed, or nothing ever could.
    [[nodiscard]] bool may_go_on_alone(RelayConference& conference);
    /// Members are told that there is no standby.
    void go_on_alone(RelayConference& conference, base::LocalTime now);
    void forget(const base::ConferenceHandle& conference) { all_.erase(conference); }

    /// With fewer members there is nobody to witness.
    static constexpr std::size_t members_min = 3;

  private:
    struct Appointment {
        base::MemberIndex member;
        wire::RelayPlace place;
        /// Told to members; 0 before.
        base::ConferenceTime fence{};
        bool synced{false};
        bool silent{false};
        bool resigned{false};
        bool claims{false};
        bool handed_over{false};
        /// To its removal.
        std::set<base::MemberIndex> agreed{};
        /// They promised to the standby at this fence.
        std::set<base::MemberIndex> promised{};
    };
    struct Item {
        std::map<base::MemberIndex, wire::RelayPlace> offers;
        /// They stood by and fell silent: once is enough, for everyone waits meanwhile.
        std::set<base::MemberIndex> dismissed;
        std::optional<Appointment> appointed;
        /// What members were told last.
        wire::Standby told;
        base::ConferenceTime reign{};
    };
    void tell(RelayConference& conference, const wire::ControlMessage& message);
    /// Whom people trust, then who has been there for longest; null where nobody offers.
    [[nodiscard]] RelaySession* candidate(RelayConference& conference, const Item& item) const;
    [[nodiscard]] Appointment* appointed(const base::ConferenceHandle& conference);

    std::optional<base::Seed> identity_;
    SessionTable& sessions_;
    Replications& replications_;
    std::map<base::ConferenceHandle, Item> all_;
};

} // namespace plenum::node
