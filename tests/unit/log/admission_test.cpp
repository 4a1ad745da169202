// SPDX-License-Identifier: Apache-2.0
#include "core/base/home.h"
#include "tests/unit/log/log_fixture.h"

namespace plenum::log {
namespace {

class Admissions : public Log {
  protected:
    void set(base::Admission admission) {
        auto policy = state.policy;
        policy.admission = admission;
        ASSERT_TRUE(append(make(alice, SetPolicy{policy})).has_value());
    }
    void remove(base::MemberIndex member) {
        ASSERT_TRUE(append(make(alice, Leave{member, base::LeaveReason::removed})).has_value());
    }
    void leave(Author& by, base::MemberIndex member) {
        ASSERT_TRUE(append(make(by, Leave{member, base::LeaveReason::left})).has_value());
    }
    ChangeLink change() const {
        ChangeLink made;
        made.door.bytes.fill(33);
        made.door = base::at_home_of(state.conference, made.door);
        made.access.bytes.fill(34);
        made.epoch = state.epoch;
        return made;
    }
    /// Bob's index, after join_all.
    static constexpr base::MemberIndex bobs{2};
};

TEST_F(Admissions, nobody_joins_by_themselves_while_someone_is_there) {
    join_all();
    EXPECT_TRUE(refused(join(mallory), Refusal::not_admitted));
    auto again = author(7);
    again.identity = alice.identity.copy();
    EXPECT_TRUE(append(join(again)).has_value()) << "whoever made the conference needs nobody";
}

TEST_F(Admissions, the_relay_is_no_member_whatever_its_other_key) {
    auto puppet = author(7);
    puppet.identity = relay.identity.copy();
    EXPECT_TRUE(refused(join(puppet), Refusal::not_permitted));
    EXPECT_TRUE(append(join(alice)).has_value());
    EXPECT_TRUE(refused(admit(alice, {join(puppet)}), Refusal::malformed));
}

TEST_F(Admissions, where_nobody_is_there_the_policy_decides) {
    join_all();
    say_absent(base::MemberIndex{1});
    EXPECT_TRUE(refused(join(mallory), Refusal::not_admitted));
    say_absent(bobs);
    EXPECT_TRUE(append(join(mallory)).has_value());
}

TEST_F(Admissions, an_empty_lobby_stays_shut_but_for_its_maker_and_who_was_lost) {
    join_all();
    set(base::Admission::lobby);
    say_absent(base::MemberIndex{1});
    say_absent(bobs);
    EXPECT_TRUE(refused(join(mallory), Refusal::not_admitted));
    ASSERT_TRUE(append(make(relay, Leave{bobs, base::LeaveReason::lost})).has_value());
    auto back = author(8);
    back.identity = bob.identity.copy();
    EXPECT_TRUE(append(join(back)).has_value());
    auto maker = author(9);
    maker.identity = alice.identity.copy();
    EXPECT_TRUE(append(join(maker)).has_value());
}

TEST_F(Admissions, in_an_open_conference_the_key_leader_lets_people_in_and_no_other_participant) {
    join_all();
    EXPECT_TRUE(refused(admit(bob, {join(mallory)}), Refusal::not_admitted));
    say_absent(base::MemberIndex{1});
    EXPECT_TRUE(append(admit(bob, {join(mallory)})).has_value());
    EXPECT_EQ(state.find(base::MemberIndex{3})->identity, mallory.identity.public_key);
}

TEST_F(Admissions, in_a_lobby_the_key_leader_has_no_say_unless_it_moderates) {
    join_all();
    set(base::Admission::lobby);
    EXPECT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    say_absent(base::MemberIndex{1});
    auto eve = author(5);
    EXPECT_TRUE(refused(admit(bob, {join(eve)}), Refusal::not_admitted));
}

TEST_F(Admissions, who_was_lost_comes_back_to_a_lobby_without_asking_and_nobody_else) {
    join_all();
    set(base::Admission::lobby);
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    say_absent(base::MemberIndex{1});
    say_absent(base::MemberIndex{3});
    ASSERT_TRUE(append(make(relay, Leave{base::MemberIndex{3}, base::LeaveReason::lost})).has_value());
    auto back = author(8);
    back.identity = mallory.identity.copy();
    EXPECT_TRUE(append(admit(bob, {join(back)})).has_value()) << "who leads, and moderates nothing";
    auto eve = author(5);
    EXPECT_TRUE(refused(admit(bob, {join(eve)}), Refusal::not_admitted));
}

TEST_F(Admissions, a_removed_person_comes_back_through_a_moderator_alone) {
    join_all();
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    remove(base::MemberIndex{3});
    EXPECT_TRUE(state.fresh_needed);
    auto again = author(8);
    again.identity = mallory.identity.copy();
    say_absent(base::MemberIndex{1});
    ASSERT_TRUE(append(make(bob, turn())).has_value());
    EXPECT_TRUE(refused(admit(bob, {join(again)}), Refusal::not_admitted));
    ASSERT_TRUE(append(make(relay, Presence{base::MemberIndex{1}, true})).has_value());
    ASSERT_TRUE(append(admit(alice, {join(again)})).has_value());
    EXPECT_TRUE(state.removed.empty());
}

TEST_F(Admissions, whoever_made_the_conference_is_not_taken_out) {
    join_all();
    ASSERT_TRUE(append(make(alice, SetRole{bobs, base::MemberRole::moderator})).has_value());
    EXPECT_TRUE(refused(make(bob, Leave{base::MemberIndex{1}, base::LeaveReason::removed}), Refusal::not_permitted));
}

/// Removal is of a person, and not of one run of their program.
TEST_F(Admissions, a_removal_is_of_every_run_of_a_persons_program) {
    join_all();
    auto second = author(8);
    second.identity = bob.identity.copy();
    ASSERT_TRUE(append(admit(alice, {join(second), join(mallory)})).has_value());
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    const auto applied = append(make(alice, Leave{bobs, base::LeaveReason::removed}));
    ASSERT_TRUE(applied.has_value());
    EXPECT_EQ(applied->left, (std::vector{bobs, base::MemberIndex{3}}));
    EXPECT_EQ(state.find(base::MemberIndex{3}), nullptr);
    EXPECT_NE(state.find(base::MemberIndex{4}), nullptr);
    EXPECT_TRUE(state.fresh_needed);
    EXPECT_TRUE(refused(make(second, Leave{base::MemberIndex{3}, base::LeaveReason::left}), Refusal::unknown_author));
}

TEST_F(Admissions, nobody_takes_themselves_out_of_another_run) {
    join_all();
    auto second = author(8);
    second.identity = bob.identity.copy();
    ASSERT_TRUE(append(admit(alice, {join(second)})).has_value());
    ASSERT_TRUE(append(make(alice, SetRole{bobs, base::MemberRole::moderator})).has_value());
    EXPECT_TRUE(refused(make(bob, Leave{base::MemberIndex{3}, base::LeaveReason::removed}), Refusal::not_permitted));
}

/// Whoever falls silent just before they are removed would come back unasked.
TEST_F(Admissions, who_was_lost_can_be_removed) {
    join_all();
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    say_absent(bobs);
    ASSERT_TRUE(append(make(relay, Leave{bobs, base::LeaveReason::lost})).has_value());
    EXPECT_TRUE(refused(make(mallory, Leave{bobs, base::LeaveReason::removed}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(relay, Leave{bobs, base::LeaveReason::removed}), Refusal::not_permitted));
    const auto applied = append(make(alice, Leave{bobs, base::LeaveReason::removed}));
    ASSERT_TRUE(applied.has_value());
    EXPECT_TRUE(applied->left.empty());
    EXPECT_TRUE(state.removed.contains(bob.identity.public_key));
    EXPECT_TRUE(refused(make(alice, Leave{bobs, base::LeaveReason::removed}), Refusal::no_such_member));
    auto back = author(8);
    back.identity = bob.identity.copy();
    EXPECT_TRUE(refused(admit(mallory, {join(back)}), Refusal::not_admitted));
}

TEST_F(Admissions, who_was_lost_as_one_run_is_removed_with_the_others) {
    join_all();
    auto second = author(8);
    second.identity = bob.identity.copy();
    ASSERT_TRUE(append(admit(alice, {join(second)})).has_value());
    say_absent(bobs);
    ASSERT_TRUE(append(make(relay, Leave{bobs, base::LeaveReason::lost})).has_value());
    ASSERT_TRUE(append(make(alice, Leave{bobs, base::LeaveReason::removed})).has_value());
    EXPECT_EQ(state.find(base::MemberIndex{3}), nullptr) << "the run that was still there";
}

TEST_F(Admissions, who_was_lost_and_came_back_asks_again_the_next_time) {
    join_all();
    set(base::Admission::lobby);
    say_absent(bobs);
    ASSERT_TRUE(append(make(relay, Leave{bobs, base::LeaveReason::lost})).has_value());
    ASSERT_TRUE(state.policy_admits(bob.identity.public_key));
    auto back = author(8);
    back.identity = bob.identity.copy();
    ASSERT_TRUE(append(admit(alice, {join(back)})).has_value());
    leave(back, base::MemberIndex{3});
    EXPECT_FALSE(state.policy_admits(bob.identity.public_key)) << "what was lost was found, and then left";
}

/// The keys of whoever joins are theirs by their own signature: a relay that puts in another finds nobody to let it in.
TEST_F(Admissions, an_exchange_key_in_a_join_is_its_authors) {
    join_all();
    auto stolen = join(mallory);
    stolen.author_exchange = author(9).exchange.public_key;
    EXPECT_TRUE(refused(admit(alice, {stolen}), Refusal::bad_signature));
    say_absent(base::MemberIndex{1});
    say_absent(bobs);
    EXPECT_TRUE(refused(stolen, Refusal::bad_signature));
    EXPECT_FALSE(check_join(state, stolen).has_value());
    EXPECT_TRUE(append(join(mallory)).has_value());
}

TEST_F(Admissions, an_admission_is_as_sound_as_each_join_in_it) {
    join_all();
    auto eve = author(5);
    auto forged = join(mallory);
    forged.signature.bytes[3] ^= 1;
    EXPECT_TRUE(refused(admit(alice, {join(eve), forged}), Refusal::bad_signature));
    auto elsewhere = join(mallory);
    elsewhere.conference.bytes[0] ^= 1;
    EXPECT_TRUE(refused(admit(alice, {elsewhere}), Refusal::wrong_conference));
    const auto twice = join(mallory);
    EXPECT_TRUE(refused(admit(alice, {twice, twice}), Refusal::already_joined));
    EXPECT_TRUE(refused(admit(alice, {}), Refusal::malformed));
    EXPECT_TRUE(refused(make(alice, Admit{{base::Bytes(40, 7)}}), Refusal::malformed));
    EXPECT_TRUE(refused(admit(alice, {make(mallory, End{})}), Refusal::malformed));
    EXPECT_TRUE(append(admit(alice, {join(eve), join(mallory)})).has_value());
    EXPECT_EQ(state.members.size(), 4U);
}

TEST_F(Admissions, a_replayed_knock_lets_nobody_in_again) {
    join_all();
    const auto knock = join(mallory);
    ASSERT_TRUE(append(admit(alice, {knock})).has_value());
    leave(mallory, base::MemberIndex{3});
    EXPECT_TRUE(refused(admit(alice, {knock}), Refusal::already_joined));
}

TEST_F(Admissions, policy_is_a_moderators) {
    join_all();
    EXPECT_TRUE(refused(make(bob, SetPolicy{{base::Admission::lobby, true, false}}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(alice, SetPolicy{state.policy}), Refusal::no_change));
}

TEST_F(Admissions, asking_to_mute_is_a_moderators_and_changes_no_state) {
    join_all();
    EXPECT_TRUE(refused(make(bob, AskMute{}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(alice, AskMute{base::MemberIndex{77}}), Refusal::no_such_member));
    const auto members = state.members;
    ASSERT_TRUE(append(make(alice, AskMute{bobs})).has_value());
    ASSERT_TRUE(append(make(alice, AskMute{})).has_value());
    EXPECT_EQ(state.members.at(bobs).role, members.at(bobs).role);
}

TEST_F(Admissions, anybody_records_where_the_policy_allows_it) {
    join_all();
    EXPECT_TRUE(refused(make(bob, Record{false}), Refusal::no_change));
    ASSERT_TRUE(append(make(bob, Record{true})).has_value());
    EXPECT_TRUE(state.members.at(bobs).recording);
    EXPECT_TRUE(refused(make(bob, Record{true}), Refusal::no_change));
    auto policy = state.policy;
    policy.recording = false;
    ASSERT_TRUE(append(make(alice, SetPolicy{policy})).has_value());
    EXPECT_FALSE(state.members.at(bobs).recording) << "it ends where it is forbidden";
    EXPECT_TRUE(refused(make(bob, Record{true}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(alice, Record{true}), Refusal::not_permitted)) << "moderators too";
}

TEST_F(Admissions, the_longest_present_acts_as_moderator_once_none_was_there_for_long_enough) {
    join_all();
    say_absent(base::MemberIndex{1});
    const auto since = state.at;
    ASSERT_EQ(state.unmoderated_since, since);
    const auto* member = state.find(bobs);
    EXPECT_FALSE(state.moderates(*member, since + unmoderated_max - 1us));
    EXPECT_TRUE(state.moderates(*member, since + unmoderated_max));
    auto operation = entry(make(bob, SetPolicy{{base::Admission::lobby, true, false}}));
    operation.at = since + unmoderated_max;
    sequence(operation, relay.identity);
    EXPECT_TRUE(apply(state, operation).has_value());
}

TEST_F(Admissions, whoever_acts_as_moderator_takes_out_no_moderator_and_ends_nothing) {
    join_all();
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    ASSERT_TRUE(append(make(alice, SetRole{base::MemberIndex{3}, base::MemberRole::moderator})).has_value());
    say_absent(base::MemberIndex{1});
    say_absent(base::MemberIndex{3});
    state.unmoderated_since = base::ConferenceTime{} - unmoderated_max;
    EXPECT_TRUE(refused(make(bob, Leave{base::MemberIndex{3}, base::LeaveReason::removed}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, End{}), Refusal::not_permitted));
}

TEST_F(Admissions, whoever_acts_as_moderator_does_not_become_one) {
    join_all();
    say_absent(base::MemberIndex{1});
    state.unmoderated_since = base::ConferenceTime{} - unmoderated_max;
    ASSERT_TRUE(state.moderates(*state.find(bobs), state.at));
    EXPECT_TRUE(refused(make(bob, SetRole{bobs, base::MemberRole::moderator}), Refusal::not_permitted));
}

TEST_F(Admissions, whoever_made_the_conference_moderates_it_whatever_others_say) {
    join_all();
    ASSERT_TRUE(append(make(alice, SetRole{bobs, base::MemberRole::moderator})).has_value());
    EXPECT_TRUE(
        refused(make(bob, SetRole{base::MemberIndex{1}, base::MemberRole::participant}), Refusal::not_permitted));
    say_absent(base::MemberIndex{1});
    auto again = author(9);
    again.identity = alice.identity.copy();
    ASSERT_TRUE(append(join(again)).has_value());
    ASSERT_EQ(state.key_leader()->index, bobs);
    EXPECT_TRUE(refused(make(bob, Leave{base::MemberIndex{3}, base::LeaveReason::removed}), Refusal::not_permitted))
        << "nor before she has a key again";
}

TEST_F(Admissions, history_is_kept_from_newcomers_where_the_policy_says_so) {
    join_all();
    ASSERT_TRUE(append(make(alice, SetPolicy{{base::Admission::open, false, false}})).has_value());
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    auto talkative = turn(EpochMode::ratchet);
    talkative.history.emplace();
    EXPECT_TRUE(refused(make(alice, talkative), Refusal::not_permitted));
    EXPECT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
}

TEST_F(Admissions, with_moderators_only_nobody_acts_as_one) {
    join_all();
    ASSERT_TRUE(append(make(alice, SetPolicy{{base::Admission::lobby, true, true}})).has_value());
    say_absent(base::MemberIndex{1});
    EXPECT_FALSE(state.moderates(*state.find(bobs), state.at + 1h));
}

TEST_F(Admissions, a_new_link_is_another_door) {
    join_all();
    const auto before = join(mallory);
    EXPECT_TRUE(refused(make(bob, change()), Refusal::not_permitted));
    auto old_epoch = change();
    old_epoch.epoch = {};
    EXPECT_TRUE(refused(make(alice, old_epoch), Refusal::wrong_epoch));
    auto same = change();
    same.door = state.door.handle;
    EXPECT_TRUE(refused(make(alice, same), Refusal::no_change));
    auto nowhere = change();
    nowhere.door = {};
    EXPECT_TRUE(refused(make(alice, nowhere), Refusal::no_change));
    auto elsewhere = change();
    elsewhere.door.bytes.back() ^= 1;
    EXPECT_TRUE(refused(make(alice, elsewhere), Refusal::malformed)) << "another loop would be dialled";
    ASSERT_TRUE(append(make(alice, change())).has_value());
    EXPECT_EQ(state.door.generation, 1U);
    EXPECT_EQ(state.conference, handle) << "what messages are bound to stays";
    EXPECT_TRUE(refused(admit(alice, {before}), Refusal::wrong_conference));
    EXPECT_TRUE(append(admit(alice, {join(mallory)})).has_value());
}

/// Whoever leaves last says nothing of those who left before.
TEST_F(Admissions, who_took_the_key_along_is_shut_out_whoever_leaves_after) {
    join_all();
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_FALSE(state.find(base::MemberIndex{3})->keyed);
    leave(bob, bobs);
    leave(mallory, base::MemberIndex{3});
    EXPECT_TRUE(state.epoch_due());
    auto eve = author(5);
    ASSERT_TRUE(append(admit(alice, {join(eve)})).has_value());
    EXPECT_TRUE(refused(make(alice, turn(EpochMode::ratchet)), Refusal::wrong_epoch));
    EXPECT_TRUE(append(make(alice, turn())).has_value());
}

TEST_F(Admissions, no_link_is_sealed_for_those_who_were_removed) {
    join_all();
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    remove(base::MemberIndex{3});
    EXPECT_TRUE(refused(make(alice, change()), Refusal::wrong_epoch));
    ASSERT_TRUE(append(make(alice, turn())).has_value());
    EXPECT_TRUE(append(make(alice, change())).has_value());
}

TEST_F(Admissions, no_link_is_sealed_past_those_who_have_no_key_yet) {
    join_all();
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    EXPECT_TRUE(refused(make(alice, change()), Refusal::wrong_epoch));
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    EXPECT_TRUE(append(make(alice, change())).has_value());
}

} // namespace
} // namespace plenum::log
