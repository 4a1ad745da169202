// SPDX-License-Identifier: Apache-2.0
/// Canaries: each checker is fed a healthy run, which it must accept, and the same run with a fault planted, which it
/// must catch.

#include "tests/sim/checkers/all_joined.h"
#include "tests/sim/checkers/authentic.h"
#include "tests/sim/checkers/clock_bound.h"
#include "tests/sim/checkers/delivered_once.h"
#include "tests/sim/checkers/honest_world.h"
#include "tests/sim/checkers/lifetime.h"
#include "tests/sim/checkers/log_agreement.h"
#include "tests/sim/checkers/node_contract.h"
#include "tests/sim/checkers/queues_bounded.h"
#include "tests/sim/checkers/reliable_exact.h"
#include "tests/sim/checkers/said_once.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId chat{3};
constexpr FlowId voice{1};
constexpr Session relay{NodeIndex{0}, 1};
constexpr Session alice{NodeIndex{1}, 1};
constexpr Session bob{NodeIndex{2}, 1};
constexpr MemberIndex alice_member{1};
constexpr MemberIndex bob_member{2};
constexpr VirtualTime start{10s};

Bytes body(std::uint64_t sequence) { return Bytes(20, static_cast<std::uint8_t>(sequence)); }

Publication publication(FlowId flow, std::uint64_t sequence) {
    return {flow, alice_member, SequenceNumber{sequence}, checksum_of(body(sequence)), 20};
}

node::MessageReceived received(FlowId flow, std::uint64_t sequence) {
    return {flow, alice_member, SequenceNumber{sequence}, {}, {}, {}, body(sequence)};
}

node::FlowDeclared declared(FlowId flow, std::optional<Duration> loss_delay) {
    FlowSpec spec;
    spec.loss_delay = loss_delay;
    return {flow, "", spec};
}

node::MemberJoined joined(MemberIndex member, bool self) { return {member, "", {}, {}, self, true}; }

TraceEvent entry(std::uint64_t position, std::uint8_t hash) {
    TraceEvent event;
    event.kind = TraceEvent::Kind::log;
    event.position = LogPosition{position};
    event.hash = Hash{};
    event.hash->bytes[0] = hash;
    return event;
}

/// Alice and Bob are joined, in key epoch 1.
void join_both(Checker& checker) {
    checker.on_begin(relay, VirtualTime{});
    for (const auto& [session, member] : {std::pair{alice, alice_member}, std::pair{bob, bob_member}}) {
        checker.on_begin(session, start);
        checker.on_event(session, declared(chat, {}), start);
        checker.on_event(session, declared(voice, 100ms), start);
        for (const auto each : {alice_member, bob_member}) {
            checker.on_event(session, joined(each, each == member), start);
        }
        checker.on_event(session, node::EpochChanged{KeyEpoch{1}}, start);
        checker.on_event(session, node::PhaseChanged{node::Phase::joined}, start);
    }
}

void publish(Checker& checker, FlowId flow, std::uint64_t first, std::uint64_t last) {
    for (auto sequence = first; sequence <= last; ++sequence) {
        checker.on_publication(alice, publication(flow, sequence), start + 1s);
    }
}

// R1 -----------------------------------------------------------------------------------------------------------------

TEST(ReliableExact, AcceptsAnUnbrokenRun) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    publish(checker, chat, 1, 3);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("up to 0 of 3")));
    for (std::uint64_t sequence = 1; sequence <= 3; ++sequence) {
        checker.on_event(bob, received(chat, sequence), start + 2s);
    }
    EXPECT_EQ(checker.broken(), std::nullopt);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST(ReliableExact, CatchesALostFirstMessage) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    publish(checker, chat, 1, 3);
    checker.on_event(bob, received(chat, 2), start + 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("message 2 where 1 is due")));
}

