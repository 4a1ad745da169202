// SPDX-License-Identifier: Apache-2.0
// The way into a conference, and out of it: knocking, letting in, turning away, taking out, another link.
#include "tests/unit/node/at_the_door.h"

#include <gmock/gmock.h>

namespace plenum::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(AtTheDoor, a_moderator_lets_in_who_knocks) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    EXPECT_EQ(phase(bob), node::Phase::lobby);
    ASSERT_THAT(knocks(), SizeIs(1));
    EXPECT_EQ(knocks()[0].name, "Bob");
    hall.command(alice, node::AdmitKnock{knocks()[0].exchange});
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(bob));
    EXPECT_THAT(Hall::all<node::KnockOver>(alice), SizeIs(1));
    hall.say(alice, "Welcome");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), Contains("Welcome"));
}

TEST_F(AtTheDoor, who_waits_learns_nothing_but_that_they_wait) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.say(alice, "Between us");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), IsEmpty());
    EXPECT_THAT(names(bob), IsEmpty());
    EXPECT_THAT(Hall::all<node::FlowDeclared>(bob), IsEmpty());
    EXPECT_THAT(Hall::all<node::EpochChanged>(bob), IsEmpty());
}

TEST_F(AtTheDoor, who_is_turned_away_is_told) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(alice, node::RefuseKnock{knocks().at(0).exchange});
    hall.run(1s);
    EXPECT_EQ(ended(bob), node::EndReason::not_admitted);
    EXPECT_THAT(Hall::all<node::KnockOver>(alice), SizeIs(1));
}

TEST_F(AtTheDoor, who_goes_away_is_heard_no_more) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(bob, node::LeaveConference{});
    hall.run(1s);
    EXPECT_THAT(Hall::all<node::KnockOver>(alice), SizeIs(1));
    hall.command(alice, node::AdmitKnock{knocks().at(0).exchange});
    const auto refused = Hall::all<node::CommandRefused>(alice);
    ASSERT_THAT(refused, SizeIs(1));
    EXPECT_EQ(refused[0].error, node::CommandError::unknown_person);
}

TEST_F(AtTheDoor, a_knock_outlives_a_lost_link_and_a_restarted_relay) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.restart_relay(relay);
    hall.run(5s);
    EXPECT_THAT(Hall::all<node::KnockOver>(alice), IsEmpty());
    hall.command(alice, node::AdmitKnock{knocks().at(0).exchange});
    hall.run(2s);
    EXPECT_TRUE(Hall::joined(bob));
}

TEST_F(AtTheDoor, a_closed_conference_turns_people_away_by_itself) {
    open(base::Admission::closed);
    enter(bob, "Bob");
    EXPECT_EQ(ended(bob), node::EndReason::closed);
    EXPECT_THAT(knocks(), IsEmpty());
}

TEST_F(AtTheDoor, closing_sends_away_who_waits_and_opening_lets_them_in) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(alice, node::SetPolicy{{base::Admission::closed, true, false}});
    hall.run(1s);
    EXPECT_EQ(ended(bob), node::EndReason::closed);
    hall.command(alice, node::SetPolicy{{base::Admission::lobby, true, false}});
    enter(eve, "Eve");
    EXPECT_EQ(phase(eve), node::Phase::lobby);
    hall.command(alice, node::SetPolicy{{base::Admission::open, true, false}});
    hall.run(2s);
    EXPECT_TRUE(Hall::joined(eve));
}

TEST_F(AtTheDoor, requests_to_mute_reach_those_who_are_in_once) {
    open(base::Admission::open);
    enter(bob, "Bob");
    hall.command(alice, node::AskMute{});
    hall.run(1s);
    const auto asked = Hall::all<node::MuteAsked>(bob);
    ASSERT_THAT(asked, SizeIs(1));
    EXPECT_EQ(asked[0].by, index_of(bob, "Alice"));
    EXPECT_EQ(asked[0].member, base::MemberIndex{}) << "everyone else";
    enter(eve, "Eve");
    EXPECT_THAT(Hall::all<node::MuteAsked>(eve), IsEmpty()) << "it was before her time";
    hall.command(alice, node::AskMute{index_of(alice, "Eve")});
    hall.run(1s);
    EXPECT_THAT(Hall::all<node::MuteAsked>(eve), SizeIs(1));
    EXPECT_THAT(Hall::all<node::MuteAsked>(bob), SizeIs(2)) << "all see whom";
    hall.command(bob, node::AskMute{});
    hall.run(1s);
    EXPECT_THAT(Hall::all<node::MuteAsked>(eve), SizeIs(1)) << "Bob moderates nothing";
}

