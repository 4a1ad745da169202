// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/lobby.h"
#include "core/member/unanswered.h"

#include <set>

namespace plenum::node {

/// What a moderator decided about people, the policy and the link. Each decision is said until the log takes it. If the
/// log refuses it, or no longer allows it, the moderator is told, and it is not said again: a decision must not come
/// true later, when somebody else has decided otherwise since.
class ModeratorDecisions {
  public:
    /// `random` outlives it.
    ModeratorDecisions(const Roster& roster, const Lobby& lobby, Outbox& outbox, crypto::SeededRandom& random)
        : roster_{roster},
          lobby_{lobby},
          outbox_{outbox},
          random_{random} {}

    void want_admitted(const base::ExchangeKey& exchange) { admit_.insert(exchange); }
    void want_removed(base::MemberIndex member) { remove_.insert(member); }
    void want_role(base::MemberIndex member, base::MemberRole role) { roles_.insert_or_assign(member, role); }
    /// 0: everyone else.
    void want_muted(base::MemberIndex member) { mute_.insert(member); }
    void want_policy(const log::Policy& policy) { policy_ = policy; }
    /// After all removals, and once those removed have no key any more.
    void want_link_changed();

    /// Drops what the log took, and what can no longer come true. `moderates`: nullopt before the time is known.
    void settle(std::optional<bool> moderates);
    [[nodiscard]] std::optional<log::Operation> due_removal();
    /// Of a role, the policy or a microphone.
    [[nodiscard]] std::optional<log::Operation> due_change();
    [[nodiscard]] std::optional<log::Operation> due_link();
    /// `room`: for so many.
    [[nodiscard]] std::optional<log::Operation> due_admission(std::size_t room);

    /// `operation`, which one of the above gave last, was submitted with this number.
    void handle_submitted(const log::Operation& operation, std::uint64_t author_sequence);
    void handle_refused(std::uint64_t author_sequence, log::Refusal why);
    void handle_unsent(std::uint64_t author_sequence) { std::ignore = unanswered_.refuse(author_sequence); }
    void handle_connected() { link_is_new_ = true; }

  private:
    /// Of two at a time it could not be told which one is in the log.
    [[nodiscard]] std::optional<log::Operation> offer(log::Operation operation) const;
    /// Is said no more; the command that it was, if it still was to be said.
    std::optional<Command> drop(const log::Operation& operation);
    void handle_refused_admission(const log::Admit& admit, log::Refusal why);
    void tell(const Command& command, CommandError error);
    /// Of a moderator who is none any more.
    void refuse_all();
    void drop_impossible();

    const Roster& roster_;
    const Lobby& lobby_;
    Outbox& outbox_;
    crypto::SeededRandom& random_;
    std::set<base::ExchangeKey> admit_;
    std::set<base::MemberIndex> remove_;
    std::map<base::MemberIndex, base::MemberRole> roles_;
    std::optional<log::Policy> policy_;
    std::set<base::MemberIndex> mute_;
    std::optional<LinkSecret> new_link_;
    /// What is under way.
    std::optional<log::Operation> said_;
    Unanswered unanswered_;
    bool link_is_new_{false};
    /// After a refusal of several, to find the one that it was for.
    bool admits_singly_{false};
};

} // namespace plenum::node
