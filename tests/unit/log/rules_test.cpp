// SPDX-License-Identifier: Apache-2.0
// What each rule refuses, one by one: whatever a member, the relay or a stranger might sign.
#include "tests/unit/log/log_fixture.h"

namespace plenum::log {
namespace {

using base::LeaveReason;
using base::MemberIndex;
using base::MemberRole;

class Rules : public Log {
  protected:
    static constexpr MemberIndex alices{1};
    static constexpr MemberIndex bobs{2};
    static constexpr MemberIndex mallorys{3};
    static constexpr MemberIndex nobodys{9};

    void admit_mallory() { ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value()); }
    void turn_keys(EpochMode mode = EpochMode::ratchet) { ASSERT_TRUE(append(make(alice, turn(mode))).has_value()); }
    void give(MemberIndex member, MemberRole role) {
        ASSERT_TRUE(append(make(alice, SetRole{member, role})).has_value());
    }
    static std::expected<void, Refusal> refusal(Refusal why) { return std::unexpected{why}; }
    /// The same identity in another run.
    static Author again(const Author& person, std::uint8_t salt) {
        auto run = author(salt);
        run.identity = person.identity.copy();
        return run;
    }
    /// No moderator was there for so long that the longest-joined with a key acts as one.
    void leave_unmoderated() { state.unmoderated_since = base::ConferenceTime{} - unmoderated_max; }
};

TEST_F(Rules, whoever_signs_with_anothers_exchange_key_is_nobody) {
    join_all();
    auto operation = draft(bob);
    EXPECT_TRUE(
        refused(sign_operation(operation, Leave{bobs, LeaveReason::left}, mallory.identity), Refusal::unknown_author));
    auto half = again(relay, 8);
    EXPECT_TRUE(refused(make(half, Presence{bobs, false}), Refusal::unknown_author));
}

TEST_F(Rules, what_the_relay_said_once_is_not_said_again) {
    join_all();
    const auto away = make(relay, Presence{bobs, false});
    ASSERT_TRUE(append(away).has_value());
    ASSERT_TRUE(append(make(relay, Presence{bobs, true})).has_value());
    EXPECT_TRUE(refused(away, Refusal::stale_sequence));
}

TEST_F(Rules, a_log_begins_once) {
    auto first = State{};
    std::swap(first, state);
    EXPECT_TRUE(refused(make(alice, End{}), Refusal::wrong_position));
    std::swap(first, state);
    join_all();
    auto genesis = state.genesis;
    genesis.policy.moderators_only = true;
    EXPECT_TRUE(refused(make(mallory, genesis), Refusal::wrong_position));
}

TEST_F(Rules, a_conference_has_a_handle_and_its_maker_counts_from_one) {
    const auto genesis = state.genesis;
    auto nameless = SignedOperation{};
    nameless.author_sequence = 1;
    auto uncounted = SignedOperation{};
    uncounted.conference = handle;
    state = {};
    EXPECT_TRUE(refused(sign_operation(nameless, genesis, alice.identity), Refusal::malformed));
    EXPECT_TRUE(refused(sign_operation(uncounted, genesis, alice.identity), Refusal::malformed));
    EXPECT_TRUE(refused(sign_operation(uncounted, End{}, alice.identity), Refusal::wrong_position));
}

TEST_F(Rules, an_order_is_for_this_conference) {
    join_all();
    auto elsewhere = draft(bob);
    elsewhere.conference.bytes[0] ^= 1;
    EXPECT_TRUE(
        refused(sign_operation(elsewhere, Leave{bobs, LeaveReason::left}, bob.identity), Refusal::wrong_conference));
}

TEST_F(Rules, what_is_no_operation_is_malformed) {
    auto made = entry(join(alice));
    made.signed_operation.resize(20);
    sequence(made, relay.identity);
    EXPECT_TRUE(refused(made, Refusal::malformed));
}

TEST_F(Rules, a_head_may_lie_so_far_back_and_no_further) {
    join_all();
    const auto oldest = draft(bob);
    bool present = true;
    const auto toggle = [&] {
        present = !present;
        ASSERT_TRUE(append(make(relay, Presence{alices, present})).has_value());
    };
    while (state.size.value() < oldest.head_position.value() + recent_heads_max)
        toggle();
    EXPECT_EQ(state.recent_heads.size(), recent_heads_max);
    const auto leave = sign_operation(oldest, Leave{bobs, LeaveReason::left}, bob.identity);
    EXPECT_TRUE(check(state, leave, state.at).has_value());
    toggle();
    EXPECT_EQ(state.recent_heads.size(), recent_heads_max);
    EXPECT_TRUE(refused(leave, Refusal::unknown_head));
}

TEST_F(Rules, whoever_joins_names_no_head_and_counts_from_one) {
    const auto join_with = [&](auto change) {
        SignedOperation operation;
        operation.conference = state.door.handle;
        operation.author_exchange = mallory.exchange.public_key;
        operation.author_sequence = 1;
        change(operation);
        return sign_operation(operation, Join{}, mallory.identity);
    };
    const auto with_head = join_with([](auto& one) { one.head.bytes[0] = 1; });
    const auto with_position = join_with([](auto& one) { one.head_position = base::LogPosition{1}; });
    const auto uncounted = join_with([](auto& one) { one.author_sequence = 0; });
    EXPECT_TRUE(refused(with_head, Refusal::unknown_head));
    EXPECT_TRUE(refused(with_position, Refusal::unknown_head));
    EXPECT_TRUE(refused(uncounted, Refusal::stale_sequence));
    join_all();
    for (const auto& knock : {with_head, with_position, uncounted}) {
        EXPECT_TRUE(refused(admit(alice, {knock}), Refusal::malformed));
        EXPECT_EQ(check_join(state, knock), refusal(Refusal::malformed));
    }
}

TEST_F(Rules, an_admission_carries_joins_and_nothing_beside_them) {
    join_all();
    auto operation = SignedOperation{};
    operation.conference = state.door.handle;
    operation.author_exchange = mallory.exchange.public_key;
    operation.author_sequence = 1;
    EXPECT_TRUE(refused(admit(alice, {sign_operation(operation, End{}, mallory.identity)}), Refusal::malformed));
    auto beside = Admit{{wire::encode(join(mallory)), base::Bytes(40, 7)}};
    EXPECT_TRUE(refused(make(alice, beside), Refusal::malformed));
    EXPECT_TRUE(refused(make(relay, Admit{{wire::encode(join(mallory))}}), Refusal::not_permitted));
}

TEST_F(Rules, whoever_is_let_in_is_who_asked) {
    join_all();
    Join content;
    content.display_name = {1, 2, 3};
    content.proof.bytes.fill(7);
    mallory.sequence = 40;
    const auto knock = join(mallory, content);
    ASSERT_TRUE(append(admit(alice, {knock})).has_value());
    const auto* member = state.find(mallorys);
    ASSERT_NE(member, nullptr);
    const auto* archived = state.archive.find(member->index);
    ASSERT_NE(archived, nullptr);
    EXPECT_EQ(archived->sealed_name, content.display_name);
    EXPECT_EQ(archived->proof, content.proof);
    mallory.sequence = 39;
    EXPECT_TRUE(refused(make(mallory, Leave{mallorys, LeaveReason::left}), Refusal::stale_sequence))
        << "what it signed before it joined";
    EXPECT_EQ(check_join(state, knock), refusal(Refusal::already_joined));
}

TEST_F(Rules, a_conference_holds_so_many_members) {
    join_all();
    const auto like = state.members.at(bobs);
    while (state.members.size() < base::limits::members_max - 1)
        state.members.emplace(state.next_member = state.next_member.next(), like);
    state.next_member = state.next_member.next();
    auto eve = author(5);
    EXPECT_TRUE(refused(admit(alice, {join(mallory), join(eve)}), Refusal::full));
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    EXPECT_EQ(state.members.size(), base::limits::members_max);
    EXPECT_TRUE(refused(admit(alice, {join(eve)}), Refusal::full));
    EXPECT_TRUE(refused(join(alice), Refusal::already_joined));
    auto maker = again(alice, 8);
    EXPECT_TRUE(refused(join(maker), Refusal::full));
}

TEST_F(Rules, so_many_runs_may_ever_have_joined) {
    join_all();
    base::ExchangeKey key;
    for (std::uint32_t run = 0; state.joined_keys.size() < base::limits::log_entries_max - 1; ++run) {
        for (std::size_t i = 0; i < 4; ++i)
            key.bytes[i] = static_cast<std::uint8_t>(run >> (24 - 8 * i));
        state.joined_keys.emplace_hint(state.joined_keys.end(), key, bobs);
    }
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    auto eve = author(5);
    const auto more = append(admit(alice, {join(eve)}));
    ASSERT_FALSE(more.has_value());
    EXPECT_EQ(more.error(), Refusal::full);
}

TEST_F(Rules, of_nobody_there_is_nothing_to_say) {
    join_all();
    EXPECT_TRUE(refused(make(relay, Presence{nobodys, false}), Refusal::no_such_member));
    EXPECT_TRUE(refused(make(relay, Leave{nobodys, LeaveReason::lost}), Refusal::no_such_member));
    EXPECT_TRUE(refused(make(alice, Leave{nobodys, LeaveReason::left}), Refusal::no_such_member));
    EXPECT_TRUE(refused(make(alice, SetRole{nobodys, MemberRole::moderator}), Refusal::no_such_member));
}

TEST_F(Rules, who_is_there_and_who_was_lost_is_the_relays_to_say) {
    join_all();
    EXPECT_TRUE(refused(make(bob, Presence{alices, false}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(relay, Leave{bobs, LeaveReason::left}), Refusal::not_permitted)) << "that is Bob's";
    say_absent(alices);
    EXPECT_TRUE(refused(make(bob, Leave{alices, LeaveReason::lost}), Refusal::not_permitted));
}

TEST_F(Rules, where_nobody_is_present_the_relay_leads_nothing) {
    join_all();
    admit_mallory();
    for (const auto member : {alices, bobs, mallorys})
        say_absent(member);
    ASSERT_EQ(state.key_leader(), nullptr);
    EXPECT_TRUE(refused(make(relay, turn(EpochMode::ratchet)), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(relay, Leave{mallorys, LeaveReason::removed}), Refusal::not_permitted));
}

TEST_F(Rules, a_leader_takes_out_neither_who_has_the_key_nor_a_moderator_nor_itself) {
    join_all();
    admit_mallory();
    auto eve = author(5);
    ASSERT_TRUE(append(admit(alice, {join(eve)})).has_value());
    give(MemberIndex{4}, MemberRole::moderator);
    state.members.at(mallorys).keyed = true;
    say_absent(alices);
    ASSERT_EQ(state.key_leader()->index, bobs);
    EXPECT_TRUE(refused(make(bob, Leave{mallorys, LeaveReason::removed}), Refusal::not_permitted)) << "has the key";
    EXPECT_TRUE(refused(make(bob, Leave{MemberIndex{4}, LeaveReason::removed}), Refusal::not_permitted));
    state.members.at(bobs).keyed = false;
    state.members.at(mallorys).keyed = false;
    ASSERT_EQ(state.key_leader()->index, bobs);
    EXPECT_TRUE(refused(make(bob, Leave{bobs, LeaveReason::removed}), Refusal::not_permitted));
    ASSERT_TRUE(append(make(bob, Leave{mallorys, LeaveReason::removed})).has_value());
    EXPECT_FALSE(state.removed.contains(mallory.identity.public_key)) << "that was no judgement";
}

TEST_F(Rules, a_moderator_takes_out_another_and_leaves_unjudged) {
    join_all();
    admit_mallory();
    give(bobs, MemberRole::moderator);
    give(mallorys, MemberRole::moderator);
    ASSERT_TRUE(append(make(bob, Leave{mallorys, LeaveReason::removed})).has_value());
    EXPECT_TRUE(state.removed.contains(mallory.identity.public_key));
    ASSERT_TRUE(append(make(bob, Leave{bobs, LeaveReason::left})).has_value());
    EXPECT_FALSE(state.removed.contains(bob.identity.public_key));
}

TEST_F(Rules, whoever_acts_as_moderator_takes_out_a_participant_in_every_run) {
    join_all();
    auto second = again(mallory, 8);
    ASSERT_TRUE(append(admit(alice, {join(mallory), join(second)})).has_value());
    turn_keys();
    say_absent(alices);
    auto made = entry(make(bob, Leave{mallorys, LeaveReason::removed}));
    made.at = *state.unmoderated_since + unmoderated_max;
    sequence(made, relay.identity);
    ASSERT_TRUE(apply(state, made).has_value());
    EXPECT_TRUE(state.removed.contains(mallory.identity.public_key));
    EXPECT_EQ(state.find(MemberIndex{4}), nullptr);
}

TEST_F(Rules, whoever_acts_as_moderator_takes_out_no_run_of_a_moderator) {
    join_all();
    auto second = again(mallory, 8);
    ASSERT_TRUE(append(admit(alice, {join(mallory), join(second)})).has_value());
    turn_keys();
    give(mallorys, MemberRole::moderator);
    say_absent(alices);
    say_absent(mallorys);
    leave_unmoderated();
    EXPECT_TRUE(refused(make(bob, Leave{MemberIndex{4}, LeaveReason::removed}), Refusal::not_permitted));
}

TEST_F(Rules, the_longest_present_with_a_key_acts_as_moderator_and_nobody_else) {
    join_all();
    admit_mallory();
    turn_keys();
    EXPECT_FALSE(state.moderates(*state.find(bobs), state.at + 1h)) << "Alice is there";
    say_absent(alices);
    const auto since = state.at;
    ASSERT_TRUE(append(make(mallory, Leave{mallorys, LeaveReason::left})).has_value());
    EXPECT_EQ(state.unmoderated_since, since) << "whatever happens meanwhile";
    auto eve = author(5);
    auto carol = author(6);
    ASSERT_TRUE(append(admit(bob, {join(eve), join(carol)})).has_value());
    for (const auto index : {MemberIndex{4}, MemberIndex{5}})
        state.members.at(index).keyed = true;
    const auto later = state.at + unmoderated_max;
    EXPECT_TRUE(state.moderates(*state.find(bobs), later));
    EXPECT_FALSE(state.moderates(*state.find(MemberIndex{4}), later));
    state.members.at(bobs).keyed = false;
    EXPECT_FALSE(state.moderates(*state.find(bobs), later));
    EXPECT_TRUE(state.moderates(*state.find(MemberIndex{4}), later));
    for (auto& [index, member] : state.members)
        member.keyed = false;
    EXPECT_FALSE(state.moderates(*state.find(MemberIndex{4}), later)) << "nobody has a key";
}

TEST_F(Rules, a_turn_seals_for_exactly_those_who_need_it) {
    join_all();
    admit_mallory();
    auto other = turn(EpochMode::ratchet);
    ASSERT_EQ(other.wraps.size(), 1U);
    other.wraps[0].member = bobs;
    EXPECT_TRUE(refused(make(alice, other), Refusal::wrong_epoch));
    auto disordered = turn();
    std::swap(disordered.wraps[0], disordered.wraps[1]);
    EXPECT_TRUE(refused(make(alice, disordered), Refusal::wrong_epoch));
    auto right = turn(EpochMode::ratchet);
    right.commitment.bytes.fill(5);
    ASSERT_TRUE(append(make(alice, right)).has_value());
    EXPECT_EQ(state.commitment, right.commitment);
}

TEST_F(Rules, whoever_has_no_key_ratchets_none_and_lets_nobody_in) {
    join_all();
    admit_mallory();
    say_absent(alices);
    say_absent(bobs);
    ASSERT_EQ(state.key_leader()->index, mallorys);
    auto eve = author(5);
    EXPECT_TRUE(refused(admit(mallory, {join(eve)}), Refusal::not_admitted));
    auto ratchet = turn(EpochMode::ratchet);
    ASSERT_FALSE(state.fresh_needed);
    EXPECT_TRUE(refused(make(mallory, ratchet), Refusal::wrong_epoch));
    EXPECT_TRUE(append(make(mallory, turn())).has_value());
}

TEST_F(Rules, of_those_with_the_key_a_moderator_leads_however_late_it_came) {
    join_all();
    admit_mallory();
    turn_keys();
    give(mallorys, MemberRole::moderator);
    say_absent(alices);
    EXPECT_EQ(state.key_leader()->index, mallorys);
    EXPECT_FALSE(state.moderates(*state.find(bobs), state.at + 1h)) << "a moderator is there";
}

TEST_F(Rules, whoever_owes_nothing_is_not_idle) {
    join_all();
    const auto late = [&](const SignedOperation& operation) {
        auto made = entry(operation);
        made.at = state.at + 1h;
        sequence(made, relay.identity);
        return made;
    };
    EXPECT_FALSE(state.leader_is_idle(state.at + 1h));
    EXPECT_TRUE(refused(late(join(mallory)), Refusal::not_admitted));
    EXPECT_TRUE(refused(late(make(bob, PassOver{alices})), Refusal::not_permitted));
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    say_absent(bobs);
    EXPECT_TRUE(refused(late(make(bob, PassOver{alices})), Refusal::not_permitted)) << "whoever says it is there";
    EXPECT_TRUE(apply(state, late(make(mallory, PassOver{alices}))).has_value());
}

TEST_F(Rules, no_keys_are_due_where_nobody_is_and_after_the_end) {
    EXPECT_FALSE(state.epoch_due());
    ASSERT_TRUE(append(join(alice)).has_value());
    EXPECT_TRUE(state.epoch_due());
    ASSERT_TRUE(append(make(alice, End{})).has_value());
    EXPECT_FALSE(state.epoch_due());
}

TEST_F(Rules, every_conference_has_the_flow_of_pulses_ahead_of_sound) {
    const auto* pulses = state.find(pulse_flow_id);
    ASSERT_NE(pulses, nullptr);
    EXPECT_EQ(pulses->flow, pulse_flow_id);
    EXPECT_EQ(pulses->priority, base::PriorityClass::control);
    EXPECT_EQ(pulses->kind, base::FlowKind::live);
    EXPECT_TRUE(pulses->loss_delay) << "an old one is worth nothing";
    EXPECT_EQ(state.find(base::FlowId{77}), nullptr);
}

} // namespace
} // namespace plenum::log
