// SPDX-License-Identifier: Apache-2.0
/// Canaries of chats; see checkers_test.cpp.

#include "tests/sim/checkers/chats_equal.h"

#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId talk{4};

class ChatCanary : public testing::Test {
  protected:
    void SetUp() override {
        auto flow = declared(talk, {});
        flow.spec.kind = FlowKind::chat;
        flow.name = ChatReplica::flow_name;
        for (const auto& [session, member] : {std::pair{alice, alice_member}, std::pair{bob, bob_member}}) {
            for (const auto each : {alice_member, bob_member}) {
                auto event = joined(each, each == member);
                event.identity.bytes.front() = static_cast<std::uint8_t>(each.value());
                checker.on_event(session, event, start);
            }
            checker.on_event(session, flow, start);
            checker.on_event(session, node::PhaseChanged{node::Phase::joined}, start);
        }
    }
    /// Alice's message, as the relay has it.
    void say(const plenum::chat::Operation& operation, std::uint64_t sequence) {
        checker.on_command(alice, node::Publish{talk, {}, plenum::chat::encode(operation), {}}, start);
        checker.on_event(alice, node::MessagePublished{talk, SequenceNumber{sequence}, {}}, start);
        checker.on_event(alice, node::MessageAccepted{talk, SequenceNumber{sequence}}, start);
    }
    void hear(const plenum::chat::Operation& operation, std::uint64_t sequence, Session at = bob,
              MemberIndex from = alice_member) {
        checker.on_event(
            at,
            node::MessageReceived{talk, from, SequenceNumber{sequence}, {}, {}, {}, plenum::chat::encode(operation)},
            start);
    }

    const plenum::chat::Say hello{"hello"};
    const plenum::chat::MessageId line{alice_member, SequenceNumber{1}};
    ChatsEqual checker;
};

TEST_F(ChatCanary, accepts_chats_that_got_the_same) {
    say(hello, 1);
    hear(hello, 1);
    say(plenum::chat::Edit{line, plenum::chat::Version{1}, "hi"}, 2);
    hear(plenum::chat::Edit{line, plenum::chat::Version{1}, "hi"}, 2);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST_F(ChatCanary, catches_an_edit_that_did_not_come) {
    say(hello, 1);
    hear(hello, 1);
    say(plenum::chat::Edit{line, plenum::chat::Version{1}, "hi"}, 2);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("\"hi\" and \"hello\"")));
    caught().insert(checker.name());
}

TEST_F(ChatCanary, catches_other_words_than_were_said) {
    say(hello, 1);
    hear(plenum::chat::Say{"farewell"}, 1);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("differ")));
}

TEST_F(ChatCanary, catches_a_line_that_somebody_else_changed) {
    hear(hello, 1);
    hear(plenum::chat::Edit{line, plenum::chat::Version{1}, "I am a fool"}, 1, bob, MemberIndex{9});
    EXPECT_EQ(checker.unmet(), std::nullopt) << "it was refused";
    // The log says that they were one person, and then that they are not: as if the refusal were missing.
    auto stranger = joined(MemberIndex{8}, false);
    stranger.identity.bytes.front() = static_cast<std::uint8_t>(alice_member.value());
    checker.on_event(bob, stranger, start);
    hear(plenum::chat::Edit{line, plenum::chat::Version{1}, "I am a fool"}, 1, bob, MemberIndex{8});
    stranger.identity.bytes.front() = 77;
    checker.on_event(bob, stranger, start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("member 8 changed a line of member 1")));
}

TEST_F(ChatCanary, asks_nothing_of_who_could_not_read_the_beginning) {
    say(hello, 1);
    say(plenum::chat::Say{"more"}, 2);
    hear(plenum::chat::Say{"more"}, 2);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

} // namespace
} // namespace plenum::sim
