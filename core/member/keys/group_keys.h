// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/epoch_keys.h"
#include "core/crypto/random.h"
#include "core/log/state.h"
#include "core/member/keys/chain.h"

#include <expected>
#include <set>

namespace plenum::node {

/// The secrets of discussion groups that one member was given. A group's flows are sealed with keys derived from the
/// conference's epoch and the group's (crypto::root_in_group), so a relay that forwards everything shows members
/// outside the group nothing.
class GroupKeys {
  public:
    GroupKeys(base::ConferenceHandle conference, crypto::ExchangeKeyPair own);

    /// `state` is how things stand after an entry. To be told of each, before `adopt`.
    void follow(const log::State& state, base::MemberIndex self, base::LocalTime now);
    /// Precondition: the turn is of this member's group. False if its wrap does not give what the entry commits to.
    [[nodiscard]] bool adopt(const log::GroupTurn& turn, base::MemberIndex self, base::LocalTime now);
    /// The next epoch for this member's group. Only who is in `proven` gets a wrap that opens.
    [[nodiscard]] log::GroupTurn make_turn(const log::State& state, base::ConversationId group,
                                           const std::set<base::MemberIndex>& proven,
                                           crypto::SeededRandom& random) const;

    /// The newest epoch that this member was given since it entered the group; 0 for none.
    [[nodiscard]] base::GroupEpoch newest(base::ConversationId group) const;
    /// Whether this member has the epoch that the log has.
    [[nodiscard]] bool up_to_date(base::ConversationId group) const;
    /// Nothing is to be sealed for the group until its next turn: the newest key is not here, or someone who is gone
    /// has had it for longer than a turn may take.
    [[nodiscard]] bool must_wait(base::ConversationId group, base::LocalTime now) const;

    /// What this member seals with. Precondition: it has had a key of the group.
    [[nodiscard]] base::GroupEpoch sending_epoch(Chain chain, base::ConversationId group, base::LocalTime now) const;
    /// The group's root of that epoch, if the sender was given it too.
    [[nodiscard]] std::expected<const crypto::SecretKey*, OpenError> root(Chain chain, const SealedStream& stream,
                                                                          base::GroupEpoch epoch) const;

    struct Forgotten {
        base::ConversationId group;
        base::GroupEpoch epoch;
    };
    /// Forgets media roots of epochs that ended more than limits::old_epoch_age_max ago; gives these.
    [[nodiscard]] std::vector<Forgotten> expire(base::LocalTime now);
    [[nodiscard]] base::LocalTime expires_at() const { return expires_at_; }

  private:
    struct Epoch {
        /// Absent once it is forgotten.
        std::optional<crypto::SecretKey> media;
        crypto::SecretKey history;
        /// Who was given it, ascending.
        std::vector<base::MemberIndex> members;
        base::LocalTime adopted_at{};
        std::optional<base::LocalTime> superseded_at;
    };
    struct Group {
        std::map<base::GroupEpoch, Epoch> epochs;
        /// The log's newest.
        base::GroupEpoch current{};
        /// The first since this member entered the group; 0 for none yet.
        base::GroupEpoch first_own{};
        /// Since when someone who is gone has the newest key.
        std::optional<base::LocalTime> left_at;
    };
    void supersede(Group& group, base::LocalTime now);
    [[nodiscard]] const Group* find(base::ConversationId group) const;
    [[nodiscard]] base::Bytes context(base::ConversationId group, base::GroupEpoch epoch) const;
    [[nodiscard]] base::Bytes wrap_context(base::ConversationId group, base::GroupEpoch epoch,
                                           base::MemberIndex member) const;

    base::ConferenceHandle conference_;
    crypto::ExchangeKeyPair own_;
    /// Open ones alone.
    std::map<base::ConversationId, Group> groups_;
    /// The one that this member is in; 0 for none.
    base::ConversationId own_group_{};
    base::LocalTime expires_at_{base::local_time_max};
};

} // namespace plenum::node
