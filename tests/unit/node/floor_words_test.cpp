// SPDX-License-Identifier: Apache-2.0
// Reliable flows that demand a token: what was said without it goes to nobody, and all are sure of the same.
#include "core/wire/message.h"
#include "tests/unit/node/floor_fixture.h"
#include "tests/unit/node/stranger.h"

namespace plenum::test {
namespace {

/// The chat, as if it were a pen.
class FloorWords : public Floor {
  protected:
    void SetUp() override {
        Floor::SetUp();
        declare(chat);
        want(bob);
        hall.run(50ms);
    }
    std::vector<std::string> heard_by(const Hall::Place& place) { return Hall::texts(place); }
    static std::vector<base::SequenceNumber> refused(const Hall::Place& place) {
        std::vector<base::SequenceNumber> numbers;
        for (const auto& refused : Hall::all<node::MessageRefused>(place))
            numbers.push_back(refused.sequence);
        return numbers;
    }
    /// Alice gives the token to Cem, and Bob speaks before he can know.
    void speak_too_late(std::string_view text) {
        act(alice, token::TransferToken{token, self(bob), self(cem)});
        hall.run(6ms);
        hall.say(bob, text, chat);
        hall.run(200ms);
    }
};

TEST_F(FloorWords, what_comes_after_the_token_went_is_refused_and_its_sender_told) {
    hall.say(bob, "one", chat);
    hall.run(50ms);
    speak_too_late("two");
    EXPECT_EQ(refused(bob), std::vector{base::SequenceNumber{2}});
    hall.say(cem, "mine", chat);
    hall.run(50ms);
    EXPECT_EQ(heard_by(alice), (std::vector<std::string>{"one", "mine"}));
    EXPECT_EQ(heard_by(cem), std::vector<std::string>{"one"});
    EXPECT_EQ(Hall::all<node::MessageAccepted>(bob).size(), 1U);
    hall.say(bob, "three", chat);
    EXPECT_EQ(refusals(bob), std::vector{node::CommandError::no_token});
}

TEST_F(FloorWords, a_sender_learns_what_was_refused_though_answer_and_relay_were_lost) {
    act(alice, token::TransferToken{token, self(bob), self(cem)});
    hall.run(6ms);
    hall.say(bob, "too late", chat);
    hall.drop_all_to(bob.address, true);
    hall.run(200ms);
    hall.trace = true;
    hall.restart_relay(relay);
    hall.run(10ms);
    const auto rejected = std::ranges::find(relay.steps, base::TraceEvent::Kind::reject, &base::TraceEvent::kind);
    ASSERT_NE(rejected, relay.steps.end()) << "the relay before told nobody, as far as anybody knows";
    EXPECT_EQ(rejected->sender, self(bob));
    hall.drop_all_to(bob.address, false);
    hall.run(15s);
    EXPECT_EQ(refused(bob), std::vector{base::SequenceNumber{1}});
    EXPECT_TRUE(Hall::all<node::MessageAccepted>(bob).empty());
}

TEST_F(FloorWords, who_gets_it_again_goes_on_and_nothing_counts_as_missed) {
    hall.say(bob, "one", chat);
    hall.run(50ms);
    speak_too_late("two");
    act(alice, token::TransferToken{token, self(cem), self(bob)});
    hall.run(50ms);
    hall.say(bob, "three", chat);
    hall.run(50ms);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(2s);
    for (auto* place : {&alice, &cem, &dan}) {
        EXPECT_EQ(heard_by(*place), (std::vector<std::string>{"one", "three"}));
        EXPECT_TRUE(Hall::all<node::MessagesMissed>(*place).empty());
    }
}

TEST_F(FloorWords, who_comes_later_hears_what_was_said_by_grants_that_are_over) {
    hall.say(bob, "one", chat);
    hall.run(50ms);
    act(bob, token::TransferToken{token, self(bob), self(cem)});
    hall.run(50ms);
    hall.say(cem, "two", chat);
    hall.run(50ms);
    want(cem, false);
    hall.run(50ms);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(2s);
    auto words = heard_by(dan);
    std::ranges::sort(words);
    EXPECT_EQ(words, (std::vector<std::string>{"one", "two"}));
}

TEST_F(FloorWords, a_relay_that_comes_back_still_knows_what_was_refused) {
    hall.say(bob, "one", chat);
    hall.run(50ms);
    speak_too_late("two");
    hall.restart_relay(relay);
    hall.run(10s);
    act(alice, token::TransferToken{token, self(cem), self(bob)});
    hall.run(50ms);
    hall.say(bob, "three", chat);
    hall.run(100ms);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(2s);
    EXPECT_EQ(heard_by(alice), (std::vector<std::string>{"one", "three"}));
    EXPECT_EQ(heard_by(dan), (std::vector<std::string>{"one", "three"}));
    EXPECT_EQ(refused(bob), std::vector{base::SequenceNumber{2}}) << "and is not said again";
}

TEST_F(FloorWords, a_relay_that_comes_back_accepts_nothing_after_the_last_message_of_a_revoked_grant) {
    hall.say(bob, "one", chat);
    hall.run(50ms);
    hall.restart_relay(relay);
    hall.run(10s);
    ASSERT_EQ(holder_seen_by(alice), self(bob));
    act(alice, token::RevokeToken{token, self(bob), token::RevokeReason::decided});
    hall.run(6ms);
    hall.say(bob, "two", chat);
    hall.run(200ms);
    EXPECT_EQ(heard_by(cem), std::vector<std::string>{"one"});
    EXPECT_EQ(refused(bob), std::vector{base::SequenceNumber{2}});
}

/// A moderator removes a person, not one of their devices.
TEST_F(Floor, who_comes_later_hears_every_device_of_a_removed_person) {
    auto& desk = hall.add_endpoint();
    auto& phone = hall.add_endpoint();
    for (auto* device : {&desk, &phone}) {
        node::NodeOptions options;
        options.seed.bytes.fill(device == &desk ? 101 : 102);
        options.endpoint = node::EndpointOptions{seed_of(103), {}, hall.styles, {}};
        device->node = std::make_unique<node::Node>(options);
        hall.join(*device, relay, link, "Eve");
        hall.run(1s);
        ASSERT_TRUE(Hall::joined(*device));
    }
    hall.command(alice, node::SetRole{self(desk), node::MemberRole::moderator});
    token::DeclareToken declaration{token, "pen", {chat}, {}};
    declaration.settings.holders_max = 2;
    act(alice, declaration);
    hall.run(100ms);
    EXPECT_EQ(Hall::all<node::MemberRoleChanged>(cem).size(), 2U) << "a role is a person's too";
    for (const auto* device : {&desk, &phone})
        act(alice, token::GrantToken{token, self(*device)});
    hall.run(100ms);
    hall.say(desk, "from the desk", chat);
    hall.say(phone, "from the phone", chat);
    hall.run(100ms);
    hall.command(alice, node::RemoveMember{self(desk)});
    hall.run(1s);
    ASSERT_TRUE(seen_by(alice)->holders.empty());
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(2s);
    EXPECT_EQ(times(dan, "from the desk"), 1U);
    EXPECT_EQ(times(dan, "from the phone"), 1U);
}

/// As after a lost link, when the relay's answer was lost too.
TEST_F(FloorWords, what_was_taken_is_not_refused_when_it_comes_again) {
    HandMember eve{hall, relay, link, 40};
    eve.run(1s);
    act(alice, token::TransferToken{token, self(bob), eve.self()});
    eve.run(50ms);
    wire::MessageHeader header;
    header.flow = chat;
    header.sender = eve.self();
    header.token_epoch = seen_by(alice)->holders.front().epoch;
    wire::ReliableMessage message{chat, eve.self(), base::SequenceNumber{1}, wire::encode(header), {}};
    message.sealed.push_back(0xff);
    const auto say = [&](std::uint64_t sequence) {
        message.sequence = base::SequenceNumber{sequence};
        ASSERT_TRUE(eve.link().send_stream(base::PriorityClass::chat, wire::encode(message)).has_value());
        eve.run(50ms);
    };
    say(1);
    act(alice, token::TransferToken{token, eve.self(), self(cem)});
    eve.run(50ms);
    say(1);
    EXPECT_EQ(eve.accepted.size(), 2U);
    EXPECT_TRUE(eve.refused.empty());
    say(2);
    say(2);
    EXPECT_EQ(eve.accepted.size(), 4U);
    ASSERT_EQ(eve.refused.size(), 2U) << "and what was refused is refused again";
    EXPECT_EQ(eve.refused.back().sequence, base::SequenceNumber{2});
}

} // namespace
} // namespace plenum::test
