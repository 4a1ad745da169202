// SPDX-License-Identifier: Apache-2.0
#include "core/member/keys/group_keys.h"

#include "core/base/check.h"

#include <algorithm>
#include <ranges>

namespace plenum::node {
namespace {

/// Epochs of a group whose history keys are kept: whoever is away for longer than these joins the conference anew.
constexpr std::size_t epochs_max = 64;

constexpr std::string_view wrap_label = "plenum group wrap";

} // namespace

GroupKeys::GroupKeys(base::ConferenceHandle conference, crypto::ExchangeKeyPair own)
    : conference_{conference},
      own_{std::move(own)} {}

base::Bytes GroupKeys::context(base::ConversationId group, base::GroupEpoch epoch) const {
    base::Bytes made;
    wire::Writer to{made};
    to.bytes(base::as_bytes(wrap_label));
    to.bytes(conference_.view());
    to.u16(group.value());
    to.u64(epoch.value());
    return made;
}

base::Bytes GroupKeys::wrap_context(base::ConversationId group, base::GroupEpoch epoch,
                                    base::MemberIndex member) const {
    auto made = context(group, epoch);
    wire::Writer to{made};
    to.u32(member.value());
    return made;
}

void GroupKeys::follow(const log::State& state, base::MemberIndex self, base::LocalTime now) {
    std::erase_if(groups_, [&](const auto& item) { return !state.conversations.contains(item.first); });
    const auto* member = state.find(self);
    const auto group = member == nullptr ? base::ConversationId{} : member->group;
    if (group != own_group_) {
        if (const auto left = groups_.find(own_group_); left != groups_.end()) supersede(left->second, now);
        if (group.value() != 0) groups_[group].first_own = {};
        own_group_ = group;
    }
    for (auto& [id, known] : groups_) {
        const auto& conversation = state.conversations.at(id);
        known.current = conversation.epoch;
        if (!conversation.fresh_needed)
            known.left_at.reset();
        else if (!known.left_at)
            known.left_at = now;
    }
}

/// From now on, live keys of the group so far are as old as they may get.
void GroupKeys::supersede(Group& group, base::LocalTime now) {
    for (auto& [number, epoch] : group.epochs) {
        if (epoch.superseded_at || !epoch.media) continue;
        epoch.superseded_at = now;
        expires_at_ = std::min(expires_at_, now + base::limits::old_epoch_age_max);
    }
}

bool GroupKeys::adopt(const log::GroupTurn& turn, base::MemberIndex self, base::LocalTime now) {
    const auto wrap = std::ranges::find(turn.wraps, self, &log::MemberWrap::member);
    if (wrap == turn.wraps.end()) return false;
    const auto wrapped = crypto::KeyWrap::from(wrap->wrapped.view());
    const auto secret = crypto::unwrap(*wrapped, own_, wrap_context(turn.conversation, turn.epoch, self));
    if (!secret) return false;
    if (crypto::group_commitment(*secret, context(turn.conversation, turn.epoch)) != turn.commitment) return false;
    auto& group = groups_[turn.conversation];
    if (group.first_own.value() == 0) group.first_own = turn.epoch;
    supersede(group, now);
    Epoch epoch;
    epoch.media = crypto::media_root(*secret);
    epoch.history = crypto::history_root(*secret);
    epoch.adopted_at = now;
    for (const auto& each : turn.wraps)
        epoch.members.push_back(each.member);
    group.epochs.insert_or_assign(turn.epoch, std::move(epoch));
    if (group.epochs.size() > epochs_max) group.epochs.erase(group.epochs.begin());
    return true;
}

log::GroupTurn GroupKeys::make_turn(const log::State& state, base::ConversationId group,
                                    const std::set<base::MemberIndex>& proven, crypto::SeededRandom& random) const {
    const auto secret = random.draw<crypto::EpochSecret::Value>();
    log::GroupTurn turn;
    turn.conversation = group;
    turn.epoch = state.conversations.at(group).epoch.next();
    turn.commitment = crypto::group_commitment(secret, context(group, turn.epoch));
    for (const auto& [index, member] : state.members) {
        if (member.group != group) continue;
        // As in KeyRing::make_turn, whoever has no right to it gets bytes that are worth nothing.
        log::WrappedKey wrap;
        if (proven.contains(index)) {
            const auto wrapped = crypto::wrap(secret, member.exchange, random.draw<base::Seed>(),
                                              wrap_context(group, turn.epoch, index));
            if (wrapped) wrap = *log::WrappedKey::from(wrapped->view());
        }
        turn.wraps.push_back({index, wrap});
    }
    return turn;
}

const GroupKeys::Group* GroupKeys::find(base::ConversationId group) const {
    const auto found = groups_.find(group);
    return found == groups_.end() ? nullptr : &found->second;
}

base::GroupEpoch GroupKeys::newest(base::ConversationId group) const {
    const auto* known = find(group);
    return known == nullptr || known->first_own.value() == 0 ? base::GroupEpoch{} : known->epochs.rbegin()->first;
}

bool GroupKeys::up_to_date(base::ConversationId group) const {
    const auto* known = find(group);
    return known != nullptr && known->first_own.value() > 0 && newest(group) == known->current;
}

bool GroupKeys::must_wait(base::ConversationId group, base::LocalTime now) const {
    if (!up_to_date(group)) return true;
    const auto& left_at = find(group)->left_at;
    return left_at && now - *left_at >= old_key_seals_max;
}

base::GroupEpoch GroupKeys::sending_epoch(Chain chain, base::ConversationId group, base::LocalTime now) const {
    const auto* known = find(group);
    CHECK(known != nullptr && !known->epochs.empty());
    const auto newest = known->epochs.rbegin();
    const bool settled = now - newest->second.adopted_at >= epoch_switch_delay;
    if (chain == Chain::history || settled || known->epochs.size() < 2) return newest->first;
    const auto before = std::next(newest);
    const bool own = known->first_own.value() > 0 && before->first >= known->first_own;
    return own && before->second.media ? before->first : newest->first;
}

std::expected<const crypto::SecretKey*, OpenError> GroupKeys::root(Chain chain, const SealedStream& stream,
                                                                   base::GroupEpoch epoch) const {
    const auto* known = find(stream.group);
    const auto current = known == nullptr ? base::GroupEpoch{} : known->current;
    if (stream.group == own_group_ && epoch > current) return std::unexpected{OpenError::key_to_come};
    const auto found =
        known == nullptr ? std::map<base::GroupEpoch, Epoch>::const_iterator{} : known->epochs.find(epoch);
    if (known == nullptr || found == known->epochs.end()) return std::unexpected{OpenError::no_key};
    const auto& keys = found->second;
    if (!std::ranges::binary_search(keys.members, stream.sender)) return std::unexpected{OpenError::not_in_group};
    if (chain == Chain::history) return &keys.history;
    if (!keys.media) return std::unexpected{OpenError::no_key};
    return &*keys.media;
}

std::vector<GroupKeys::Forgotten> GroupKeys::expire(base::LocalTime now) {
    std::vector<Forgotten> forgotten;
    if (now < expires_at_) return forgotten;
    expires_at_ = base::local_time_max;
    for (auto& [id, group] : groups_) {
        for (auto& [number, epoch] : group.epochs) {
            if (!epoch.superseded_at || !epoch.media) continue;
            const auto until = *epoch.superseded_at + base::limits::old_epoch_age_max;
            if (now < until) {
                expires_at_ = std::min(expires_at_, until);
                continue;
            }
            epoch.media.reset();
            forgotten.push_back({id, number});
        }
    }
    return forgotten;
}

} // namespace plenum::node
