// SPDX-License-Identifier: Apache-2.0
// What someone who comes late may read of what was said before.
#include "core/wire/datagram.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class Earlier : public testing::Test {
  protected:
    explicit Earlier(bool newcomers_read = true) : newcomers_read_{newcomers_read} {}
    void SetUp() override {
        link = hall.create(alice, relay, "Design review", policy(newcomers_read_));
        enter(alice, "Alice");
        enter(bob, "Bob");
    }
    static log::Policy policy(bool newcomers_read) { return {base::Admission::open, newcomers_read, false}; }
    void enter(Hall::Place& place, std::string name) {
        hall.join(place, relay, link, std::move(name));
        hall.run(1s);
        ASSERT_TRUE(Hall::joined(place));
    }
    void say(Hall::Place& place, std::string_view text) {
        hall.say(place, text);
        hall.run(500ms);
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    Hall::Place& dora{hall.add_endpoint()};
    node::ConferenceLink link;

  private:
    bool newcomers_read_;
};

class NewcomersReadNothing : public Earlier {
  protected:
    NewcomersReadNothing() : Earlier{false} {}
};

TEST_F(Earlier, chat_is_there_for_newcomers_over_all_turns_of_the_keys) {
    say(alice, "one");
    auto& carol = hall.add_endpoint();
    enter(carol, "Carol");
    say(bob, "two");
    hall.command(carol, node::LeaveConference{});
    hall.run(1s);
    say(alice, "three");
    enter(dora, "Dora");
    say(bob, "four");
    EXPECT_THAT(Hall::texts(dora), testing::UnorderedElementsAre("one", "two", "three", "four"));
    EXPECT_THAT(Hall::all<node::MessagesMissed>(dora), IsEmpty());
}

TEST_F(Earlier, words_of_someone_who_left_come_with_their_name) {
    say(bob, "farewell");
    hall.command(bob, node::LeaveConference{});
    hall.run(1s);
    enter(dora, "Dora");
    hall.run(1s);
    ASSERT_THAT(Hall::texts(dora), ElementsAre("farewell"));
    const auto joined = Hall::all<node::MemberJoined>(dora);
    const auto sender = Hall::all<node::MessageReceived>(dora)[0].sender;
    const auto bobs = std::ranges::find(joined, sender, &node::MemberJoined::member);
    ASSERT_NE(bobs, joined.end());
    EXPECT_EQ(bobs->name, "Bob");
}

TEST_F(Earlier, words_of_someone_who_came_by_an_earlier_link_come_with_their_name) {
    say(bob, "farewell");
    say(bob, "and thanks");
    hall.command(bob, node::LeaveConference{});
    hall.run(1s);
    hall.command(alice, node::ChangeLink{});
    hall.run(1s);
    link = Hall::all<node::LinkChanged>(alice).at(0).link;
    enter(dora, "Dora");
    hall.run(1s);
    ASSERT_THAT(Hall::texts(dora), ElementsAre("farewell", "and thanks"));
    const auto former = Hall::all<node::FormerMember>(dora);
    ASSERT_THAT(former, SizeIs(1)) << "once";
    EXPECT_EQ(former[0].name, "Bob");
    EXPECT_EQ(former[0].member, Hall::all<node::MessageReceived>(dora)[0].sender);
}

TEST_F(Earlier, sound_and_pictures_are_over_when_they_are_over) {
    hall.say(alice, "sound", base::FlowId{1});
    enter(dora, "Dora");
    EXPECT_THAT(Hall::texts(dora), IsEmpty());
}

TEST_F(NewcomersReadNothing, of_what_was_said_before) {
    say(alice, "before");
    enter(dora, "Dora");
    say(alice, "after");
    EXPECT_THAT(Hall::texts(dora), ElementsAre("after"));
    EXPECT_THAT(Hall::all<node::MessagesMissed>(dora), IsEmpty());
}