TEST(ReliableExact, CatchesAGapARepeatAndDisorder) {
    for (const std::uint64_t second : {3U, 1U}) {
        ReliableExact checker{1, 50ms};
        join_both(checker);
        publish(checker, chat, 1, 3);
        checker.on_event(bob, received(chat, 1), start + 2s);
        checker.on_event(bob, received(chat, second), start + 2s);
        EXPECT_NE(checker.broken(), std::nullopt) << second;
    }
}

TEST(ReliableExact, CatchesAHoleInTheNumbers) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    publish(checker, chat, 1, 1);
    publish(checker, chat, 3, 3);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("message 3 follows message 1")));
}

TEST(ReliableExact, CatchesGivingUpWhatHistoriesHold) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    publish(checker, chat, 1, 3);
    checker.on_event(bob, node::MessagesMissed{chat, alice_member, SequenceNumber{1}, SequenceNumber{2}}, start + 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("missed messages 1 to 2, which histories hold")));
}

TEST(ReliableExact, WhatWasSealedBeforeIsNotDue) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    publish(checker, chat, 1, 2);
    const Session late{NodeIndex{3}, 1};
    checker.on_begin(late, start + 3s);
    checker.on_event(late, node::EpochChanged{KeyEpoch{2}}, start + 3s);
    checker.on_event(late, node::PhaseChanged{node::Phase::joined}, start + 3s);
    // Sent after the newcomer had its key, but in the epoch before: its sender did not know yet.
    checker.on_publication(alice, publication(chat, 3), start + 4s);
    checker.on_event(alice, node::EpochChanged{KeyEpoch{2}}, start + 5s);
    checker.on_publication(alice, publication(chat, 4), start + 5s);
    checker.on_event(late, received(chat, 4), start + 6s);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(ReliableExact, CatchesTellingOfLossThatIsNone) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    publish(checker, chat, 1, 2);
    const Session late{NodeIndex{3}, 1};
    checker.on_begin(late, start + 3s);
    checker.on_event(late, node::EpochChanged{KeyEpoch{2}}, start + 3s);
    checker.on_event(late, node::MessagesMissed{chat, alice_member, SequenceNumber{1}, SequenceNumber{2}}, start + 4s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("never for it")));
}

TEST(ReliableExact, OfTheDeadOnlyWhatWasAcceptedIsDue) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    publish(checker, chat, 1, 3);
    checker.on_event(alice, node::MessageAccepted{chat, SequenceNumber{2}}, start + 2s);
    checker.on_end(alice, start + 3s);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("up to 0 of 2")));
    checker.on_event(bob, received(chat, 1), start + 4s);
    checker.on_event(bob, received(chat, 2), start + 4s);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST(ReliableExact, ARelayThatCrashesMayForgetMessagesOfTheDead) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    publish(checker, chat, 1, 1);
    checker.on_end(relay, start + 2s);
    checker.on_event(alice, node::MessageAccepted{chat, SequenceNumber{1}}, start + 2s + 30ms);
    EXPECT_NE(checker.unmet(), std::nullopt) << "Alice still has it";
    checker.on_end(alice, start + 3s);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST(ReliableExact, CatchesAcceptingWhatWasNotPublished) {
    ReliableExact checker{1, 50ms};
    join_both(checker);
    checker.on_event(alice, node::MessageAccepted{chat, SequenceNumber{1}}, start + 2s);
    EXPECT_NE(checker.broken(), std::nullopt);
}

// L1 -----------------------------------------------------------------------------------------------------------------

TEST(LogAgreement, AcceptsPrefixes) {
    std::size_t size = 0;
    LogAgreement checker{size};
    for (const auto session : {relay, alice, bob})
        checker.on_begin(session, start);
    checker.on_trace(relay, entry(0, 7), start);
    checker.on_trace(relay, entry(1, 8), start);
    checker.on_trace(alice, entry(0, 7), start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("has 1 of 2")));
    checker.on_trace(alice, entry(1, 8), start);
    EXPECT_EQ(checker.unmet(), std::nullopt);
    EXPECT_EQ(size, 2U);
}

TEST(LogAgreement, CatchesAFork) {
    std::size_t size = 0;
    LogAgreement checker{size};
    checker.on_trace(relay, entry(0, 7), start);
    checker.on_trace(alice, entry(0, 9), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("another entry at position 0")));
}