TEST_F(AtTheDoor, everybody_is_told_who_records) {
    open(base::Admission::open);
    enter(bob, "Bob");
    hall.command(bob, node::Record{true});
    hall.run(1s);
    for (const auto* place : {&alice, &bob}) {
        const auto told = Hall::all<node::MemberRecording>(*place);
        ASSERT_THAT(told, SizeIs(1));
        EXPECT_EQ(told[0].member, index_of(alice, "Bob"));
        EXPECT_TRUE(told[0].on);
    }
    enter(eve, "Eve");
    const auto told_eve = Hall::all<node::MemberRecording>(eve);
    ASSERT_THAT(told_eve, SizeIs(1)) << "it began before she came";
    EXPECT_TRUE(told_eve[0].on);
    hall.command(alice, node::SetPolicy{{.admission = base::Admission::open, .recording = false}});
    hall.run(1s);
    for (const auto* place : {&alice, &bob, &eve}) {
        ASSERT_FALSE(Hall::all<node::MemberRecording>(*place).empty());
        EXPECT_FALSE(Hall::all<node::MemberRecording>(*place).back().on) << "a moderator forbade it";
    }
    hall.command(bob, node::Record{true});
    hall.run(1s);
    const auto refused = Hall::all<node::CommandRefused>(bob);
    ASSERT_THAT(refused, SizeIs(1));
    EXPECT_EQ(refused[0].error, node::CommandError::not_permitted);
}

TEST_F(AtTheDoor, nobody_but_a_moderator_decides) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(alice, node::AdmitKnock{knocks().at(0).exchange});
    hall.run(1s);
    enter(eve, "Eve");
    EXPECT_THAT(Hall::all<node::KnockHeard>(bob), IsEmpty());
    hall.command(bob, node::AdmitKnock{knocks().at(1).exchange});
    EXPECT_THAT(Hall::all<node::CommandRefused>(bob), SizeIs(1));
    hall.command(alice, node::SetRole{index_of(alice, "Bob"), node::MemberRole::moderator});
    hall.run(1s);
    ASSERT_THAT(Hall::all<node::KnockHeard>(bob), SizeIs(1));
    hall.command(bob, node::AdmitKnock{knocks().at(1).exchange});
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(eve));
}

TEST_F(AtTheDoor, after_half_a_minute_without_a_moderator_the_longest_present_decides) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(alice, node::AdmitKnock{knocks().at(0).exchange});
    hall.run(1s);
    hall.command(alice, node::LeaveConference{});
    hall.run(2s);
    enter(eve, "Eve");
    hall.run(20s);
    EXPECT_THAT(Hall::all<node::KnockHeard>(bob), IsEmpty());
    hall.run(10s);
    ASSERT_THAT(Hall::all<node::KnockHeard>(bob), SizeIs(1));
    hall.command(bob, node::AdmitKnock{Hall::all<node::KnockHeard>(bob)[0].exchange});
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(eve));
}

TEST_F(AtTheDoor, who_knocked_while_the_last_one_there_fell_silent_is_let_in_by_nobody) {
    open(base::Admission::open);
    hall.drop_all_to(alice.address, true);
    enter(bob, "Bob");
    EXPECT_FALSE(Hall::joined(bob));
    hall.run(5s);
    EXPECT_TRUE(Hall::joined(bob));
}

TEST_F(AtTheDoor, who_is_removed_is_told_and_comes_back_through_a_moderator_alone) {
    open(base::Admission::open);
    enter(bob, "Bob");
    ASSERT_TRUE(Hall::joined(bob));
    hall.command(alice, node::RemoveMember{index_of(alice, "Bob"), false});
    hall.run(1s);
    EXPECT_EQ(ended(bob), node::EndReason::removed);
    bob.events.clear();
    enter(bob, "Robert");
    EXPECT_EQ(phase(bob), node::Phase::lobby);
    EXPECT_THAT(names(bob), IsEmpty());
    ASSERT_THAT(knocks(), SizeIs(1));
    hall.command(alice, node::AdmitKnock{knocks()[0].exchange});
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(bob));
}

TEST_F(AtTheDoor, the_host_cannot_be_removed) {
    open(base::Admission::open);
    enter(bob, "Bob");
    hall.command(alice, node::SetRole{index_of(alice, "Bob"), node::MemberRole::moderator});
    hall.run(1s);
    hall.command(bob, node::RemoveMember{index_of(bob, "Alice"), false});
    const auto refused = Hall::all<node::CommandRefused>(bob);
    ASSERT_THAT(refused, SizeIs(1));
    EXPECT_EQ(refused[0].error, node::CommandError::not_permitted);
}

/// Someone was removed, and the link changed with that.
TEST_F(AtTheDoor, another_link_sends_away_who_waits_with_the_old_one) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(alice, node::ChangeLink{});
    hall.run(1s);
    EXPECT_EQ(ended(bob), node::EndReason::not_admitted);
    EXPECT_THAT(Hall::all<node::KnockOver>(alice), SizeIs(1));
}

