// SPDX-License-Identifier: Apache-2.0
// A key leader who does not turn the keys, and who comes after it.
#include "tests/unit/log/log_fixture.h"

namespace plenum::log {
namespace {

class Succession : public Log {
  protected:
    static constexpr base::MemberIndex alices{1};
    static constexpr base::MemberIndex bobs{2};
    static constexpr base::MemberIndex mallorys{3};

    /// An entry so long after the last one.
    Entry after(const SignedOperation& operation, base::Duration pause) {
        auto made = entry(operation);
        made.at = state.at + pause;
        sequence(made, relay.identity);
        return made;
    }
    /// Everyone has the key but the last to come, whom Alice owes a turn from now on.
    void SetUp() override {
        join_all();
        auto late = author(6);
        ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
        ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
        EXPECT_FALSE(state.turn_owed_since);
        ASSERT_TRUE(append(admit(alice, {join(late)})).has_value());
        ASSERT_EQ(state.turn_owed_since, state.at);
        ASSERT_EQ(state.key_leader()->index, alices);
    }
};

TEST_F(Succession, a_leader_has_its_time) {
    EXPECT_TRUE(refused(after(make(bob, PassOver{alices}), turn_patience - 1ms), Refusal::not_permitted));
    EXPECT_TRUE(refused(after(make(bob, PassOver{bobs}), turn_patience), Refusal::not_permitted)) << "oneself";
    EXPECT_TRUE(refused(after(make(bob, PassOver{mallorys}), turn_patience), Refusal::no_change)) << "no leader";
    EXPECT_TRUE(refused(after(make(alice, PassOver{alices}), turn_patience), Refusal::not_permitted));
    EXPECT_TRUE(refused(after(make(relay, PassOver{alices}), turn_patience), Refusal::not_permitted));
    EXPECT_TRUE(apply(state, after(make(mallory, PassOver{alices}), turn_patience)).has_value());
    EXPECT_EQ(state.key_leader()->index, bobs) << "whoever says it, the next in line leads";
}

TEST_F(Succession, goes_on_along_the_line_and_back_to_its_head) {
    ASSERT_TRUE(apply(state, after(make(bob, PassOver{alices}), turn_patience)).has_value());
    EXPECT_EQ(state.turn_owed_since, state.at) << "the next one has its time too";
    EXPECT_TRUE(refused(after(make(mallory, PassOver{bobs}), turn_patience - 1ms), Refusal::not_permitted));
    EXPECT_TRUE(refused(after(make(bob, PassOver{alices}), turn_patience), Refusal::no_change));
    ASSERT_TRUE(apply(state, after(make(mallory, PassOver{bobs}), turn_patience)).has_value());
    EXPECT_EQ(state.key_leader()->index, mallorys);
    ASSERT_TRUE(apply(state, after(make(alice, PassOver{mallorys}), turn_patience)).has_value());
    EXPECT_EQ(state.key_leader()->index, base::MemberIndex{4}) << "even one without the key";
    ASSERT_TRUE(apply(state, after(make(alice, PassOver{base::MemberIndex{4}}), turn_patience)).has_value());
    EXPECT_EQ(state.key_leader()->index, alices) << "who was passed over longest ago";
    EXPECT_TRUE(apply(state, after(make(alice, turn(EpochMode::ratchet)), 1s)).has_value());
    EXPECT_FALSE(state.turn_owed_since);
    EXPECT_EQ(state.key_leader()->index, alices);
    auto eve = author(7);
    ASSERT_TRUE(apply(state, after(admit(alice, {join(eve)}), 1s)).has_value());
    EXPECT_EQ(state.key_leader()->index, alices) << "whoever turned the keys stands where it stood before";
}

TEST_F(Succession, keeps_whoever_was_passed_over_behind_the_others) {
    ASSERT_TRUE(apply(state, after(make(bob, PassOver{alices}), turn_patience)).has_value());
    EXPECT_TRUE(refused(after(make(alice, turn(EpochMode::ratchet)), 1s), Refusal::not_permitted));
    ASSERT_TRUE(apply(state, after(make(bob, turn(EpochMode::ratchet)), 1s)).has_value());
    EXPECT_EQ(state.key_leader()->index, bobs);
    EXPECT_TRUE(state.moderates(*state.find(alices), state.at)) << "who moderates goes on to";
    ASSERT_TRUE(apply(state, after(make(relay, Presence{bobs, false}), 1s)).has_value());
    EXPECT_EQ(state.key_leader()->index, mallorys);
}

TEST_F(Succession, begins_when_the_leader_does_and_ends_with_what_it_owed) {
    say_absent(alices);
    EXPECT_EQ(state.key_leader()->index, bobs);
    EXPECT_EQ(state.turn_owed_since, state.at) << "Bob owes it from now on";
    ASSERT_TRUE(append(make(alice, Leave{alices, base::LeaveReason::left})).has_value());
    EXPECT_LT(*state.turn_owed_since, state.at) << "and more of it is the same debt";
}

/// Whoever leads an open conference and does nothing keeps nobody out of it.
TEST_F(Succession, where_the_leader_is_idle_the_policy_lets_in) {
    auto eve = author(7);
    EXPECT_TRUE(refused(after(join(eve), turn_patience - 1ms), Refusal::not_admitted));
    EXPECT_TRUE(apply(state, after(join(eve), turn_patience)).has_value());
    auto lobby = state.policy;
    lobby.admission = base::Admission::lobby;
    ASSERT_TRUE(apply(state, after(make(alice, SetPolicy{lobby}), 1s)).has_value());
    auto carol = author(8);
    EXPECT_TRUE(refused(after(join(carol), turn_patience), Refusal::not_admitted)) << "and nobody else";
}

} // namespace
} // namespace plenum::log