TEST(LogAgreement, CatchesAReplacedEntryAfterACrash) {
    std::size_t size = 0;
    LogAgreement checker{size};
    checker.on_trace(relay, entry(0, 7), start);
    checker.on_trace(relay, entry(1, 8), start);
    checker.on_end(relay, start);
    const Session again{relay.node, 2};
    checker.on_begin(again, start);
    checker.on_trace(again, entry(1, 9), start);
    EXPECT_NE(checker.broken(), std::nullopt);
}

TEST(LogAgreement, CatchesSkippingAndRepeating) {
    for (const std::uint64_t second : {0U, 2U}) {
        std::size_t size = 0;
        LogAgreement checker{size};
        for (std::uint8_t position = 0; position < 3; ++position) {
            checker.on_trace(relay, entry(position, position), start);
        }
        checker.on_trace(alice, entry(0, 0), start);
        checker.on_trace(alice, entry(second, static_cast<std::uint8_t>(second)), start);
        EXPECT_NE(checker.broken(), std::nullopt) << second;
    }
}

// M1 -----------------------------------------------------------------------------------------------------------------

TEST(DeliveredOnce, AcceptsGapsAndDisorderCatchesRepeats) {
    DeliveredOnce checker;
    join_both(checker);
    for (const std::uint64_t sequence : {5U, 2U, 3U, 9U})
        checker.on_event(bob, received(voice, sequence), start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(bob, received(voice, 3), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("delivered twice")));
}

TEST(DeliveredOnce, CatchesAnEcho) {
    DeliveredOnce checker;
    join_both(checker);
    checker.on_event(alice, received(voice, 1), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("came back to its sender")));
}

// R2 -----------------------------------------------------------------------------------------------------------------

/// Alice's first message, published again as member 3.
void say_again(SaidOnce& checker) {
    join_both(checker);
    publish(checker, chat, 1, 2);
    checker.on_event(bob, received(chat, 1), start);
    checker.on_event(bob, received(chat, 2), start);
    auto again = publication(chat, 1);
    again.sender = MemberIndex{3};
    checker.on_publication(Session{alice.node, 2}, again, start);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(SaidOnce, CatchesWhatIsHeardAgainUnderAnotherNumber) {
    SaidOnce checker{1};
    say_again(checker);
    auto heard = received(chat, 1);
    heard.sender = MemberIndex{3};
    checker.on_event(Session{NodeIndex{4}, 1}, heard, start);
    EXPECT_EQ(checker.broken(), std::nullopt) << "whoever heard it for the first time";
    checker.on_event(bob, heard, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("was heard before")));
}

TEST(SaidOnce, ARelayThatCrashedIsExcused) {
    SaidOnce checker{1};
    say_again(checker);
    checker.on_end(relay, start);
    auto heard = received(chat, 1);
    heard.sender = MemberIndex{3};
    checker.on_event(bob, heard, start);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

// A1 -----------------------------------------------------------------------------------------------------------------

TEST(Authentic, CatchesAlteredAndInventedMessages) {
    Authentic checker;
    publish(checker, voice, 1, 2);
    checker.on_event(bob, received(voice, 2), start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    auto altered = received(voice, 1);
    altered.body[3] ^= 1U;
    checker.on_event(bob, altered, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("another body")));

    Authentic other;
    publish(other, voice, 1, 2);
    other.on_event(bob, received(voice, 3), start);
    EXPECT_THAT(other.broken(), Optional(HasSubstr("never published")));
}

// D4 and C1 ----------------------------------------------------------------------------------------------------------

/// The relay's clock is exact, Alice's is 40 ms ahead, Bob's 25 ms behind.
ClocksInRun clocks() { return ClocksInRun{{NodeClock{0ms, 0}, NodeClock{40ms, 0}, NodeClock{-25ms, 0}}}; }

node::LinkHealth health(Duration offset, Duration error_max) {
    node::LinkHealth result{};
    result.clock = {offset, error_max};
    return result;
}

TEST(Lifetime, CatchesDeliveryPastTheLossDelay) {
    const auto times = clocks();
    Lifetime checker{times, 20ms};
    join_both(checker);
    auto message = received(voice, 1);
    message.sent_at = times.conference(start);
    checker.on_event(bob, message, start + 140ms);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(bob, message, start + 142ms);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("delivered after 142000 us")));
}

