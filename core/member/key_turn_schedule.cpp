// SPDX-License-Identifier: Apache-2.0
#include "core/member/key_turn_schedule.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Joins and leaves within this share one epoch where epochs come one after another (security.md, Keys).
constexpr base::Duration turn_interval_min = std::chrono::milliseconds{250};
/// The same after a quiet time, so that people who join together wait little.
constexpr base::Duration turn_batch = std::chrono::milliseconds{30};
/// Without anybody coming or going, keys turn as often as this: whoever stole one hears no more than that.
constexpr base::Duration epoch_age_max = std::chrono::minutes{5};
/// Between two members who find the key leader idle, and how many of them take turns.
constexpr base::Duration speaker_pause = std::chrono::milliseconds{200};
constexpr std::int64_t speakers_max = 10;
/// Between two members of a group who find that its turn is due, and how many of them take turns.
constexpr base::Duration group_pause = std::chrono::seconds{2};
constexpr std::int64_t group_speakers_max = 10;

} // namespace

std::optional<log::Operation> KeyTurnSchedule::due_as_leader(base::LocalTime now) {
    const auto& state = roster_.state();
    if (!roster_.leads()) {
        turn_due_since_.reset();
        return std::nullopt;
    }
    const bool moderates = roster_.self_member()->role == base::MemberRole::moderator;
    for (const auto& [index, member] : state.members) {
        if (index == roster_.self() || roster_.people().find(index)->proven) continue;
        const bool removable = !member.keyed || (moderates && member.identity != state.root);
        if (removable) return log::Leave{index, base::LeaveReason::removed};
    }
    return due_turn(now);
}

/// Those who stand behind the leader speak one after another, so that one entry is enough. Patience begins anew with
/// each link: who was away knows nothing of what the leader did.
std::optional<log::Operation> KeyTurnSchedule::due_succession(base::LocalTime now) {
    const auto& state = roster_.state();
    const auto leader = roster_.leader();
    // Of whoever counts as absent the log takes no such word.
    const bool may_say = roster_.self_member()->present && !roster_.leads();
    if (leader.value() == 0 || !may_say || !state.turn_owed_since) {
        owing_.reset();
        return std::nullopt;
    }
    if (!owing_ || owing_->leader != leader) {
        const auto before_self = std::ranges::distance(state.members.begin(), state.members.find(roster_.self()));
        const auto turn = std::min<std::int64_t>(before_self, speakers_max) * speaker_pause;
        owing_ = {leader, now + log::turn_patience + turn};
    }
    if (now < owing_->until) return std::nullopt;
    return log::PassOver{leader};
}

std::optional<log::Operation> KeyTurnSchedule::due_turn(base::LocalTime now) {
    const auto& state = roster_.state();
    const bool old = now >= old_at();
    // An epoch that this leader could not take was not made by one of us.
    if (!state.epoch_due() && roster_.keys().ring().newest() == state.epoch && !old) {
        turn_due_since_.reset();
        return std::nullopt;
    }
    if (!turn_due_since_) turn_due_since_ = now;
    // The first epoch has nobody to wait for.
    if (state.epoch.value() > 0 && now < turn_at()) return std::nullopt;
    auto turn = roster_.keys().ring().make_turn(state, proven(), old, random_);
    if (!turn) return std::nullopt;
    turned_at_ = now;
    return std::move(*turn);
}

std::set<base::MemberIndex> KeyTurnSchedule::proven() const {
    std::set<base::MemberIndex> proven;
    for (const auto& [index, member] : roster_.state().members) {
        if (index == roster_.self() || roster_.people().find(index)->proven) proven.insert(index);
    }
    return proven;
}

/// Whoever is not given the key by a turn, or does not trust its author, waits as if one more were before it: an author
/// who gives nobody the key must not be answered as fast as it writes.
std::optional<log::Operation> KeyTurnSchedule::due_in_group(base::LocalTime now) {
    const auto& state = roster_.state();
    const auto& self = *roster_.self_member();
    const auto& ring = roster_.keys().ring();
    const bool due = state.group_turn_due(self.group);
    const bool lacking = self.group.value() != 0 && !ring.groups().up_to_date(self.group);
    // A member without the conference's key can neither speak nor hear in the group.
    const bool may = self.present && ring.can_seal() && ring.newest() == state.epoch;
    if (!may || !(due || lacking)) {
        group_turn_.reset();
        return std::nullopt;
    }
    const auto epoch = state.conversations.at(self.group).epoch;
    if (!group_turn_ || group_turn_->group != self.group || group_turn_->epoch != epoch || group_turn_->due != due) {
        const auto before_self = std::ranges::count_if(state.members, [&](const auto& item) {
            const auto& [index, member] = item;
            return index < self.index && member.group == self.group && member.present && member.keyed;
        });
        const auto turn = std::min<std::int64_t>(before_self + (due ? 0 : 1), group_speakers_max) * group_pause;
        auto at = now + turn_batch + turn;
        if (group_turned_at_) at = std::max(at, *group_turned_at_ + turn_interval_min);
        group_turn_ = {self.group, epoch, due, at};
    }
    if (now < group_turn_->at) return std::nullopt;
    group_turned_at_ = now;
    group_turn_->at = now + group_pause;
    return ring.groups().make_turn(state, self.group, proven(), random_);
}

base::LocalTime KeyTurnSchedule::old_at() const {
    const auto since = roster_.keys().ring().newest_since();
    return since && roster_.leads() ? *since + epoch_age_max : base::local_time_max;
}

base::LocalTime KeyTurnSchedule::turn_at() const {
    if (!turn_due_since_) return old_at();
    const auto at = *turn_due_since_ + turn_batch;
    return turned_at_ ? std::max(at, *turned_at_ + turn_interval_min) : at;
}

void KeyTurnSchedule::restart() {
    turn_due_since_.reset();
    owing_.reset();
    group_turn_.reset();
}

base::LocalTime KeyTurnSchedule::next_wakeup() const {
    return std::min({turn_at(), owing_ ? owing_->until : base::local_time_max,
                     group_turn_ ? group_turn_->at : base::local_time_max});
}

} // namespace plenum::node
