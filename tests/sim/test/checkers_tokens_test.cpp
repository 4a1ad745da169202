// SPDX-License-Identifier: Apache-2.0
/// Canaries of the checkers of tokens.

#include "tests/sim/checkers/floor_moves.h"
#include "tests/sim/checkers/one_holder.h"
#include "tests/sim/checkers/reliable_exact.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;
using Kind = TraceEvent::Kind;

constexpr TokenId pen{1};

TraceEvent moved(Kind kind, MemberIndex holder, std::uint64_t epoch, FlowId flow = voice) {
    TraceEvent event;
    event.kind = kind;
    event.flow = flow;
    event.holder = holder;
    event.epoch = TokenEpoch{epoch};
    return event;
}

TraceEvent heard(MemberIndex sender, std::optional<std::uint64_t> epoch, bool live = true) {
    TraceEvent event;
    event.kind = Kind::deliver;
    event.flow = live ? voice : chat;
    event.sender = sender;
    if (epoch) event.epoch = TokenEpoch{*epoch};
    return event;
}

/// Number 0 unless told.
TraceEvent sent(MemberIndex sender, std::uint64_t epoch, std::uint64_t number = 0) {
    auto event = heard(sender, epoch);
    event.kind = Kind::send;
    event.sequence = SequenceNumber{number};
    return event;
}

class OneHolderTest : public testing::Test {
  protected:
    void tell(Session session, const TraceEvent& event) { checker.on_trace(session, event, now += from_us(1)); }
    void healthy() {
        for (const auto session : {alice, bob}) {
            checker.on_begin(session, start);
            tell(session, moved(Kind::grant, alice_member, 5));
        }
        tell(alice, sent(alice_member, 5));
        tell(bob, heard(alice_member, 5));
        for (const auto session : {alice, bob})
            tell(session, moved(Kind::release, alice_member, 5));
        tell(bob, heard(alice_member, 5));
        for (const auto session : {alice, bob})
            tell(session, moved(Kind::grant, bob_member, 9));
        tell(bob, sent(bob_member, 9));
        tell(alice, heard(bob_member, 9));
        tell(bob, heard(alice_member, 5));
        ASSERT_EQ(checker.broken(), std::nullopt);
    }
    /// By another relay, at entry 9.
    TraceEvent take_over() {
        TraceEvent step;
        step.kind = Kind::takeover;
        step.position = LogPosition{9};
        tell(Session{NodeIndex{3}, 1}, step);
        return step;
    }
    OneHolder checker;
    VirtualTime now{start};
};

TEST_F(OneHolderTest, CatchesASecondGrantee) {
    healthy();
    const Session late{NodeIndex{3}, 1};
    tell(late, moved(Kind::grant, bob_member, 5));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("was granted to member")));
    note_canary(checker);
}

TEST_F(OneHolderTest, CatchesTwoHoldersAtOnce) {
    healthy();
    tell(alice, moved(Kind::grant, alice_member, 12));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("got the token while")));
}

TEST_F(OneHolderTest, AcceptsTwoHoldersOfATokenThatSeveralMayHold) {
    FloorStep step;
    step.after.settings.holders_max = 0;
    step.after.flows = {voice};
    checker.on_floor(step, start);
    healthy();
    tell(alice, moved(Kind::grant, alice_member, 12));
    tell(alice, heard(bob_member, 9));
    EXPECT_EQ(checker.broken(), std::nullopt);
    auto end = moved(Kind::revoke, bob_member, 9);
    end.why = "lost";
    tell(alice, end);
    tell(alice, heard(bob_member, 9));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("which was over")));
}

TEST_F(OneHolderTest, CatchesAnEpochThatFalls) {
    healthy();
    tell(alice, moved(Kind::revoke, bob_member, 9));
    tell(alice, moved(Kind::grant, alice_member, 7));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("epoch 7 after 9")));
}

TEST_F(OneHolderTest, CatchesWhatWasSentByNoGrant) {
    healthy();
    tell(alice, heard(bob_member, std::nullopt));
    EXPECT_EQ(checker.broken(), std::nullopt) << "sent before the token was declared";
    now += 3s;
    tell(alice, heard(bob_member, std::nullopt));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("without a token")));
}

TEST_F(OneHolderTest, WaitsAtATakeOverForTheFirstEntry) {
    healthy();
    auto step = take_over();
    now += 3s;
    tell(alice, heard(bob_member, std::nullopt));
    EXPECT_EQ(checker.broken(), std::nullopt) << "it is with the relay before";
    step.kind = Kind::log;
    tell(alice, step);
    tell(alice, heard(bob_member, std::nullopt));
    EXPECT_EQ(checker.broken(), std::nullopt) << "which gave it entries from before";
    step.position = LogPosition{10};
    tell(alice, step);
    tell(alice, heard(bob_member, std::nullopt));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("without a token")));
}

TEST_F(OneHolderTest, CatchesAnothersGrant) {
    healthy();
    tell(bob, heard(alice_member, 9));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("which it was not granted")));
}

