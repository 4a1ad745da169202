// SPDX-License-Identifier: Apache-2.0
// Wishes for a token at a relay that is slow, gone or ahead: what the log shows in the end is what was wished last.
#include "core/node/pipeline.h"
#include "tests/unit/node/floor_fixture.h"

namespace plenum::test {
namespace {

class Wishes : public Floor {
  protected:
    /// Longer than a submission waits for its entry, shorter than the lease.
    static constexpr base::Duration stall = 2500ms;

    void SetUp() override {
        Floor::SetUp();
        declare(voice);
    }
    /// What is sent within arrives after it: the relay stands still.
    template <class Act>
    void while_relay_stands_still(Act act) {
        const auto until = hall.now + stall;
        hall.set_delay(stall);
        act();
        hall.run(until - hall.now - 20ms);
        hall.set_delay(5ms);
        hall.run(1s);
    }
    /// What the relay says to this one is under way until `hall.tamper` is taken away.
    void lose_control_to(const Hall::Place& place) {
        hall.tamper = [address = place.address](const base::Address&, const base::Address& to, base::Bytes bytes) {
            const auto way = node::route(bytes);
            const bool control = way && way->header.priority == base::PriorityClass::control;
            return to == address && control ? base::Bytes{} : bytes;
        };
    }
    [[nodiscard]] bool waits(const Hall::Place& place) const {
        return std::ranges::count(queue_seen_by(alice), self(place)) > 0;
    }
};

TEST_F(Wishes, one_that_is_taken_back_while_the_relay_stands_still_leaves_nothing) {
    while_relay_stands_still([&] {
        want(bob);
        hall.run(100ms);
        want(bob, false);
    });
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_FALSE(waits(bob));
    EXPECT_TRUE(refusals(bob).empty());
}

TEST_F(Wishes, one_that_is_taken_back_late_leaves_nothing) {
    while_relay_stands_still([&] {
        want(bob);
        hall.run(2200ms);
        want(bob, false);
    });
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_FALSE(waits(bob));
}

TEST_F(Wishes, one_that_comes_back_while_the_release_is_on_its_way_is_met) {
    want(bob);
    hall.run(50ms);
    ASSERT_EQ(holder_seen_by(alice), self(bob));
    while_relay_stands_still([&] {
        want(bob, false);
        hall.run(100ms);
        want(bob);
    });
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    EXPECT_TRUE(refusals(bob).empty());
}

TEST_F(Wishes, an_act_said_to_a_relay_that_stands_still_counts_once) {
    while_relay_stands_still([&] { act(alice, token::GrantToken{token, self(bob)}); });
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    EXPECT_TRUE(refusals(alice).empty()) << "its own first word was in its way";
    while_relay_stands_still([&] { act(alice, token::TransferToken{token, self(bob), self(cem), {}}); });
    EXPECT_EQ(holder_seen_by(alice), self(cem));
    EXPECT_TRUE(refusals(alice).empty());
}

TEST_F(Wishes, the_last_of_many_counts) {
    while_relay_stands_still([&] {
        for (int times = 0; times < 5; ++times) {
            want(bob);
            hall.run(200ms);
            want(bob, false);
            hall.run(200ms);
        }
    });
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_FALSE(waits(bob));
    want(bob);
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
}

TEST_F(Wishes, one_that_is_taken_back_as_it_is_granted_leaves_nothing) {
    want(cem);
    hall.run(50ms);
    want(bob);
    hall.run(50ms);
    want(cem, false);
    hall.run(1ms);
    want(bob, false);
    hall.run(500ms);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_FALSE(waits(bob));
    EXPECT_TRUE(refusals(bob).empty());
}

TEST_F(Wishes, one_that_is_refused_takes_none_after_it_along) {
    token::SettingsChange lock;
    lock.locked = true;
    act(alice, token::ConfigureToken{token, lock});
    hall.run(2ms);
    want(bob);
    hall.run(1ms);
    want(bob, false);
    hall.run(500ms);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    lock.locked = false;
    act(alice, token::ConfigureToken{token, lock});
    hall.run(100ms);
    want(bob);
    hall.run(100ms);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
}

TEST_F(Wishes, a_new_relay_is_told_the_last_one) {
    hall.drop_all_to(relay.address, true);
    want(bob);
    hall.run(500ms);
    want(bob, false);
    hall.restart_relay(relay);
    hall.run(500ms);
    hall.drop_all_to(relay.address, false);
    hall.run(20s);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_FALSE(waits(bob));
    hall.drop_all_to(bob.address, true);
    hall.run(100ms);
    want(bob);
    hall.run(1s);
    want(bob, false);
    hall.run(1s);
    hall.drop_all_to(bob.address, false);
    hall.run(10s);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_FALSE(waits(bob));
}

TEST_F(Wishes, a_holder_whose_release_was_lost_with_the_link_and_who_wants_to_stay_goes_on_speaking) {
    want(bob);
    hall.run(50ms);
    ASSERT_EQ(holder_seen_by(alice), self(bob));
    hall.drop_all_to(relay.address, true);
    want(bob, false);
    hall.run(100ms);
    want(bob);
    hall.restart_relay(relay);
    hall.run(400ms);
    hall.drop_all_to(relay.address, false);
    hall.run(10s);
    ASSERT_EQ(holder_seen_by(alice), self(bob));
    hall.say(bob, "still here", voice);
    hall.run(50ms);
    EXPECT_EQ(times(alice, "still here"), 1U);
    EXPECT_TRUE(refusals(bob).empty());
}

TEST_F(Wishes, one_takes_back_what_was_asked_before_without_one) {
    while_relay_stands_still([&] {
        act(bob, token::RequestToken{token});
        hall.run(100ms);
        want(bob, false);
    });
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_FALSE(waits(bob));
    EXPECT_TRUE(refusals(bob).empty());
}

TEST_F(Wishes, one_of_a_moderator_takes_back_nothing_that_they_decided) {
    want(bob);
    hall.run(50ms);
    want(cem);
    hall.run(50ms);
    ASSERT_TRUE(waits(cem));
    hall.commands(alice, {node::ActOnToken{token::EndRequest{token, self(cem), token::RequestEnd::denied}},
                          node::WantToken{token, true}});
    hall.run(100ms);
    EXPECT_FALSE(waits(cem));
    EXPECT_TRUE(waits(alice));
}

/// It is said once what came before it is known to have been taken.
TEST_F(Wishes, a_transfer_of_a_grant_that_is_over_meanwhile_hands_no_later_one_on) {
    const auto second = token.next();
    act(alice, token::DeclareToken{second, "pen", {chat}, {}});
    hall.run(50ms);
    want(bob);
    hall.run(50ms);
    ASSERT_EQ(holder_seen_by(bob), self(bob));
    lose_control_to(bob);
    act(bob, token::RequestToken{second});
    act(bob, token::TransferToken{token, self(bob), self(cem)});
    act(alice, token::RevokeToken{token, self(bob)});
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(500ms);
    hall.tamper = {};
    hall.run(2s);
    EXPECT_EQ(refusals(bob), std::vector{node::CommandError::not_holder});
    EXPECT_TRUE(std::ranges::none_of(Hall::all<node::TokenChanged>(alice), [this](const auto& changed) {
        return changed.token->find_holder(self(cem)) != nullptr;
    }));
}

TEST_F(Wishes, a_release_of_a_grant_that_is_over_meanwhile_ends_no_later_one) {
    want(bob);
    hall.run(50ms);
    ASSERT_EQ(holder_seen_by(alice), self(bob));
    const auto first = seen_by(alice)->holders.front().epoch;
    hall.way = [this](const base::Address& from, const base::Address&, std::size_t) {
        return std::optional<base::Duration>{from == bob.address ? 300ms : 1ms};
    };
    want(bob, false);
    hall.run(20ms);
    act(alice, token::RevokeToken{token, self(bob)});
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(50ms);
    ASSERT_EQ(holder_seen_by(alice), self(bob));
    const auto second = seen_by(alice)->holders.front().epoch;
    ASSERT_GT(second, first);
    want(bob);
    want(cem);
    hall.run(1s);
    ASSERT_EQ(holder_seen_by(alice), self(bob)) << "the late release gives the floor to nobody";
    EXPECT_EQ(seen_by(alice)->holders.front().epoch, second);
    EXPECT_TRUE(waits(cem));
    EXPECT_TRUE(refusals(bob).empty());
}

TEST_F(Wishes, a_holder_whose_transfer_is_refused_goes_on_speaking) {
    want(bob);
    hall.run(50ms);
    lose_control_to(bob);
    hall.command(cem, node::LeaveConference{});
    hall.run(200ms);
    act(bob, token::TransferToken{token, self(bob), self(cem)});
    hall.run(200ms);
    hall.tamper = {};
    hall.run(1s);
    EXPECT_EQ(refusals(bob), std::vector{node::CommandError::unknown_person});
    hall.say(bob, "still here", voice);
    hall.run(50ms);
    EXPECT_EQ(times(alice, "still here"), 1U);
}

TEST_F(Wishes, a_moderators_grant_is_not_given_back_for_a_wish_long_over) {
    while_relay_stands_still([&] {
        want(bob);
        hall.run(100ms);
        want(bob, false);
    });
    hall.run(1s);
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(5s);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
}

} // namespace
} // namespace plenum::test