TEST_F(NewcomersReadNothing, and_are_not_sent_it_sealed_either) {
    for (int i = 0; i < 100; ++i)
        hall.say(alice, std::string(1000, 'x'));
    hall.run(1s);
    hall.capture = true;
    enter(dora, "Dora");
    std::size_t sent = 0;
    for (const auto& each : hall.captured)
        sent += each.to == dora.address ? each.bytes.size() : 0;
    EXPECT_LT(sent, 50'000U);
}

/// Bob's words are sealed with the key before Carol's, and reach the relay after the turn that gave her one.
TEST_F(NewcomersReadNothing, and_miss_nothing_that_was_said_while_they_were_there) {
    say(bob, "before");
    hall.drop_all_to(bob.address, true);
    auto& carol = hall.add_endpoint();
    enter(carol, "Carol");
    hall.say(bob, "one");
    hall.say(bob, "two");
    hall.run(300ms);
    hall.drop_all_to(bob.address, false);
    hall.run(3s);
    say(bob, "three");
    EXPECT_THAT(Hall::texts(carol), ElementsAre("one", "two", "three"));
    EXPECT_THAT(Hall::texts(alice), ElementsAre("before", "one", "two", "three")) << "each once";
    EXPECT_THAT(Hall::all<node::MessageAccepted>(bob), SizeIs(4));
    EXPECT_THAT(Hall::all<node::MessagesMissed>(carol), IsEmpty());
}

TEST_F(NewcomersReadNothing, of_what_was_said_before_it_was_allowed) {
    say(alice, "before");
    auto& carol = hall.add_endpoint();
    enter(carol, "Carol");
    hall.command(alice, node::SetPolicy{policy(true)});
    hall.run(500ms);
    say(alice, "between");
    enter(dora, "Dora");
    say(alice, "after");
    EXPECT_THAT(Hall::texts(dora), ElementsAre("between", "after"));
}

TEST_F(NewcomersReadNothing, a_newcomer_is_told_of_no_message_that_was_not_for_it) {
    for (int i = 0; i < 300; ++i)
        hall.say(alice, std::to_string(i));
    hall.run(500ms);
    hall.restart_relay(relay);
    hall.join(dora, relay, link, "Dora");
    for (int i = 0; i < 100; ++i) {
        hall.say(bob, std::to_string(i));
        hall.run(50ms);
    }
    ASSERT_TRUE(Hall::joined(dora));
    hall.say(alice, "welcome");
    hall.run(1s);
    EXPECT_EQ(Hall::texts(dora).back(), "welcome");
    EXPECT_THAT(Hall::all<node::MessagesMissed>(dora), SizeIs(0));
}

TEST_F(NewcomersReadNothing, a_newcomer_whose_link_breaks_is_sent_nothing_that_was_not_for_it) {
    for (int i = 0; i < 300; ++i)
        hall.say(alice, std::string(1000, 'x'));
    hall.run(2s);
    hall.join(dora, relay, link, "Dora");
    for (int i = 0; i < 2000 && !Hall::joined(dora); ++i)
        hall.run(1ms);
    ASSERT_TRUE(Hall::joined(dora));
    // Handshakes pass, so that it comes back by a session of its own.
    hall.tamper = [&](const base::Address&, const base::Address& to, base::Bytes bytes) {
        const bool sealed = bytes.at(0) == static_cast<base::Bytes::value_type>(wire::DatagramType::sealed);
        return sealed && to == dora.address ? base::Bytes{} : std::move(bytes);
    };
    hall.run(4s);
    hall.tamper = {};
    const auto before = relay.transmitted;
    hall.run(2s);
    hall.say(alice, "welcome");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(dora), ElementsAre("welcome"));
    EXPECT_THAT(Hall::all<node::MessagesMissed>(dora), SizeIs(0));
    EXPECT_LT(relay.transmitted - before, 200U) << "300 messages fill as many datagrams";
}

} // namespace
} // namespace plenum::test
