// SPDX-License-Identifier: Apache-2.0
// A holder of whom nothing is heard, while the lease runs (docs/floor.md, "Lease").
#include "tests/unit/node/floor_fixture.h"

namespace plenum::test {
namespace {

/// What people are told of a holder who is silent.
class SilentHolder : public Floor {
  protected:
    void SetUp() override {
        Floor::SetUp();
        declare(voice);
        want(bob);
        hall.run(50ms);
        want(cem);
        hall.run(2s);
        ASSERT_EQ(holder_seen_by(alice), self(bob));
    }
    static std::vector<node::HolderSilent> told(const Hall::Place& place) {
        return Hall::all<node::HolderSilent>(place);
    }
    static std::vector<bool> leases(const Hall::Place& place) {
        std::vector<bool> over;
        for (const auto& lease : Hall::all<node::LeaseOver>(place))
            over.push_back(lease.over);
        return over;
    }
};

TEST_F(SilentHolder, people_are_told_when_the_floor_returns) {
    kill(bob);
    hall.run(900ms);
    EXPECT_TRUE(told(alice).empty());
    hall.run(700ms);
    const auto at = hall.now;
    for (const auto* place : {&alice, &cem}) {
        ASSERT_EQ(told(*place).size(), 1U) << "once";
        const auto silent = told(*place).front();
        EXPECT_EQ(silent.token, token);
        EXPECT_EQ(silent.member, self(bob));
        ASSERT_TRUE(silent.returns_in.has_value());
        EXPECT_LE(*silent.returns_in, 2s);
        EXPECT_GE(*silent.returns_in, 1s);
    }
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    // No later than they were told, from when they were.
    hall.run(2s - (hall.now - at));
    EXPECT_EQ(holder_seen_by(alice), self(cem));
    EXPECT_EQ(told(alice).size(), 1U) << "the log says the rest";
}

TEST_F(SilentHolder, and_when_the_holder_is_heard_again) {
    kill(bob);
    hall.run(2s);
    ASSERT_EQ(told(alice).size(), 1U);
    hall.drop_all_to(bob.address, false);
    hall.run(900ms);
    ASSERT_EQ(told(alice).size(), 2U);
    EXPECT_EQ(told(alice).back().member, self(bob));
    EXPECT_FALSE(told(alice).back().returns_in.has_value());
    hall.run(5s);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    EXPECT_EQ(told(alice).size(), 2U);
    EXPECT_TRUE(leases(bob).empty()) << "came back in time";
}

TEST_F(SilentHolder, who_comes_meanwhile_is_told_too) {
    // Dan knows the way in.
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(1s);
    hall.drop_all_to(dan.address, true);
    hall.run(900ms);
    kill(bob);
    hall.run(1500ms);
    EXPECT_TRUE(told(dan).empty());
    hall.drop_all_to(dan.address, false);
    hall.run(1400ms);
    ASSERT_FALSE(told(dan).empty());
    EXPECT_EQ(told(dan).front().member, self(bob));
}

TEST_F(SilentHolder, who_was_given_it_while_away_has_the_whole_lease_to_come) {
    kill(cem);
    hall.run(2s);
    act(alice, token::TransferToken{token, self(bob), self(cem)});
    hall.run(900ms);
    ASSERT_EQ(holder_seen_by(alice), self(cem));
    EXPECT_TRUE(told(alice).empty());
    hall.run(300ms);
    ASSERT_EQ(told(alice).size(), 1U);
    EXPECT_EQ(told(alice).front().member, self(cem));
    EXPECT_GT(*told(alice).front().returns_in, 1500ms);
}

TEST_F(SilentHolder, is_told_at_a_relay_that_came_back_too) {
    kill(bob);
    hall.restart_relay(relay);
    hall.run(2500ms);
    ASSERT_EQ(told(alice).size(), 1U);
    ASSERT_TRUE(told(alice).front().returns_in.has_value());
    EXPECT_LE(*told(alice).front().returns_in, 2s);
    hall.run(1s);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

/// Members who know more than the relay's disk reach it after it has told when the floor returns.
TEST_F(SilentHolder, is_told_again_when_the_return_of_the_floor_is_put_off) {
    const auto old = relay.stored;
    want(alice);
    hall.run(50ms);
    kill(bob);
    relay.stored = old;
    hall.restart_relay(relay);
    for (auto* place : {&alice, &cem})
        hall.drop_all_to(place->address, true);
    hall.run(1500ms);
    for (auto* place : {&alice, &cem})
        hall.drop_all_to(place->address, false);
    hall.run(300ms);
    ASSERT_EQ(told(alice).size(), 2U);
    const auto back_by = hall.now + *told(alice).back().returns_in;
    EXPECT_GT(*told(alice)[1].returns_in, *told(alice)[0].returns_in + 1s);
    hall.run(back_by - hall.now - 400ms);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(500ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

TEST_F(SilentHolder, closes_its_own_microphone_once_it_counts_as_lost) {
    kill(bob);
    hall.run(2900ms);
    EXPECT_TRUE(leases(bob).empty());
    hall.run(300ms);
    EXPECT_EQ(leases(bob), std::vector{true});
    EXPECT_TRUE(leases(alice).empty());
    EXPECT_EQ(holder_seen_by(alice), self(cem));
    hall.drop_all_to(bob.address, false);
    hall.run(4s);
    EXPECT_EQ(leases(bob), (std::vector{true, false}));
    EXPECT_EQ(holder_seen_by(bob), self(cem)) << "before it opens again, it knows";
    const auto opened = std::ranges::find_if(bob.events, [](const auto& event) {
        const auto* lease = std::get_if<node::LeaseOver>(&event);
        return lease != nullptr && !lease->over;
    });
    EXPECT_TRUE(std::none_of(opened, bob.events.end(),
                             [](const auto& event) { return std::holds_alternative<node::TokenChanged>(event); }));
}

TEST_F(SilentHolder, keeps_the_floor_where_the_relay_alone_was_gone) {
    const auto died_with = relay.stored;
    hall.drop_all_to(relay.address, true);
    hall.run(4s);
    EXPECT_EQ(leases(bob), std::vector{true});
    hall.drop_all_to(relay.address, false);
    relay.stored = died_with;
    hall.restart_relay(relay);
    hall.run(4s);
    EXPECT_EQ(leases(bob), (std::vector{true, false}));
    EXPECT_EQ(holder_seen_by(bob), self(bob));
    EXPECT_EQ(holder_seen_by(alice), self(bob));
}

} // namespace
} // namespace plenum::test
