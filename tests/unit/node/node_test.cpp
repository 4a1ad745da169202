// SPDX-License-Identifier: Apache-2.0
#include "core/wire/datagram.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

/// A relay, three people in one conference.
class Meeting : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        for (auto* person : {&alice, &bob, &carol}) {
            hall.join(*person, relay, link, person == &alice ? "Alice" : person == &bob ? "Bob" : "Carol");
            hall.run(500ms);
        }
        ASSERT_TRUE(Hall::joined(alice) && Hall::joined(bob) && Hall::joined(carol));
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    Hall::Place& carol{hall.add_endpoint()};
    node::ConferenceLink link;
};

TEST_F(Meeting, everyone_sees_everyone_with_names_and_the_maker_moderates) {
    for (const auto* person : {&alice, &bob, &carol}) {
        const auto members = Hall::all<node::MemberJoined>(*person);
        ASSERT_THAT(members, SizeIs(3));
        EXPECT_EQ(members[0].name, "Alice");
        EXPECT_EQ(members[0].role, node::MemberRole::moderator);
        EXPECT_EQ(members[1].name, "Bob");
        EXPECT_EQ(members[1].role, node::MemberRole::participant);
        EXPECT_EQ(members[2].name, "Carol");
    }
    EXPECT_TRUE(Hall::all<node::MemberJoined>(bob)[1].self);
}

/// Each costs everyone an entry.
TEST_F(Meeting, who_comes_one_after_another_shares_turns_of_the_keys) {
    const auto before = Hall::all<node::EpochChanged>(alice).size();
    constexpr int people = 10;
    std::vector<Hall::Place*> others;
    for (int i = 0; i < people; ++i) {
        others.push_back(&hall.add_endpoint());
        hall.join(*others.back(), relay, link, "Someone");
        hall.run(60ms);
    }
    hall.run(1s);
    EXPECT_TRUE(std::ranges::all_of(others, [](const auto* place) { return Hall::joined(*place); }));
    const auto turns = Hall::all<node::EpochChanged>(alice).size() - before;
    EXPECT_GE(turns, 2U);
    EXPECT_LE(turns, 4U) << "no more than one in 250 ms";
}

TEST_F(Meeting, chat_reaches_all_others_once_in_order_and_is_confirmed) {
    hall.say(alice, "one");
    hall.say(alice, "two");
    hall.run(200ms);
    hall.say(bob, "three");
    hall.run(300ms);
    EXPECT_THAT(Hall::texts(carol), ElementsAre("one", "two", "three"));
    EXPECT_THAT(Hall::texts(bob), ElementsAre("one", "two"));
    EXPECT_THAT(Hall::texts(alice), ElementsAre("three"));
    EXPECT_THAT(Hall::all<node::MessageAccepted>(alice), SizeIs(2));
}

TEST_F(Meeting, live_messages_of_any_size_keep_their_boundaries) {
    const std::string large(100'000, 'x');
    hall.say(alice, "small", base::FlowId{2});
    hall.say(alice, large, base::FlowId{2});
    hall.run(500ms);
    EXPECT_THAT(Hall::texts(bob), testing::UnorderedElementsAre("small", large));
}

TEST_F(Meeting, what_does_not_fit_a_flow_is_an_error_to_the_caller) {
    hall.say(alice, std::string(2000, 'x'), base::FlowId{1});
    hall.say(alice, "nowhere", base::FlowId{9});
    const auto refused = Hall::all<node::CommandRefused>(alice);
    ASSERT_THAT(refused, SizeIs(2));
    EXPECT_EQ(refused[0].error, node::CommandError::too_large);
    EXPECT_EQ(refused[1].error, node::CommandError::unknown_flow);
}

TEST_F(Meeting, a_late_joiner_gets_the_whole_log_and_earlier_chat) {
    hall.say(alice, "before");
    hall.run(300ms);
    auto& dave = hall.add_endpoint();
    hall.join(dave, relay, link, "Dave");
    hall.run(500ms);
    ASSERT_TRUE(Hall::joined(dave));
    EXPECT_THAT(Hall::all<node::MemberJoined>(dave), SizeIs(4));
    hall.say(alice, "after");
    hall.run(300ms);
    EXPECT_THAT(Hall::texts(dave), ElementsAre("before", "after"));
}

TEST_F(Meeting, leaving_turns_the_key_and_tells_everyone) {
    const auto turns = Hall::all<node::EpochChanged>(alice).size();
    hall.command(bob, node::LeaveConference{});
    hall.run(500ms);
    ASSERT_THAT(Hall::all<node::Ended>(bob), SizeIs(1));
    EXPECT_EQ(Hall::all<node::Ended>(bob)[0].reason, node::EndReason::left);
    ASSERT_THAT(Hall::all<node::MemberLeft>(carol), SizeIs(1));
    EXPECT_EQ(Hall::all<node::MemberLeft>(carol)[0].reason, node::LeaveReason::left);
    EXPECT_EQ(Hall::all<node::EpochChanged>(alice).size(), turns + 1);
    hall.say(alice, "still here");
    hall.run(300ms);
    EXPECT_THAT(Hall::texts(carol), ElementsAre("still here"));
}

TEST_F(Meeting, when_the_key_leader_leaves_another_takes_over) {
    hall.command(alice, node::LeaveConference{});
    hall.run(1s);
    hall.say(bob, "without Alice");
    hall.run(300ms);
    EXPECT_THAT(Hall::texts(carol), ElementsAre("without Alice"));
    auto& dave = hall.add_endpoint();
    hall.join(dave, relay, link, "Dave");
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(dave));
}

