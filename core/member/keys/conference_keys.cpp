// SPDX-License-Identifier: Apache-2.0
#include "core/member/keys/conference_keys.h"

namespace plenum::node {

void ConferenceKeys::begin_ring(const base::ConferenceHandle& conference, const crypto::ExchangeKeyPair& own) {
    ring_ = KeyRing{conference, own.copy(), former_};
    begun_ = true;
}

void ConferenceKeys::handle_genesis(const base::ConferenceHandle& conference, const crypto::ExchangeKeyPair& own) {
    begin_ring(conference, own);
    links_.handle_genesis(conference);
}

void ConferenceKeys::begin(const log::State& state, const crypto::ExchangeKeyPair& own) {
    begin_ring(state.conference, own);
    links_.begin(state);
}

void ConferenceKeys::handle_removal(base::LocalTime now) {
    if (!removed_at_) removed_at_ = now;
}

void ConferenceKeys::handle(const log::EpochTurn& turn, const log::State& state, base::MemberIndex self,
                            const Author& author, base::LocalTime now) {
    if (!ring_.concerns(turn, self)) return;
    if (!author.proven) {
        outbox_.event(ProtocolViolation{author.index, "keys from someone who never had the link were not taken"});
        return;
    }
    const bool first = !ring_.can_seal();
    const auto old_seals_until = removed_at_ ? *removed_at_ + old_key_seals_max : base::local_time_max;
    if (ring_.adopt(turn, self, now, old_seals_until) == KeyRing::Adoption::bad_wrap) {
        outbox_.event(ProtocolViolation{author.index, "a key did not match what its log entry commits to"});
        return;
    }
    ring_.recover_history(state.archive.history_links);
    removed_at_.reset();
    if (first) first_younger_ = state.next_member;
    outbox_.event(EpochChanged{turn.epoch});
}

void ConferenceKeys::handle(const log::GroupTurn& turn, const log::State& state, base::MemberIndex self,
                            const Author& author, base::LocalTime now) {
    const auto* member = state.find(self);
    if (member == nullptr || member->group != turn.conversation) return;
    // Whoever was not given the key makes the next turn (KeyTurnSchedule::due_in_group).
    if (!author.proven) {
        outbox_.event(
            ProtocolViolation{author.index, "a group's key from someone who never had the link was not taken"});
    } else if (!ring_.groups().adopt(turn, self, now)) {
        outbox_.event(ProtocolViolation{author.index, "a group's key did not match what its log entry commits to"});
    }
}

bool ConferenceKeys::handle(const log::ChangeLink& change, const log::State& state, base::MemberIndex author) {
    const auto before = links_.newest_secret();
    const bool sound =
        links_.handle(change, state.door.generation, ring_.link_key(change.epoch), state.archive.sealed_links);
    if (!sound) outbox_.event(ProtocolViolation{author, "a new link was announced that cannot be opened"});
    return links_.newest_secret() != before;
}

bool ConferenceKeys::must_wait(const log::FlowDeclaration& flow, const log::State& state, base::LocalTime now) const {
    if (must_wait(now)) return true;
    if (flow.conversation <= log::plenary) return false;
    // Whoever entered is to miss no reliable message, and gets the key by the turn that is due.
    const bool turn_first = !flow.loss_delay && state.group_turn_due(flow.conversation);
    return turn_first || ring_.groups().must_wait(flow.conversation, now);
}

bool ConferenceKeys::must_wait(base::LocalTime now) const {
    return removed_at_ && now - *removed_at_ >= old_key_seals_max;
}

} // namespace plenum::node