TEST_F(OneHolderTest, CatchesWordsOfAGrantThatIsOver) {
    healthy();
    tell(alice, sent(alice_member, 5, 1));
    auto event = heard(alice_member, 5);
    event.sequence = SequenceNumber{1};
    tell(bob, event);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("which was over")));
}

TEST_F(OneHolderTest, AcceptsAGrantThatEndedWhereOneHasNotGoneOnYet) {
    healthy();
    auto step = take_over();
    auto event = heard(alice_member, 5);
    event.sequence = SequenceNumber{1};
    tell(alice, sent(alice_member, 5, 1));
    tell(bob, event);
    EXPECT_EQ(checker.broken(), std::nullopt) << "the relay before knows of no end";
    step.kind = Kind::log;
    step.position = LogPosition{10};
    tell(bob, step);
    tell(bob, event);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("which was over")));
}

TEST_F(OneHolderTest, AcceptsWordsSentBeforeARevocation) {
    healthy();
    auto end = moved(Kind::revoke, bob_member, 9);
    end.why = "decided";
    tell(alice, end);
    tell(alice, moved(Kind::grant, alice_member, 12));
    tell(alice, heard(bob_member, 9));
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(OneHolderTest, CatchesWordsAfterALostLink) {
    healthy();
    auto end = moved(Kind::revoke, bob_member, 9);
    end.why = "lost";
    tell(alice, end);
    tell(alice, heard(bob_member, 9));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("which was over")));
}

TEST_F(OneHolderTest, AcceptsWordsOfAReliableFlowThatAreToldLate) {
    checker.on_event(bob, declared(chat, std::nullopt), start);
    tell(bob, moved(Kind::grant, alice_member, 5, chat));
    auto word = sent(alice_member, 5);
    word.flow = chat;
    tell(alice, word);
    tell(bob, moved(Kind::revoke, alice_member, 5, chat));
    tell(bob, moved(Kind::grant, bob_member, 9, chat));
    tell(bob, heard(alice_member, 5, false));
    tell(bob, heard(alice_member, std::nullopt, false));
    EXPECT_EQ(checker.broken(), std::nullopt);
}

node::TokenChanged told(std::uint64_t position, std::vector<token::Holder> holders,
                        std::vector<token::Request> requests) {
    token::Token token;
    token.id = pen;
    token.holders = std::move(holders);
    token.requests = std::move(requests);
    return {std::make_shared<const token::Token>(token), nullptr, LogPosition{position}, {}};
}

TEST(FloorMoves, CatchesWhatIsHeldOrWaitedForInTheEnd) {
    FloorMoves checker;
    checker.on_event(alice, told(3, {{bob_member, TokenEpoch{3}, {}, {}}}, {}), start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("is held by")));
    checker.on_event(alice, told(4, {}, {{bob_member, token::RequestClass::normal, true, {}}}), start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("still waits")));
    checker.on_event(alice, told(5, {}, {}), start);
    EXPECT_EQ(checker.unmet(), std::nullopt);
    auto other = told(5, {}, {});
    token::Token locked = *other.token;
    locked.settings.locked = true;
    other.token = std::make_shared<const token::Token>(locked);
    checker.on_event(bob, other, start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("told differently")));
    checker.on_event(alice, told(4, {}, {}), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("as it had been before")));
    note_canary(checker);
}

TEST(ReliableExact, WhatWasSaidWithoutTheTokenIsDueToNobody) {
    for (const bool refused : {true, false}) {
        ReliableExact checker;
        join_both(checker);
        publish(checker, chat, 1, 4);
        TraceEvent reject;
        reject.kind = Kind::reject;
        reject.flow = chat;
        reject.sender = alice_member;
        for (const std::uint64_t sequence : {2U, 4U}) {
            reject.sequence = SequenceNumber{sequence};
            if (refused) checker.on_trace(relay, reject, start);
        }
        checker.on_event(bob, received(chat, 1), start + 2s);
        checker.on_event(bob, received(chat, 3), start + 2s);
        EXPECT_EQ(checker.broken() == std::nullopt, refused);
        EXPECT_EQ(checker.unmet() == std::nullopt, refused);
    }
}

TEST(ReliableExact, WhatOneMemberRejectsIsDueToTheOthers) {
    for (const auto& by : {bob, Session{NodeIndex{3}, 1}}) {
        ReliableExact checker;
        join_both(checker);
        checker.on_begin({NodeIndex{3}, 1}, start);
        checker.on_event({NodeIndex{3}, 1}, joined(MemberIndex{3}, true), start);
        TraceEvent event;
        event.conversation = ConversationId{1};
        event.flow = chat;
        event.sender = alice_member;
        publish(checker, chat, 1, 2);
        for (const std::uint64_t ordinal : {2U, 40U}) {
            event.sequence = SequenceNumber{ordinal};
            event.kind = Kind::send;
            checker.on_trace(alice, event, start);
            event.kind = Kind::reject;
            if (ordinal == 2) checker.on_trace(by, event, start);
        }
        checker.on_event(bob, received(chat, 2), start + 2s);
        EXPECT_EQ(checker.broken() == std::nullopt, by == bob) << "number 2 of the conversation is message 1";
    }
}

} // namespace
} // namespace plenum::sim