TEST(Lifetime, ReliableFlowsMayBeLate) {
    const auto times = clocks();
    Lifetime checker{times, 20ms};
    join_both(checker);
    auto message = received(chat, 1);
    message.sent_at = times.conference(start);
    checker.on_event(bob, message, start + 1h);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(ClockBound, CatchesAnOffsetOutsideItsBound) {
    const auto times = clocks();
    ClockBound checker{times};
    checker.on_event(alice, health(-38ms, 2ms), start);
    checker.on_event(bob, health(30ms, 5ms), start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(alice, health(-37ms, 2ms), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("wrong by 3000 us")));
}

// Q1, H1, N1 ---------------------------------------------------------------------------------------------------------

TEST(QueuesBounded, CatchesGrowth) {
    QueuesBounded checker;
    checker.on_load(relay, {.sessions = 4, .queued_packets = 4096, .history_bytes = 1000});
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_load(relay, {.sessions = 4, .queued_packets = 4097, .history_bytes = 1000});
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("queued packets is 4097")));
}

TEST(HonestWorld, BadWeatherIsFineAccusationsAreNot) {
    HonestWorld checker;
    checker.on_event(alice, node::Ended{node::EndReason::no_answer}, start);
    checker.on_event(alice, node::CommandRefused{4, node::CommandError::queue_full}, start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(alice, node::ProtocolViolation{bob_member, "nonsense"}, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("member 2 accused: nonsense")));

    HonestWorld other;
    other.on_event(alice, node::Ended{node::EndReason::not_trustworthy}, start);
    EXPECT_NE(other.broken(), std::nullopt);

    HonestWorld third;
    third.on_event(alice, node::CommandRefused{4, node::CommandError::unknown_flow}, start);
    EXPECT_NE(third.broken(), std::nullopt);
}

TEST(NodeContract, KeepsTheFirstBreak) {
    NodeContract checker;
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_contract_broken(bob, "first");
    checker.on_contract_broken(bob, "second");
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("node 2, session 1: first")));
}

// J1 -----------------------------------------------------------------------------------------------------------------

TEST(AllJoined, AcceptsTwoWhoSeeEachOther) {
    AllJoined checker{1};
    join_both(checker);
    EXPECT_EQ(checker.unmet(), std::nullopt);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(AllJoined, CatchesOneWhoIsStuck) {
    AllJoined checker{1};
    join_both(checker);
    checker.on_event(bob, node::PhaseChanged{node::Phase::reconnecting}, start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("node 2, session 1: is not joined")));
}

TEST(AllJoined, CatchesAGhostAndAnotherEpoch) {
    AllJoined checker{1};
    join_both(checker);
    checker.on_end(bob, start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("sees members 1 2, there are 1")));
    checker.on_event(alice, node::MemberPresence{bob_member, false}, start);
    EXPECT_EQ(checker.unmet(), std::nullopt);

    AllJoined other{1};
    join_both(other);
    other.on_event(bob, node::EpochChanged{KeyEpoch{2}}, start);
    EXPECT_THAT(other.unmet(), Optional(HasSubstr("another key epoch")));
}

TEST(AllJoined, CatchesImpossibleNews) {
    AllJoined checker{1};
    join_both(checker);
    checker.on_event(alice, joined(bob_member, false), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("member 2 joined after 2")));

    AllJoined other{1};
    join_both(other);
    other.on_event(alice, node::MemberLeft{MemberIndex{9}, LeaveReason::left}, start);
    EXPECT_NE(other.broken(), std::nullopt);
}

} // namespace
} // namespace plenum::sim
