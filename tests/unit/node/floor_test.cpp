// SPDX-License-Identifier: Apache-2.0
// A floor between nodes: asking, holding, handing on, losing (docs/floor.md).
#include "core/node/pipeline.h"
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/floor_fixture.h"

namespace plenum::test {
namespace {

using node::CommandError;

TEST_F(Floor, who_asks_for_a_free_floor_has_it_within_a_round_trip) {
    declare(voice);
    want(bob);
    // Five milliseconds to the relay, five back.
    hall.run(11ms);
    for (auto* place : {&alice, &bob, &cem})
        EXPECT_EQ(holder_seen_by(*place), self(bob));
    const auto told = Hall::all<node::TokenChanged>(cem);
    ASSERT_GE(told.size(), 2U);
    EXPECT_EQ(told.back().cause->author, base::MemberIndex{}) << "the relay, by the style";
    EXPECT_TRUE(std::holds_alternative<token::GrantToken>(told.back().cause->operation));
    EXPECT_EQ(told[told.size() - 2].cause->author, self(bob));
    hall.say(bob, "here I am", voice);
    hall.run(20ms);
    EXPECT_EQ(times(alice, "here I am"), 1U);
    EXPECT_EQ(times(cem, "here I am"), 1U);
}

TEST_F(Floor, whoever_has_no_token_is_told_and_not_heard) {
    declare(voice);
    want(bob);
    hall.run(50ms);
    hall.say(cem, "me too", voice);
    hall.run(50ms);
    EXPECT_EQ(refusals(cem), std::vector{CommandError::no_token});
    EXPECT_EQ(Hall::all<node::CommandRefused>(cem).front().flow, voice);
    EXPECT_EQ(times(alice, "me too") + times(bob, "me too"), 0U);
    hall.say(cem, "in writing", chat);
    hall.run(50ms);
    EXPECT_EQ(times(bob, "in writing"), 1U) << "which demands none";
}

TEST_F(Floor, the_queue_is_one_and_goes_on_by_itself) {
    let_bob_hold_and_cem_wait();
    want(alice);
    hall.run(50ms);
    for (auto* place : {&alice, &bob, &cem})
        EXPECT_EQ(queue_seen_by(*place), (std::vector{self(cem), self(alice)}));
    want(bob, false);
    hall.run(50ms);
    for (auto* place : {&alice, &bob, &cem}) {
        EXPECT_EQ(holder_seen_by(*place), self(cem));
        EXPECT_EQ(queue_seen_by(*place), std::vector{self(alice)});
    }
    want(alice, false);
    hall.run(50ms);
    EXPECT_TRUE(queue_seen_by(bob).empty()) << "taken back";
    want(cem, false);
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(bob), base::MemberIndex{});
}

TEST_F(Floor, a_wish_that_is_over_before_it_was_heard_leaves_nothing) {
    declare(voice);
    want(bob);
    want(bob, false);
    hall.run(200ms);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_TRUE(queue_seen_by(alice).empty());
    EXPECT_TRUE(refusals(bob).empty());
    // Pressed and let go while the request is on its way.
    want(bob);
    hall.run(3ms);
    want(bob, false);
    hall.run(200ms);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    EXPECT_TRUE(queue_seen_by(alice).empty());
    EXPECT_TRUE(refusals(bob).empty());
}

TEST_F(Floor, it_is_handed_on_shared_and_taken_back) {
    declare(voice);
    want(bob);
    hall.run(50ms);
    act(bob, token::TransferToken{token, self(bob), self(cem)});
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
    act(bob, token::TransferToken{token, self(bob), self(alice)});
    hall.run(50ms);
    EXPECT_EQ(refusals(bob), std::vector{CommandError::not_holder});
    auto settings = seen_by(alice)->settings;
    settings.holders_max = 2;
    settings.may_copy = true;
    act(alice, token::ConfigureToken{token, settings});
    hall.run(50ms);
    act(cem, token::CopyToken{token, self(cem), self(bob)});
    hall.run(50ms);
    EXPECT_EQ(seen_by(alice)->holders.size(), 2U);
    hall.say(bob, "both of us", voice);
    hall.run(50ms);
    EXPECT_EQ(times(alice, "both of us"), 1U);
    act(cem, token::DeleteCopy{token, self(bob)});
    hall.run(50ms);
    EXPECT_EQ(seen_by(alice)->holders.size(), 1U);
    hall.say(bob, "still", voice);
    EXPECT_EQ(refusals(bob).back(), CommandError::no_token);
}

TEST_F(Floor, a_word_in_flight_counts_when_a_moderator_passes_the_floor_on) {
    declare(voice);
    want(bob);
    hall.run(50ms);
    act(alice, token::TransferToken{token, self(bob), self(cem)});
    hall.run(2ms);
    // Before the relay has Alice's operation, which this reaches later.
    hall.say(bob, "one word more", voice);
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
    EXPECT_EQ(times(alice, "one word more"), 1U);
    EXPECT_EQ(times(cem, "one word more"), 1U);
}

TEST_F(Floor, a_newcomer_is_told_how_it_stands) {
    let_bob_hold_and_cem_wait();
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(1s);
    ASSERT_EQ(Hall::all<node::TokenChanged>(dan).size(), 1U);
    EXPECT_EQ(holder_seen_by(dan), self(bob));
    EXPECT_EQ(queue_seen_by(dan), std::vector{self(cem)});
    EXPECT_EQ(Hall::all<node::TokenChanged>(dan).front().cause, nullptr);
}

TEST_F(Floor, a_holder_who_is_gone_loses_it_within_the_lease) {
    declare(voice);
    want(bob);
    hall.run(50ms);
    want(cem);
    hall.run(20s);
    EXPECT_EQ(holder_seen_by(alice), self(bob)) << "silent, but there";
    kill(bob);
    hall.run(2s);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(1500ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
    const auto told = Hall::all<node::TokenChanged>(alice);
    const auto lost = std::ranges::count_if(told, [](const auto& changed) {
        const auto* revoked = changed.cause ? std::get_if<token::RevokeToken>(&changed.cause->operation) : nullptr;
        return revoked != nullptr && revoked->reason == token::RevokeReason::lost;
    });
    EXPECT_EQ(lost, 1);
    hall.say(cem, "my turn", voice);
    hall.run(50ms);
    EXPECT_EQ(times(alice, "my turn"), 1U);
}

TEST_F(Floor, who_asked_and_was_away_has_a_free_floor_once_they_are_back) {
    let_bob_hold_and_cem_wait();
    kill(cem);
    hall.run(5s);
    want(bob, false);
    hall.run(1s);
    EXPECT_EQ(holder_seen_by(alice), base::MemberIndex{});
    hall.drop_all_to(cem.address, false);
    hall.run(3s);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

/// Over the same link, so that nothing else happens when they are back.
TEST_F(Floor, who_asked_and_was_silent_has_a_free_floor_once_they_are_heard) {
    declare(voice);
    want(bob);
    HandMember eve{hall, relay, link, 40};
    eve.run(1s);
    eve.submit(token::RequestToken{token});
    eve.run(50ms);
    ASSERT_EQ(queue_seen_by(alice), std::vector{eve.self()});
    // Her program stands still, and the log says that she is absent.
    hall.run(5s);
    want(bob, false);
    hall.run(100ms);
    ASSERT_EQ(holder_seen_by(alice), base::MemberIndex{});
    eve.run(500ms);
    EXPECT_EQ(holder_seen_by(alice), eve.self());
}

TEST_F(Floor, a_relay_that_slept_takes_it_from_nobody) {
    declare(voice);
    want(bob);
    hall.run(50ms);
    // Nobody hears the relay, nor it anybody; it is asleep as long as all are cut off, so nothing wakes it.
    hall.now += 10s;
    hall.run(5s);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
}

TEST_F(Floor, speaking_time_ends) {
    token::DeclareToken declaration{token, "voice", {voice}, {}};
    declaration.settings.style = "queue";
    declaration.settings.warned_after = 1s;
    declaration.settings.revoked_after = 2s;
    act(alice, declaration);
    want(bob);
    hall.run(100ms);
    want(bob);
    want(cem);
    hall.run(1s);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(1200ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

TEST_F(Floor, it_outlives_the_relay) {
    let_bob_hold_and_cem_wait();
    const auto epoch = seen_by(alice)->holders.front().epoch;
    hall.restart_relay(relay);
    hall.run(20s);
    ASSERT_TRUE(Hall::joined(bob));
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    EXPECT_EQ(seen_by(alice)->holders.front().epoch, epoch);
    EXPECT_EQ(queue_seen_by(alice), std::vector{self(cem)});
    want(bob, false);
    hall.run(100ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
    EXPECT_GT(seen_by(alice)->holders.front().epoch, epoch);
}

TEST_F(Floor, a_holder_who_did_not_come_back_to_a_new_relay_loses_it) {
    let_bob_hold_and_cem_wait();
    kill(bob);
    hall.restart_relay(relay);
    // The lease counts from its start.
    hall.run(token::Arbiter::lease - 100ms);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
    hall.run(300ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
}

TEST_F(Floor, where_fewer_than_half_come_back_those_who_may_know_more_have_longer) {
    let_bob_hold_and_cem_wait();
    kill(bob);
    kill(alice);
    hall.restart_relay(relay);
    hall.run(node::SettlingPeriod::settle_time - 100ms);
    EXPECT_EQ(holder_seen_by(cem), self(bob));
    hall.run(300ms);
    EXPECT_EQ(holder_seen_by(cem), self(cem));
}

TEST_F(Floor, moderators_alone_say_how) {
    declare(voice);
    act(bob, token::DeclareToken{base::TokenId{2}, "pen", {chat}, {}});
    act(bob, token::GrantToken{token, self(bob)});
    act(bob, token::ConfigureToken{token, {}});
    hall.run(50ms);
    EXPECT_EQ(refusals(bob),
              (std::vector{CommandError::not_permitted, CommandError::not_permitted, CommandError::not_permitted}));
    act(alice, token::GrantToken{token, self(bob)});
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(cem), self(bob));
    act(alice, token::RevokeToken{token, self(bob), token::RevokeReason::decided});
    hall.run(50ms);
    EXPECT_EQ(holder_seen_by(cem), base::MemberIndex{});
}

TEST_F(Floor, a_declaration_is_told_whether_its_number_or_its_flow_is_at_fault) {
    declare(voice);
    act(alice, token::DeclareToken{token, "pen", {chat}, {}});
    act(alice, token::DeclareToken{base::TokenId{2}, "pen", {voice}, {}});
    act(alice, token::DeclareToken{base::TokenId{2}, "pen", {base::FlowId{99}}, {}});
    token::Settings settings;
    settings.warned_after = -1s;
    act(alice, token::DeclareToken{base::TokenId{2}, "pen", {chat}, settings});
    hall.run(50ms);
    EXPECT_EQ(refusals(alice), (std::vector{CommandError::number_taken, CommandError::bad_token_flow,
                                            CommandError::bad_token_flow, CommandError::bad_settings}));
}

TEST_F(Floor, mistakes_are_told_by_name) {
    token::DeclareToken declaration{token, "voice", {voice}, {}};
    declaration.settings.style = "unheard-of";
    act(alice, declaration);
    hall.run(50ms);
    EXPECT_EQ(refusals(alice), std::vector{CommandError::unknown_style});
    declaration.settings.style = "queue";
    declaration.settings.parameters = "order=random";
    act(alice, declaration);
    hall.run(50ms);
    EXPECT_EQ(refusals(alice).back(), CommandError::bad_settings);
    EXPECT_EQ(seen_by(bob), nullptr);
    want(bob);
    hall.run(50ms);
    EXPECT_EQ(refusals(bob), std::vector{CommandError::no_such_token});
    declare(voice);
    act(alice, token::GrantToken{token, base::MemberIndex{77}});
    act(alice, token::EndRequest{token, self(bob), token::RequestEnd::denied});
    act(alice, token::GrantToken{token, self(bob)});
    act(alice, token::GrantToken{token, self(cem)});
    hall.run(100ms);
    EXPECT_EQ(refusals(alice),
              (std::vector{CommandError::unknown_style, CommandError::bad_settings, CommandError::unknown_person,
                           CommandError::no_such_request, CommandError::token_full}));
    for (int i = 0; i < 65; ++i)
        act(cem, token::ReleaseToken{token});
    EXPECT_EQ(refusals(cem).back(), CommandError::not_holder);
}

TEST_F(Floor, nothing_is_lost_with_a_link) {
    declare(voice);
    hall.drop_all_to(bob.address, true);
    hall.run(100ms);
    want(bob);
    hall.run(1s);
    hall.drop_all_to(bob.address, false);
    hall.run(4s);
    EXPECT_EQ(holder_seen_by(alice), self(bob));
}

TEST_F(Floor, the_role_of_a_moderator_outlives_a_rejoin) {
    hall.command(alice, node::SetRole{self(bob), base::MemberRole::moderator});
    hall.run(100ms);
    hall.command(bob, node::LeaveConference{});
    hall.run(2s);
    bob.events.clear();
    hall.join(bob, relay, link, "Bob");
    hall.run(2s);
    const auto joined = Hall::all<node::MemberJoined>(bob);
    const auto own = std::ranges::find(joined, true, &node::MemberJoined::self);
    ASSERT_NE(own, joined.end());
    EXPECT_EQ(own->role, base::MemberRole::moderator);
}

TEST_F(Floor, nobody_fills_the_log_alone) {
    declare(voice, "");
    HandMember eve{hall, relay, link, 40};
    eve.run(1s);
    ASSERT_NE(eve.self(), base::MemberIndex{});
    const auto before = eve.roster().state().size.value();
    for (int times = 0; times < 200; ++times) {
        eve.submit(token::RequestToken{token});
        eve.submit(token::EndRequest{token, eve.self(), token::RequestEnd::cancelled});
    }
    eve.run(500ms);
    const auto entries = eve.roster().state().size.value() - before;
    EXPECT_GE(entries, 100U);
    EXPECT_LE(entries, 110U);
    // After a while again; others were never hindered.
    want(bob);
    eve.run(3s);
    eve.submit(token::EndRequest{token, eve.self(), token::RequestEnd::cancelled});
    eve.submit(token::RequestToken{token});
    eve.run(100ms);
    EXPECT_EQ(queue_seen_by(alice), (std::vector{self(bob), eve.self()}));
}

/// The entry of Bob's grant reaches Cem so much later than what Bob says by it.
class LateGrant : public Floor {
  protected:
    void say_before_grant(base::Duration held) {
        declare(voice);
        const auto until = hall.now + held;
        hall.tamper = [this, until](const base::Address&, const base::Address& to, base::Bytes bytes) {
            const auto way = node::route(bytes);
            const bool control = way && way->header.priority == base::PriorityClass::control;
            return to == cem.address && control && hall.now < until ? base::Bytes{} : bytes;
        };
        want(bob);
        hall.run(15ms);
        ASSERT_EQ(holder_seen_by(bob), self(bob));
        hall.say(bob, "at last", voice);
        hall.run(15ms);
        EXPECT_EQ(holder_seen_by(cem), base::MemberIndex{});
        EXPECT_EQ(times(alice, "at last"), 1U);
        EXPECT_EQ(times(cem, "at last"), 0U);
        hall.run(1s);
        EXPECT_EQ(holder_seen_by(cem), self(bob));
    }
};

TEST_F(LateGrant, what_it_explains_waits_for_it) {
    say_before_grant(60ms);
    EXPECT_EQ(times(cem, "at last"), 1U);
}

TEST_F(LateGrant, but_not_for_long) {
    say_before_grant(300ms);
    EXPECT_EQ(times(cem, "at last"), 0U);
}

/// Bob's answer by his grant waits at Cem for the question, which does not come.
class HeldAnswer : public Floor {
  protected:
    void answer_unasked() {
        declare(voice);
        want(bob);
        hall.run(50ms);
        hall.tamper = [this](const base::Address&, const base::Address& to, base::Bytes bytes) {
            const auto way = node::route(bytes);
            const bool is_chat = way && way->header.priority == base::PriorityClass::chat;
            return to == cem.address && is_chat ? base::Bytes{} : bytes;
        };
        hall.say(alice, "question", chat);
        hall.run(15ms);
        hall.say(bob, "answer", voice);
        hall.run(15ms);
        ASSERT_EQ(times(alice, "answer"), 1U);
        ASSERT_EQ(times(cem, "answer"), 0U);
    }
};

TEST_F(HeldAnswer, is_delivered_at_its_deadline_while_the_grant_lasts) {
    answer_unasked();
    hall.run(1s);
    EXPECT_EQ(times(cem, "answer"), 1U);
}

TEST_F(HeldAnswer, is_dropped_when_its_author_is_removed_before_its_deadline) {
    answer_unasked();
    hall.command(alice, node::RemoveMember{self(bob)});
    hall.run(15ms);
    ASSERT_EQ(times(cem, "answer"), 0U);
    hall.run(1s);
    EXPECT_EQ(times(cem, "answer"), 0U);
}

/// A relay that passes on what it should not.
class FloorAtLiar : public testing::Test {
  protected:
    static constexpr base::TokenId token{1};
    static constexpr base::FlowId voice{1};

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
};

TEST_F(FloorAtLiar, receivers_refuse_what_was_sent_by_a_grant_that_is_over) {
    const auto link = relay.create(alice);
    relay.join(alice, link, "Alice");
    relay.run(1s);
    relay.join(bob, link, "Bob");
    relay.run(2s);
    const auto member = [](const Hall::Place& place) {
        for (const auto& joined : Hall::all<node::MemberJoined>(place)) {
            if (joined.self) return joined.member;
        }
        return base::MemberIndex{};
    };
    hall.command(alice, node::ActOnToken{token::DeclareToken{token, "voice", {voice}, {}}});
    hall.command(alice, node::ActOnToken{token::GrantToken{token, member(bob)}});
    relay.run(200ms);
    // Said while Bob holds it; kept by the relay.
    hall.say(bob, "first", voice);
    relay.run(50ms);
    hall.say(bob, "second", voice);
    relay.run(50ms);
    auto said = relay.fragments;
    std::erase_if(said, [](const auto& fragment) { return fragment.flow != voice; });
    ASSERT_EQ(said.size(), 2U);
    relay.send(alice, said[0]);
    relay.run(50ms);
    EXPECT_EQ(Hall::texts(alice), std::vector<std::string>{"first"});
    hall.command(alice, node::RemoveMember{member(bob), false});
    relay.run(50ms);
    relay.send(alice, said[1]);
    relay.run(150ms);
    EXPECT_EQ(Hall::texts(alice), std::vector<std::string>{"first"});
}

} // namespace
} // namespace plenum::test
