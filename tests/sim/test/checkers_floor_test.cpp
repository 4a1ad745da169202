// SPDX-License-Identifier: Apache-2.0
/// Canaries of the checkers that judge the floor by the log.

#include "tests/sim/checkers/fair_turns.h"
#include "tests/sim/checkers/granted_stands.h"
#include "tests/sim/checkers/hand_over.h"
#include "tests/sim/checkers/speaking_limit.h"
#include "tests/sim/checkers/style_promise.h"
#include "tests/sim/checkers/wished_holder.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;
using token::Holder;
using token::Request;
using token::RequestClass;

constexpr TokenId pen{1};
constexpr MemberIndex carol_member{3};

/// A log that a test makes up: Alice, Bob and Carol are present, and the relay decides.
class FloorTest : public testing::Test {
  protected:
    FloorTest() {
        auto state = log::State{};
        for (const auto member : {alice_member, bob_member, carol_member})
            state.members[member].index = member;
        log.begin(std::move(state), relay.node, start - FloorLog::settling);
        token.id = pen;
        token.flows = {voice};
        token.settings.style = "queue";
    }
    /// An entry of this author, after which the token is as `token` is now.
    void say(Checker& checker, const token::Operation& operation, MemberIndex author = {}, bool moderates = false) {
        FloorStep step;
        step.position = LogPosition{++position};
        step.author = author;
        step.author_moderates = moderates;
        step.operation = std::visit([](const auto& each) { return log::Operation{each}; }, operation);
        step.before = before;
        step.after = token;
        step.compare();
        log.note(step, now);
        checker.on_floor(step, now);
        checker.on_entry(now);
        before = token;
    }
    void hold(MemberIndex member, MemberIndex giver = {}) {
        token.holders.push_back({member, TokenEpoch{position + 1}, ConferenceTime{now.time_since_epoch()}, giver});
        std::erase_if(token.requests, [&](const Request& request) { return request.member == member; });
    }
    void wait(Checker& checker, Duration time) {
        now += time;
        checker.on_event(alice, node::LinkHealth{}, now);
    }
    void ask(Checker& checker, MemberIndex member, RequestClass priority = RequestClass::normal) {
        now += 1ms;
        token.requests.push_back({member, priority, true, ConferenceTime{now.time_since_epoch()}});
        say(checker, token::RequestToken{pen, priority}, member);
    }
    void serve(Checker& checker, MemberIndex member) {
        token.holders.clear();
        hold(member);
        say(checker, token::GrantToken{pen, member});
    }
    static const Promise& promise(std::string_view style) {
        return *std::ranges::find(style_promises(), style, &Promise::style);
    }

    FloorLog log;
    token::Token before;
    token::Token token;
    std::uint64_t position{0};
    VirtualTime now{start};
};

TEST_F(FloorTest, T5CatchesTwoHoldersAndAVainWait) {
    StylePromise checker{promise("queue"), log};
    hold(alice_member);
    say(checker, token::GrantToken{pen, alice_member});
    wait(checker, 3s);
    ASSERT_EQ(checker.broken(), std::nullopt);
    hold(bob_member);
    say(checker, token::GrantToken{pen, bob_member});
    wait(checker, 900ms);
    ASSERT_EQ(checker.broken(), std::nullopt);
    wait(checker, 200ms);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("2 hold it")));
    note_canary(checker);
    StylePromise other{promise("queue"), log};
    token.holders.clear();
    ask(other, bob_member);
    wait(other, 2s);
    EXPECT_THAT(other.broken(), Optional(HasSubstr("waits though there is room")));
}

TEST_F(FloorTest, T6CatchesThatNotEveryoneHoldsIt) {
    StylePromise checker{promise("brainstorm"), log};
    token.settings.style = "brainstorm";
    token.settings.holders_max = 0;
    token.everyone = TokenEpoch{1};
    say(checker, token::DistributeToken{pen});
    wait(checker, 3s);
    ASSERT_EQ(checker.broken(), std::nullopt);
    token.everyone.reset();
    say(checker, token::DeleteCopy{pen, {}});
    wait(checker, 2s);
    note_canary(checker);
}