TEST_F(Meeting, only_a_moderator_ends_it_for_all) {
    hall.command(bob, node::EndConference{});
    hall.run(500ms);
    EXPECT_THAT(Hall::all<node::CommandRefused>(bob), SizeIs(1));
    EXPECT_TRUE(Hall::joined(carol));
    hall.command(alice, node::EndConference{});
    hall.run(500ms);
    for (const auto* person : {&alice, &bob, &carol}) {
        ASSERT_THAT(Hall::all<node::Ended>(*person), SizeIs(1));
        EXPECT_EQ(Hall::all<node::Ended>(*person)[0].reason, node::EndReason::ended_for_all);
    }
}

TEST_F(Meeting, when_the_relay_closes_everyone_is_told) {
    hall.command(relay, node::CloseRelay{});
    hall.run(500ms);
    for (const auto* person : {&alice, &bob, &carol}) {
        ASSERT_THAT(Hall::all<node::Ended>(*person), SizeIs(1));
        EXPECT_EQ(Hall::all<node::Ended>(*person)[0].reason, node::EndReason::relay_closed);
    }
}

TEST_F(Meeting, a_relay_that_restarts_says_so_and_nobody_is_lost) {
    hall.say(alice, "before");
    hall.run(300ms);
    const auto entries = relay.stored.entries.size();
    hall.command(relay, node::CloseRelay{node::RelayClosing::restarting});
    hall.say(alice, "meanwhile");
    // Longer than anyone is waited for who closes a link without leaving.
    hall.run(5s);
    EXPECT_EQ(Hall::all<node::RelayStatus>(relay).back().sessions, 0U);
    EXPECT_EQ(relay.stored.entries.size(), entries);
    for (const auto* person : {&alice, &bob, &carol}) {
        EXPECT_THAT(Hall::all<node::RelayRestarts>(*person), SizeIs(1));
        EXPECT_EQ(Hall::all<node::PhaseChanged>(*person).back().phase, node::Phase::reconnecting);
    }
    hall.restart_relay(relay);
    hall.run(3s);
    EXPECT_TRUE(Hall::joined(alice) && Hall::joined(bob) && Hall::joined(carol));
    hall.say(alice, "after");
    hall.run(500ms);
    for (const auto* person : {&bob, &carol}) {
        EXPECT_THAT(Hall::texts(*person), ElementsAre("before", "meanwhile", "after"));
        EXPECT_THAT(Hall::all<node::Ended>(*person), SizeIs(0));
        EXPECT_THAT(Hall::all<node::MemberLeft>(*person), SizeIs(0));
        EXPECT_THAT(Hall::all<node::MemberPresence>(*person), SizeIs(0));
    }
}

TEST_F(Meeting, a_killed_relay_is_back_within_three_seconds_and_no_chat_is_lost) {
    hall.say(alice, "before the crash");
    hall.run(300ms);
    hall.drop_all_to(relay.address, true);
    hall.say(alice, "during the crash");
    hall.run(2s);
    hall.restart_relay(relay);
    hall.drop_all_to(relay.address, false);
    hall.run(3s);
    EXPECT_TRUE(Hall::joined(alice) && Hall::joined(bob) && Hall::joined(carol));
    hall.say(alice, "after the crash");
    hall.run(500ms);
    EXPECT_THAT(Hall::texts(carol), ElementsAre("before the crash", "during the crash", "after the crash"));
    EXPECT_THAT(Hall::texts(bob), ElementsAre("before the crash", "during the crash", "after the crash"));
    EXPECT_THAT(Hall::all<node::MemberLeft>(bob), SizeIs(0));
}

