// SPDX-License-Identifier: Apache-2.0
#include "core/log/apply_known.h"
#include "tests/unit/log/log_fixture.h"

namespace plenum::log {
namespace {

TEST_F(Log, the_maker_joins_as_moderator_and_others_as_participants) {
    join_all();
    EXPECT_EQ(state.find(base::MemberIndex{1})->role, base::MemberRole::moderator);
    EXPECT_EQ(state.find(base::MemberIndex{2})->role, base::MemberRole::participant);
    EXPECT_EQ(state.key_leader()->index, base::MemberIndex{1});
}

TEST_F(Log, an_altered_operation_is_nobodys) {
    auto operation = join(alice);
    operation.signature.bytes[5] ^= 1;
    EXPECT_TRUE(refused(operation, Refusal::bad_signature));
    auto other = join(alice);
    other.author = mallory.identity.public_key;
    EXPECT_TRUE(refused(other, Refusal::bad_signature));
}

TEST_F(Log, only_the_home_relay_puts_entries_in_order) {
    auto made = entry(join(alice));
    sequence(made, mallory.identity);
    EXPECT_TRUE(refused(made, Refusal::bad_signature));
}

TEST_F(Log, what_this_node_signed_itself_is_taken_unchecked_and_nothing_else) {
    auto unsequenced = entry(join(alice));
    unsequenced.sequencer = {};
    auto forged = join(alice);
    forged.signature.bytes[3] ^= 1;
    const auto unsigned_entry = entry(forged);
    for (const bool author : {false, true}) {
        for (const bool sequencer : {false, true}) {
            const Known known{author, sequencer};
            auto one = state;
            EXPECT_EQ(apply_known(one, unsequenced, known).has_value(), sequencer);
            auto other = state;
            EXPECT_EQ(apply_known(other, unsigned_entry, known).has_value(), author);
        }
    }
    ASSERT_TRUE(append(join(alice)).has_value());
    auto bobs = join(bob);
    bobs.signature.bytes[3] ^= 1;
    const auto lets_in = entry(admit(alice, {bobs}));
    EXPECT_EQ(apply_known(state, lets_in, {true, true}).error(), Refusal::bad_signature) << "Bob's is not this node's";
}

TEST_F(Log, entries_are_chained) {
    auto made = entry(join(alice));
    made.previous.bytes[0] ^= 1;
    sequence(made, relay.identity);
    EXPECT_TRUE(refused(made, Refusal::wrong_position));
    made = entry(join(alice));
    made.position = base::LogPosition{7};
    sequence(made, relay.identity);
    EXPECT_TRUE(refused(made, Refusal::wrong_position));
}

TEST_F(Log, time_never_falls) {
    ASSERT_TRUE(append(join(alice)).has_value());
    auto made = entry(admit(alice, {join(bob)}));
    made.at = base::ConferenceTime{};
    sequence(made, relay.identity);
    EXPECT_TRUE(refused(made, Refusal::time_went_back));
}

TEST_F(Log, what_was_said_once_is_not_said_again) {
    join_all();
    const auto leave = make(bob, Leave{base::MemberIndex{2}, base::LeaveReason::left});
    const auto knock = join(mallory);
    ASSERT_TRUE(append(admit(alice, {knock})).has_value());
    EXPECT_TRUE(refused(knock, Refusal::already_joined));
    EXPECT_TRUE(refused(admit(alice, {knock}), Refusal::already_joined));
    const auto role = make(alice, SetRole{base::MemberIndex{2}, base::MemberRole::moderator});
    ASSERT_TRUE(append(role).has_value());
    EXPECT_TRUE(refused(role, Refusal::stale_sequence));
    ASSERT_TRUE(append(leave).has_value());
    EXPECT_TRUE(refused(leave, Refusal::unknown_author));
}

TEST_F(Log, an_order_names_a_head_that_this_log_has) {
    join_all();
    auto operation = draft(bob);
    operation.head.bytes[1] ^= 1;
    EXPECT_TRUE(refused(sign_operation(operation, Leave{base::MemberIndex{2}, base::LeaveReason::left}, bob.identity),
                        Refusal::unknown_head));
    operation = draft(bob);
    operation.head_position = base::LogPosition{1000};
    EXPECT_TRUE(refused(sign_operation(operation, Leave{base::MemberIndex{2}, base::LeaveReason::left}, bob.identity),
                        Refusal::unknown_head));
}

TEST_F(Log, nobody_but_a_moderator_removes_ends_or_gives_roles) {
    join_all();
    EXPECT_TRUE(refused(make(bob, Leave{base::MemberIndex{1}, base::LeaveReason::removed}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, Leave{base::MemberIndex{1}, base::LeaveReason::left}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, Leave{base::MemberIndex{1}, base::LeaveReason::lost}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, SetRole{base::MemberIndex{2}, base::MemberRole::moderator}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, End{}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(mallory, End{}), Refusal::unknown_author));
    EXPECT_TRUE(append(make(alice, Leave{base::MemberIndex{2}, base::LeaveReason::removed})).has_value());
    EXPECT_TRUE(append(make(alice, End{})).has_value());
    EXPECT_TRUE(refused(join(mallory), Refusal::ended));
}

TEST_F(Log, a_relay_tells_who_is_away_and_decides_nothing_else) {
    join_all();
    EXPECT_TRUE(refused(make(relay, Leave{base::MemberIndex{2}, base::LeaveReason::lost}), Refusal::not_permitted));
    ASSERT_TRUE(append(make(relay, Presence{base::MemberIndex{2}, false})).has_value());
    EXPECT_TRUE(refused(make(relay, Presence{base::MemberIndex{2}, false}), Refusal::no_change));
    EXPECT_TRUE(append(make(relay, Leave{base::MemberIndex{2}, base::LeaveReason::lost})).has_value());
    EXPECT_TRUE(refused(make(relay, End{}), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(relay, turn()), Refusal::not_permitted));
    EXPECT_TRUE(refused(join(relay), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(bob, Presence{base::MemberIndex{1}, false}), Refusal::unknown_author));
}

TEST_F(Log, keys_are_turned_by_the_leader_alone_and_for_everyone) {
    ASSERT_TRUE(append(join(alice)).has_value());
    ASSERT_TRUE(append(admit(alice, {join(bob)})).has_value());
    EXPECT_TRUE(refused(make(bob, turn()), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(alice, turn(EpochMode::ratchet)), Refusal::wrong_epoch)); // nothing to ratchet from
    auto missing = turn();
    missing.wraps.pop_back();
    EXPECT_TRUE(refused(make(alice, missing), Refusal::wrong_epoch));
    auto superfluous = turn();
    superfluous.wraps.push_back({base::MemberIndex{3}, {}});
    EXPECT_TRUE(refused(make(alice, superfluous), Refusal::wrong_epoch)); // nobody is there by that number
    auto later = turn();
    later.epoch = later.epoch.next();
    EXPECT_TRUE(refused(make(alice, later), Refusal::wrong_epoch));
    ASSERT_TRUE(append(make(alice, turn())).has_value());
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    EXPECT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    ASSERT_TRUE(append(make(bob, Leave{base::MemberIndex{2}, base::LeaveReason::left})).has_value());
    EXPECT_TRUE(refused(make(alice, turn(EpochMode::ratchet)), Refusal::wrong_epoch)); // Bob would have it
    EXPECT_TRUE(append(make(alice, turn())).has_value());
}

TEST_F(Log, when_the_leader_is_away_the_next_who_holds_the_key_leads) {
    join_all();
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_TRUE(append(make(relay, Presence{base::MemberIndex{1}, false})).has_value());
    EXPECT_EQ(state.key_leader()->index, base::MemberIndex{2});
    EXPECT_TRUE(append(make(bob, turn(EpochMode::ratchet))).has_value());
}

TEST_F(Log, the_leader_takes_out_a_newcomer_but_nobody_who_has_the_key) {
    join_all();
    say_absent(base::MemberIndex{1});
    ASSERT_TRUE(append(admit(bob, {join(mallory)})).has_value());
    EXPECT_TRUE(refused(make(bob, Leave{base::MemberIndex{1}, base::LeaveReason::removed}), Refusal::not_permitted));
    EXPECT_TRUE(append(make(bob, Leave{base::MemberIndex{3}, base::LeaveReason::removed})).has_value());
}

} // namespace
} // namespace plenum::log