TEST_F(FloorTest, T7CatchesACopyThatOutlivesTheQuestionsAndItsGiver) {
    StylePromise checker{promise("chalkboard"), log};
    token.settings.style = "chalkboard";
    token.settings.parameters = "phase=questions";
    token.settings.holders_max = 0;
    hold(alice_member);
    say(checker, token::GrantToken{pen, alice_member});
    hold(bob_member, alice_member);
    say(checker, token::CopyToken{pen, alice_member, bob_member});
    token.holders.erase(token.holders.begin());
    token.holders.front().giver = {};
    say(checker, token::ReleaseToken{pen}, alice_member);
    wait(checker, 3s);
    ASSERT_EQ(checker.broken(), std::nullopt);
    token.settings.parameters = "phase=talk";
    say(checker, token::ConfigureToken{pen, token.settings}, carol_member, true);
    wait(checker, 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("holds a copy")));
    note_canary(checker);
}

TEST_F(FloorTest, T8CatchesTwoOfAGroup) {
    StylePromise checker{promise("groups"), log};
    token.settings.style = "groups";
    token.settings.parameters = "groups=1,2/3";
    token.settings.holders_max = 0;
    hold(alice_member);
    hold(carol_member);
    say(checker, token::GrantToken{pen, alice_member});
    wait(checker, 3s);
    ASSERT_EQ(checker.broken(), std::nullopt);
    hold(bob_member);
    say(checker, token::GrantToken{pen, bob_member});
    wait(checker, 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("two of group 1")));
    note_canary(checker);
}

TEST_F(FloorTest, T9CatchesWhoIsLeftOutOfThePanelAndASecondGuest) {
    for (const bool guests : {false, true}) {
        StylePromise checker{promise("panel"), log};
        token.holders.clear();
        token.settings.style = "panel";
        token.settings.panel = {alice_member};
        token.settings.holders_max = 0;
        if (guests) {
            for (const auto member : {alice_member, bob_member, carol_member})
                hold(member);
        }
        say(checker, token::GrantToken{pen, alice_member});
        wait(checker, 2s);
        EXPECT_THAT(checker.broken(), Optional(HasSubstr(guests ? "2 guests" : "of the panel does not hold it")));
        note_canary(checker);
    }
}

TEST_F(FloorTest, T9AcceptsWhoGaveItBack) {
    StylePromise checker{promise("panel"), log};
    token.settings.style = "panel";
    token.settings.panel = {alice_member};
    token.settings.holders_max = 0;
    hold(alice_member);
    say(checker, token::GrantToken{pen, alice_member});
    token.holders.clear();
    say(checker, token::ReleaseToken{pen}, alice_member);
    wait(checker, 5s);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(FloorTest, T10CatchesAVainWait) {
    StylePromise checker{promise("activity"), log};
    token.settings.style = "activity";
    ask(checker, bob_member);
    wait(checker, 2s);
    note_canary(checker);
}

TEST_F(FloorTest, T11CatchesAModeratorsGrantThatTheStyleTakesBack) {
    GrantedStands checker{log};
    token.settings.holders_max = 0;
    serve(checker, alice_member);
    hold(bob_member);
    say(checker, token::GrantToken{pen, bob_member}, carol_member, true);
    token.holders.erase(token.holders.begin());
    say(checker, token::RevokeToken{pen, alice_member});
    EXPECT_EQ(checker.broken(), std::nullopt) << "the turn before ends";
    hold(alice_member);
    say(checker, token::GrantToken{pen, alice_member}, carol_member, true);
    token.holders.pop_back();
    say(checker, token::RevokeToken{pen, alice_member});
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("the style took it back")));
    note_canary(checker);
}