TEST_F(Meeting, who_is_cut_off_is_called_absent_then_lost_and_comes_back_as_someone_new) {
    hall.drop_all_to(bob.address, true);
    hall.run(6s);
    ASSERT_THAT(Hall::all<node::MemberPresence>(alice), SizeIs(1));
    hall.say(bob, "said while away");
    hall.run(15s);
    ASSERT_THAT(Hall::all<node::MemberLeft>(alice), SizeIs(1));
    EXPECT_EQ(Hall::all<node::MemberLeft>(alice)[0].reason, node::LeaveReason::lost);
    hall.drop_all_to(bob.address, false);
    hall.run(6s);
    EXPECT_TRUE(Hall::joined(bob));
    EXPECT_THAT(Hall::texts(carol), ElementsAre("said while away"));
    const auto told = Hall::all<node::MessagePublished>(bob).back().sent_at;
    EXPECT_NE(told, base::ConferenceTime{});
    EXPECT_EQ(Hall::all<node::MessageReceived>(carol).back().sent_at, told) << "the sender shows the same time";
}

TEST_F(Meeting, who_is_lost_is_absent_three_seconds_after_they_were_last_heard) {
    // They have said nothing but that they are there for a while.
    hall.run(5s);
    hall.drop_all_to(bob.address, true);
    hall.run(2500ms);
    EXPECT_THAT(Hall::all<node::MemberPresence>(alice), SizeIs(0));
    // The last that was heard of him may be a second old, and what is told takes its way.
    hall.run(600ms);
    EXPECT_THAT(Hall::all<node::MemberPresence>(alice), SizeIs(1));
}

TEST_F(Meeting, what_the_relay_had_taken_is_not_said_again_by_someone_new) {
    hall.tamper = [&](const base::Address&, const base::Address& to, base::Bytes bytes) {
        return to == bob.address ? base::Bytes{} : std::move(bytes);
    };
    hall.say(bob, "taken, and not confirmed");
    hall.run(500ms);
    ASSERT_THAT(Hall::texts(alice), SizeIs(1));
    hall.drop_all_to(bob.address, true);
    hall.say(bob, "said while away");
    hall.run(22s);
    ASSERT_THAT(Hall::all<node::MemberLeft>(alice), SizeIs(1));
    hall.tamper = {};
    hall.drop_all_to(bob.address, false);
    hall.run(6s);
    EXPECT_THAT(Hall::texts(alice), ElementsAre("taken, and not confirmed", "said while away"));
    EXPECT_THAT(Hall::all<node::MessageAccepted>(bob), SizeIs(2));
}

TEST_F(Meeting, what_is_said_while_coming_back_as_someone_new_waits) {
    hall.drop_all_to(bob.address, true);
    hall.run(22s);
    hall.drop_all_to(bob.address, false);
    const auto connecting = [&] {
        const auto phases = Hall::all<node::PhaseChanged>(bob);
        return std::ranges::count(phases, node::Phase::connecting, &node::PhaseChanged::phase);
    };
    for (int i = 0; i < 6000 && connecting() < 2; ++i)
        hall.run(1ms);
    ASSERT_EQ(connecting(), 2);
    ASSERT_FALSE(Hall::joined(bob));
    hall.say(bob, "on my way");
    hall.say(bob, "nobody can hear this yet", base::FlowId{1});
    EXPECT_THAT(Hall::all<node::CommandRefused>(bob), SizeIs(1));
    hall.run(3s);
    EXPECT_THAT(Hall::texts(alice), ElementsAre("on my way"));
}

/// Their join has reached the log, and they have not heard of it before they are cut off anew.
TEST_F(Meeting, who_is_lost_again_on_the_way_back_says_all_of_it_once) {
    hall.drop_all_to(bob.address, true);
    hall.say(bob, "said while away");
    hall.run(22s);
    hall.drop_all_to(bob.address, false);
    const auto phase = [&] { return Hall::all<node::PhaseChanged>(bob).back().phase; };
    for (int i = 0; i < 6000 && phase() != node::Phase::joining; ++i)
        hall.run(1ms);
    ASSERT_EQ(phase(), node::Phase::joining);
    hall.say(bob, "said on the way");
    hall.drop_all_to(bob.address, true);
    hall.run(22s);
    ASSERT_THAT(Hall::texts(alice), SizeIs(0));
    hall.drop_all_to(bob.address, false);
    hall.run(6s);
    EXPECT_TRUE(Hall::joined(bob));
    EXPECT_THAT(Hall::texts(alice), ElementsAre("said while away", "said on the way"));
}