class AnotherLink : public AtTheDoor {
  protected:
    void SetUp() override {
        open(base::Admission::open);
        enter(bob, "Bob");
        enter(eve, "Eve");
        hall.command(alice, node::RemoveMember{index_of(alice, "Eve"), true});
        hall.run(2s);
        const auto changed = Hall::all<node::LinkChanged>(alice);
        ASSERT_THAT(changed, SizeIs(1));
        fresh = changed[0].link;
    }
    node::ConferenceLink fresh;
};

TEST_F(AnotherLink, is_known_to_all_who_stay_and_not_to_who_went) {
    const auto changed = Hall::all<node::LinkChanged>(bob);
    ASSERT_THAT(changed, SizeIs(1));
    EXPECT_EQ(changed[0].link, fresh);
    EXPECT_NE(fresh.secret, link.secret);
    EXPECT_EQ(fresh.root, link.root);
    EXPECT_THAT(Hall::all<node::LinkChanged>(eve), IsEmpty());
    EXPECT_EQ(ended(eve), node::EndReason::removed);
}

TEST_F(AnotherLink, leaves_the_old_one_without_an_answer) {
    hall.run(20s);
    auto& mallory = hall.add_endpoint();
    enter(mallory, "Mallory");
    hall.run(8s);
    EXPECT_EQ(ended(mallory), node::EndReason::no_answer);
}

TEST_F(AnotherLink, lets_newcomers_see_the_names_of_those_who_came_by_the_old_one) {
    link = fresh;
    auto& carol = hall.add_endpoint();
    enter(carol, "Carol");
    ASSERT_TRUE(Hall::joined(carol));
    EXPECT_THAT(names(carol), ElementsAre("Alice", "Bob", "Carol"));
    hall.say(carol, "Hello");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), Contains("Hello"));
    EXPECT_THAT(Hall::all<node::ProtocolViolation>(carol), IsEmpty());
}

TEST_F(AnotherLink, is_the_way_back_of_those_who_stayed) {
    hall.restart_relay(relay);
    hall.run(5s);
    EXPECT_TRUE(Hall::joined(alice));
    EXPECT_TRUE(Hall::joined(bob));
    hall.say(bob, "Still here");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(alice), Contains("Still here"));
}

TEST_F(AnotherLink, is_learned_by_who_was_away_for_a_moment) {
    hall.drop_all_to(bob.address, true);
    hall.run(100ms);
    hall.command(alice, node::ChangeLink{});
    hall.run(2s);
    hall.drop_all_to(bob.address, false);
    hall.run(5s);
    EXPECT_TRUE(Hall::joined(bob));
    const auto changed = Hall::all<node::LinkChanged>(bob);
    ASSERT_FALSE(changed.empty());
    EXPECT_EQ(changed.back().link, Hall::all<node::LinkChanged>(alice).back().link);
}

TEST_F(AnotherLink, after_another_still_shows_all_names) {
    hall.command(alice, node::ChangeLink{});
    hall.run(1s);
    link = Hall::all<node::LinkChanged>(alice).back().link;
    ASSERT_NE(link.secret, fresh.secret);
    auto& carol = hall.add_endpoint();
    enter(carol, "Carol");
    EXPECT_THAT(names(carol), ElementsAre("Alice", "Bob", "Carol"));
}

/// Two moderators decide, and the relay reads both at once.
TEST_F(AtTheDoor, whoever_was_let_in_is_not_turned_away_by_what_came_with_it) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(alice, node::AdmitKnock{knocks().at(0).exchange});
    hall.run(2s);
    hall.command(alice, node::SetRole{index_of(alice, "Bob"), node::MemberRole::moderator});
    hall.run(1s);
    enter(eve, "Eve");
    const auto knock = Hall::all<node::KnockHeard>(bob).back().exchange;
    at_once([&] {
        hall.command(alice, node::AdmitKnock{knock});
        hall.command(bob, node::RefuseKnock{knock});
    });
    EXPECT_TRUE(Hall::joined(eve));
    EXPECT_EQ(ended(eve), std::nullopt);
}

TEST_F(AtTheDoor, whoever_left_is_not_let_in_by_what_came_with_it) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    const auto knock = knocks().at(0).exchange;
    at_once([&] {
        hall.command(bob, node::LeaveConference{});
        hall.command(alice, node::AdmitKnock{knock});
    });
    EXPECT_FALSE(Hall::joined(bob));
    EXPECT_THAT(Hall::all<node::KnockOver>(alice), SizeIs(1));
    EXPECT_THAT(Hall::all<node::CommandRefused>(alice), SizeIs(1));
    EXPECT_THAT(names(alice), ElementsAre("Alice"));
}

} // namespace
} // namespace plenum::test