TEST_F(FloorTest, T3CatchesALimitThatIsNotEnforcedAndOneThatComesEarly) {
    SpeakingLimit checker{log};
    token.settings.revoked_after = 4s;
    hold(alice_member);
    say(checker, token::GrantToken{pen, alice_member});
    wait(checker, 4900ms);
    ASSERT_EQ(checker.broken(), std::nullopt);
    wait(checker, 200ms);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("and may for 4000")));
    note_canary(checker);
    SpeakingLimit settled{log};
    token.holders.clear();
    hold(bob_member);
    say(settled, token::GrantToken{pen, bob_member});
    log.serve(alice.node, now);
    wait(settled, FloorLog::settling + 900ms);
    EXPECT_EQ(settled.broken(), std::nullopt) << "another relay took over, and settles";
    wait(settled, 200ms);
    EXPECT_NE(settled.broken(), std::nullopt);
    SpeakingLimit early{log};
    token.holders.clear();
    hold(bob_member);
    say(early, token::GrantToken{pen, bob_member});
    token.holders.clear();
    say(early, token::RevokeToken{pen, bob_member, token::RevokeReason::time});
    EXPECT_THAT(early.broken(), Optional(HasSubstr("before its time was over")));
}

TEST_F(FloorTest, T2CatchesAHolderWhoDoesNotWantIt) {
    WishedHolder checker{log};
    checker.on_event(alice, joined(alice_member, true), now);
    checker.on_command(alice, node::WantToken{pen, true}, now);
    ask(checker, alice_member);
    checker.on_command(alice, node::WantToken{pen, false}, now);
    serve(checker, alice_member);
    wait(checker, 19s);
    ASSERT_EQ(checker.broken(), std::nullopt);
    wait(checker, 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("has not wanted it")));
    note_canary(checker);
}

TEST_F(FloorTest, T2CatchesAGrantThatNobodyAskedFor) {
    WishedHolder checker{log};
    hold(alice_member);
    say(checker, token::GrantToken{pen, alice_member}, carol_member, true);
    ASSERT_EQ(checker.broken(), std::nullopt);
    serve(checker, bob_member);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("who had not asked")));
    WishedHolder other{log};
    hold(carol_member);
    say(other, token::GrantToken{pen, alice_member});
    EXPECT_THAT(other.broken(), Optional(HasSubstr("does not give it")));
}

TEST_F(FloorTest, T2AcceptsAnArbiterWhoHandsOnWhatItHolds) {
    WishedHolder checker{log};
    token.settings.arbiter = alice_member;
    hold(alice_member);
    say(checker, token::GrantToken{pen, alice_member}, carol_member, true);
    token.holders.clear();
    hold(bob_member);
    say(checker, token::TransferToken{pen, alice_member, bob_member}, alice_member);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(FloorTest, T2CatchesAnArbiterWhoGivesAwayWhatOthersHoldOrHoldersMayNotHandOn) {
    for (const bool own : {true, false}) {
        WishedHolder checker{log};
        token.settings.arbiter = alice_member;
        token.settings.may_transfer = !own;
        token.holders.clear();
        hold(own ? alice_member : carol_member);
        say(checker, token::GrantToken{pen, token.holders.front().member}, bob_member, true);
        const auto from = token.holders.front().member;
        token.holders.clear();
        hold(bob_member);
        say(checker, token::TransferToken{pen, from, bob_member}, alice_member);
        EXPECT_THAT(checker.broken(), Optional(HasSubstr("who had not asked"))) << own;
    }
}

TEST_F(FloorTest, T4CatchesWhoIsServedOutOfTurn) {
    FairTurns checker{log};
    ask(checker, carol_member);
    ask(checker, alice_member);
    ask(checker, bob_member);
    serve(checker, bob_member);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("out of turn")));
    note_canary(checker);
}

TEST_F(FloorTest, T4CatchesPointsOfOrderThatStarveAQueue) {
    FairTurns checker{log};
    ask(checker, carol_member);
    for (const int round : {1, 2}) {
        for (const auto member : {alice_member, bob_member}) {
            ask(checker, member, RequestClass::point_of_order);
            serve(checker, member);
        }
        EXPECT_EQ(checker.broken() == std::nullopt, round == 1);
    }
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("another point of order")));
}