TEST_F(Meeting, what_waits_for_coming_back_is_bounded_and_none_of_it_is_lost) {
    hall.drop_all_to(bob.address, true);
    hall.run(22s);
    const auto refused = Hall::all<node::CommandRefused>(bob).size();
    hall.drop_all_to(bob.address, false);
    for (int i = 0; i < 6000 && Hall::all<node::PhaseChanged>(bob).back().phase != node::Phase::connecting; ++i)
        hall.run(1ms);
    hall.say(bob, std::string(base::limits::chat_bytes_max + 1, 'x'));
    for (int i = 0; i < 20; ++i)
        hall.say(bob, std::string(base::limits::chat_bytes_max, static_cast<char>('a' + i)));
    std::vector<node::CommandError> errors;
    for (const auto& event : Hall::all<node::CommandRefused>(bob))
        errors.push_back(event.error);
    errors.erase(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(refused));
    const auto full = node::CommandError::queue_full;
    ASSERT_THAT(errors, ElementsAre(node::CommandError::too_large, full, full, full, full));
    hall.run(5s);
    EXPECT_THAT(Hall::texts(alice), SizeIs(16));
    EXPECT_EQ(Hall::texts(alice).back().front(), 'p');
}

TEST_F(Meeting, a_short_absence_loses_no_chat) {
    hall.drop_all_to(bob.address, true);
    hall.say(alice, "one");
    hall.run(5s);
    hall.say(carol, "two");
    hall.drop_all_to(bob.address, false);
    hall.run(3s);
    EXPECT_THAT(Hall::texts(bob), testing::UnorderedElementsAre("one", "two"));
    EXPECT_THAT(Hall::all<node::MemberLeft>(alice), SizeIs(0));
}

TEST(NodeContract, breaking_it_is_an_error_the_first_time) {
    node::Node node{node::NodeOptions{}};
    ASSERT_TRUE(node.handle(node::WakeUp{}, base::LocalTime{1s}).has_value());
    EXPECT_EQ(node.handle(node::WakeUp{}, base::LocalTime{2s}).error(), node::ContractError::not_polled);
    while (!std::holds_alternative<node::Wake>(node.poll())) {
    }
    EXPECT_EQ(node.handle(node::WakeUp{}, base::LocalTime{}).error(), node::ContractError::time_went_back);
}

TEST(Joining, a_link_with_a_wrong_secret_meets_silence_and_says_so) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    auto link = hall.create(alice, relay);
    link.secret.bytes[3] ^= 1;
    const auto sent = relay.transmitted;
    hall.join(alice, relay, link, "Alice");
    hall.run(10s);
    ASSERT_THAT(Hall::all<node::Ended>(alice), SizeIs(1));
    EXPECT_EQ(Hall::all<node::Ended>(alice)[0].reason, node::EndReason::no_answer);
    EXPECT_EQ(relay.transmitted, sent);
}

TEST(Joining, a_link_with_another_root_is_not_trusted) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    auto link = hall.create(alice, relay);
    link.root.bytes[0] ^= 1;
    hall.join(alice, relay, link, "Alice");
    hall.run(5s);
    ASSERT_THAT(Hall::all<node::Ended>(alice), SizeIs(1));
    EXPECT_EQ(Hall::all<node::Ended>(alice)[0].reason, node::EndReason::not_trustworthy);
}

TEST(Creating, a_full_relay_forgets_the_longest_empty_conference_after_a_day) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    const auto made = [&] { return Hall::all<node::ConferenceCreated>(alice); };
    const auto create = [&] {
        hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Another"});
        hall.run(130ms); // a network may make eight a second
    };
    for (std::size_t i = 0; i < base::limits::conferences_per_relay_max; ++i)
        create();
    ASSERT_THAT(made(), SizeIs(base::limits::conferences_per_relay_max));
    create();
    EXPECT_THAT(made(), SizeIs(base::limits::conferences_per_relay_max));
    hall.run(24h);
    create();
    ASSERT_THAT(made(), SizeIs(base::limits::conferences_per_relay_max + 1));
    EXPECT_EQ(relay.forgotten, 1U);
    // The first made is the one that had to go; the second is there.
    auto& bob = hall.add_endpoint();
    hall.join(bob, relay, made()[0].link, "Bob");
    hall.run(10s);
    ASSERT_THAT(Hall::all<node::Ended>(bob), SizeIs(1));
    EXPECT_EQ(Hall::all<node::Ended>(bob)[0].reason, node::EndReason::no_answer);
    hall.join(bob, relay, made()[1].link, "Bob");
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(bob));
}

TEST(Creating, a_relay_with_a_creation_secret_is_silent_to_those_without) {
    Hall hall;
    auto& relay = hall.add_relay("operator's word");
    auto& alice = hall.add_endpoint();
    hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Mine"});
    hall.run(10s);
    ASSERT_THAT(Hall::all<node::Ended>(alice), SizeIs(1));
    EXPECT_EQ(Hall::all<node::Ended>(alice)[0].reason, node::EndReason::no_answer);
    EXPECT_EQ(relay.transmitted, 0U);
}

} // namespace
} // namespace plenum::test
