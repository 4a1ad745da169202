// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/roster.h"

namespace plenum::node {

/// Turns of the content keys: the key leader makes them; the others say when it does not (security.md, Keys).
class KeyTurnSchedule {
  public:
    /// `random` outlives it.
    KeyTurnSchedule(Roster& roster, crypto::SeededRandom& random) : roster_{roster}, random_{random} {}

    /// Of this member as key leader: a removal of someone who must not have keys, or the next epoch.
    [[nodiscard]] std::optional<log::Operation> due_as_leader(base::LocalTime now);
    /// That a leader who owes a turn is passed over.
    [[nodiscard]] std::optional<log::Operation> due_succession(base::LocalTime now);
    /// The next epoch of the keys of the group that this member is in. The one who joined first makes it at once, and
    /// each other waits longer than the one before it, so that one turn is enough and a silent member delays little.
    [[nodiscard]] std::optional<log::Operation> due_in_group(base::LocalTime now);
    /// Waiting begins anew: the link is new, or this member leaves.
    void restart();
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    [[nodiscard]] std::optional<log::Operation> due_turn(base::LocalTime now);
    /// Who is given keys: as Person::proven, and this member.
    [[nodiscard]] std::set<base::MemberIndex> proven() const;
    /// When the epoch will be old enough to be followed by another anyway; never where others see to that.
    [[nodiscard]] base::LocalTime old_at() const;
    /// When the epoch entry that is due may go; never where none is.
    [[nodiscard]] base::LocalTime turn_at() const;

    Roster& roster_;
    crypto::SeededRandom& random_;
    /// Since when an epoch entry is due, so that several joins share one.
    std::optional<base::LocalTime> turn_due_since_;
    std::optional<base::LocalTime> turned_at_;
    /// A leader who owes a turn, and until when this member waits for it.
    struct Owing {
        base::MemberIndex leader;
        base::LocalTime until;
    };
    std::optional<Owing> owing_;
    /// The turn that follows this epoch of this group, and when this member makes it.
    struct GroupTurnDue {
        base::ConversationId group;
        base::GroupEpoch epoch;
        bool due{false};
        base::LocalTime at;
    };
    std::optional<GroupTurnDue> group_turn_;
    std::optional<base::LocalTime> group_turned_at_;
};

} // namespace plenum::node