TEST_F(FloorTest, T4CatchesPointsOfOrderOfOneWhoHandsItOn) {
    for (const bool moderates : {true, false}) {
        FairTurns checker{log};
        token.requests.clear();
        ask(checker, carol_member);
        for (const int round : {1, 2}) {
            ask(checker, alice_member, RequestClass::point_of_order);
            serve(checker, alice_member);
            EXPECT_EQ(checker.broken() != std::nullopt, round == 2 && !moderates) << "a moderator grants, too";
            ask(checker, bob_member);
            token.holders.clear();
            hold(bob_member);
            say(checker, token::TransferToken{pen, alice_member, bob_member}, alice_member, moderates);
        }
    }
}

TEST_F(FloorTest, T4BeginsAnewWithAnotherHistory) {
    FairTurns checker{log};
    ask(checker, carol_member);
    ask(checker, bob_member);
    const auto both = token;
    std::erase_if(token.requests, [](const Request& request) { return request.member == bob_member; });
    say(checker, token::EndRequest{pen, bob_member}, bob_member);
    log.begin(log.state(), relay.node, now);
    before = token = both;
    serve(checker, carol_member);
    EXPECT_EQ(checker.broken(), std::nullopt) << "Bob's end of asking is in it no more";
}

/// Alice says 1 to 3 by her grant, gives it back or has it taken, and Bob refuses 3.
class HandOverTest : public FloorTest {
  protected:
    void say_and_refuse(const token::Operation& end, MemberIndex by, std::string_view why, FlowId flow,
                        Duration refused_after) {
        token.flows = {flow};
        checker.on_event(bob, declared(flow, flow == voice ? std::optional<Duration>{500ms} : std::nullopt), now);
        hold(alice_member);
        const auto epoch = token.holders.front().epoch;
        say(checker, token::GrantToken{pen, alice_member});
        TraceEvent event;
        event.flow = flow;
        event.sender = alice_member;
        for (const std::uint64_t sequence : {1U, 2U, 3U}) {
            event.kind = TraceEvent::Kind::send;
            event.sequence = SequenceNumber{10 * epoch.value() + sequence};
            event.epoch = epoch;
            checker.on_trace(alice, event, now);
        }
        token.holders.clear();
        say(checker, end, by);
        event.kind = TraceEvent::Kind::reject;
        event.why = why;
        checker.on_trace(bob, event, now + refused_after);
    }
    HandOver checker{log};
};

TEST_F(HandOverTest, T1CatchesAStrokeThatIsRefusedAfterARelease) {
    say_and_refuse(token::ReleaseToken{pen}, alice_member, "stale_epoch", chat, 200ms);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("was given back after that")));
    note_canary(checker);
}

TEST_F(HandOverTest, T1CatchesSpeechThatIsRefusedAfterATransfer) {
    say_and_refuse(token::TransferToken{pen, alice_member, bob_member}, alice_member, "no_token", voice, 200ms);
    EXPECT_NE(checker.broken(), std::nullopt);
}

TEST_F(HandOverTest, T1AcceptsWhatComesTooLateAndWhatWasTaken) {
    say_and_refuse(token::ReleaseToken{pen}, alice_member, "stale_epoch", voice, 600ms);
    say_and_refuse(token::ReleaseToken{pen}, alice_member, "stale_epoch", chat, 3s);
    say_and_refuse(token::RevokeToken{pen, alice_member}, {}, "stale_epoch", chat, 100ms);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(HandOverTest, T1CatchesSpeechByAGrantThatIsNotKnownYet) {
    // Nobody else got it meanwhile: the end that is said changes nothing.
    token.flows = {voice};
    checker.on_event(bob, declared(voice, 500ms), now);
    hold(alice_member);
    TraceEvent event;
    event.kind = TraceEvent::Kind::send;
    event.flow = voice;
    event.sender = alice_member;
    event.sequence = SequenceNumber{1};
    event.epoch = token.holders.front().epoch;
    say(checker, token::GrantToken{pen, alice_member});
    checker.on_trace(alice, event, now);
    event.kind = TraceEvent::Kind::reject;
    event.why = "unknown_epoch";
    checker.on_trace(bob, event, now + 150ms);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("is not over")));
}

} // namespace
} // namespace plenum::sim
